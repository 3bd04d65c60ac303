import ConverterCore

extension StoredObject {
  /// Four corners, each with x and y.
  ///
  /// - Parameters: the size of the picture in which they are.
  func corners(_ name: String, inWidth width: Int, height: Int) throws(ConversionError) -> Quad {
    var points: [Point] = []
    for corner in try elements(name, 4...4) {
      let numbers = (corner.elements ?? []).compactMap(\.double)
      guard numbers.count == 2, corner.elements?.count == 2 else {
        throw impossible(name, "four corners, [x,y] each")
      }
      points.append(Point(numbers[0], numbers[1]))
    }
    let quad = Quad(points)
    guard quad.canBePage(inWidth: width, height: height) else {
      throw impossible(name, "the clockwise corners of a page in a picture of \(width)×\(height)")
    }
    return quad
  }
}
