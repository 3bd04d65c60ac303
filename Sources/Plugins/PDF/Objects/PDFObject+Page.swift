import PagedDocumentModel

/// Pages (ISO 32000-1, 7.7.3).
extension PDFObject {
  /// The value of a key that a page may inherit; null where neither it nor what it stands in has one.
  func inherited(_ key: String) -> PDFObject {
    var node = self
    // A tree that is deeper is a loop.
    for _ in 0..<64 {
      if node.has(key) { return node[key] }
      guard node.has("/Parent") else { break }
      node = node["/Parent"]
    }
    return file.null
  }

  /// Left, bottom, right, top in points: the part of the page that is seen.
  var visibleBox: [Double] {
    for key in ["/CropBox", "/MediaBox"] {
      if let box = inherited(key).numbers, box.count == 4, box.allSatisfy(\.isFinite) {
        let (left, right) = (min(box[0], box[2]), max(box[0], box[2]))
        let (bottom, top) = (min(box[1], box[3]), max(box[1], box[3]))
        if right > left, top > bottom { return [left, bottom, right, top] }
      }
    }
    // What viewers take where a file says nothing: US letter.
    return [0, 0, 612, 792]
  }

  /// By how many degrees it is turned when shown, clockwise: 0, 90, 180 or 270.
  var rotation: Int {
    let degrees = (inherited("/Rotate").integer ?? 0) % 360
    return degrees % 90 == 0 ? (degrees + 360) % 360 : 0
  }

  /// How many points a unit of its coordinates is.
  var userUnit: Double {
    self["/UserUnit"].number.map { $0 > 0 && $0 < 1e6 ? $0 : 1 } ?? 1
  }

  /// Its size as shown, turned and cut.
  var shownSize: PageSize {
    let box = visibleBox
    let unit = userUnit
    let (width, height) = ((box[2] - box[0]) * unit, (box[3] - box[1]) * unit)
    return rotation % 180 == 0
      ? PageSize(width: width, height: height) : PageSize(width: height, height: width)
  }
}
