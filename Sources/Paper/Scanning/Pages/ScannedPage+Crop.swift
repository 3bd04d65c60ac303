public import ConverterCore

extension ScannedPage {
  /// Takes other corners, as a person sets them, in place of those that were found; skew and bend were those of the
  /// old ones and end with them. Filter and rotation stay.
  ///
  /// - Parameter corners: top left, top right, bottom right, bottom left of the paper, in pixels of the upright picture;
  ///   the picture's own corners for the whole of it.
  /// - Throws: `usage` for corners that no page has: not clockwise, pointing inwards, of fewer than 16 pixels, or
  ///   farther outside than the picture is wide or high.
  public mutating func crop(to corners: Quad) throws(ConversionError) {
    let (width, height) = (sourceWidth, sourceHeight)
    let isWhole = corners == Quad(width: Double(width), height: Double(height))
    guard corners.canBePage(inWidth: width, height: height), isWhole || corners.area >= 16 else {
      throw ConversionError(
        .usage,
        "the corners \(corners.words) are not those of a page in a picture of \(width)×\(height): "
          + "they go clockwise from the top left, and none points inwards")
    }
    take(corners)
  }

  /// - Precondition: a page can have the corners.
  mutating func take(_ corners: Quad) {
    let source = Point(Double(sourceWidth), Double(sourceHeight))
    isFound = corners != Quad(width: source.x, height: source.y)
    let size = isFound ? PageSize(of: corners, in: source) : PageSize(whole: source, dpi: sourceDPI)
    (self.corners, score, reasons) = (corners, nil, [])
    (skew, bend, isBlank) = (0, nil, nil)
    (width, height, dpi) = (size.width, size.height, size.dpi)
    if (rotation ?? 0) % 180 != 0 { (width, height) = (height, width) }
  }
}

extension Quad {
  /// Whether a page in a picture of this size may have these corners: finite, clockwise, convex, none farther outside
  /// than the picture is wide or high, and no side shorter than a tenth of a pixel.
  func canBePage(inWidth width: Int, height: Int) -> Bool {
    let (width, height) = (Double(width), Double(height))
    return corners.allSatisfy {
      (-width...2 * width).contains($0.x) && (-height...2 * height).contains($0.y)
    } && isConvex && sides.allSatisfy { $0.length >= 0.1 }
  }

  /// As the command line takes them.
  var words: String {
    corners.flatMap { [$0.x, $0.y] }.map { JSONValue.number($0).description }.joined(
      separator: ",")
  }
}
