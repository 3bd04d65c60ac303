import PDFObjects

/// Appearance streams of annotations (ISO 32000-1, 12.5.5).
extension ContentWalk {
  mutating func addAnnotations(of page: PDFObject, node: Int, resources: Int) {
    let annotations = page["/Annots"]
    for index in 0..<annotations.count {
      let annotation = annotations[index]
      guard annotation.isDictionary else { continue }
      let appearances = annotation["/AP"]
      // Which of the states is shown may change.
      for key in ["/N", "/R", "/D"] {
        let appearance = appearances[key]
        let states = appearance.isStream ? [appearance] : appearance.keys.map { appearance[$0] }
        for state in states where state.isStream {
          guard let form = self.node(ofStream: state, resources: resources) else { continue }
          graph.addEdge(node, to: form, MapSet(state.appearanceMap(rect: annotation["/Rect"])))
        }
      }
    }
  }
}

extension PDFObject {
  /// How the space of an appearance lies on the page: its box, turned by its matrix, fills the rectangle.
  fileprivate func appearanceMap(rect: PDFObject) -> LinearMap {
    let map = map("/Matrix")
    guard let rect = rect.numbers, rect.count == 4,
      let box = self["/BBox"].numbers, box.count == 4
    else { return map }
    let (width, height) = ((box[2] - box[0]).magnitude, (box[3] - box[1]).magnitude)
    // The sides of the upright box around the turned one.
    let turnedWidth = (map.a * width).magnitude + (map.c * height).magnitude
    let turnedHeight = (map.b * width).magnitude + (map.d * height).magnitude
    let x = turnedWidth > 0 ? (rect[2] - rect[0]).magnitude / turnedWidth : 1
    let y = turnedHeight > 0 ? (rect[3] - rect[1]).magnitude / turnedHeight : 1
    return map.followed(by: LinearMap(a: x, b: 0, c: 0, d: y))
  }
}
