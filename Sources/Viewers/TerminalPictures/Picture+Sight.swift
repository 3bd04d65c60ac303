public import ConverterCore
public import PictureModel

extension Picture {
  /// The part of it that is looked at, as a terminal is to be sent it.
  ///
  /// - Parameters:
  ///   - rows: of the window, at most.
  ///   - zoom: how closely it is looked at, and where.
  ///   - context: in whose ledger nothing is noted.
  /// - Returns: `nil` where there is no room for it.
  /// - Throws: what decoding throws; `missingLibrary`.
  public func drawn(
    on graphics: TerminalGraphics, rows: Int, _ zoom: PictureZoom, in context: ConversionContext
  ) throws(ConversionError) -> (picture: DrawnPicture, sight: TerminalGraphics.Sight)? {
    guard
      let sight = graphics.sight(ofWidth: facts.width, height: facts.height, rows: rows, zoom)
    else { return nil }
    let handle = try TerminalPictureHandle(on: graphics)
    let pixels = try shown(in: sight.whole, context)
    let x = Self.pixels(of: sight.x, pixels.width)
    let y = Self.pixels(of: sight.y, pixels.height)
    let bytes = try pixels.drawn(x, y, by: handle, in: sight.area)
    return (DrawnPicture(bytes: bytes, area: sight.area), sight)
  }

  /// The pixels of a part of a side, at least one.
  private static func pixels(of part: Range<Double>, _ count: Int) -> Range<Int> {
    let start = min(max(Int((part.lowerBound * Double(count)).rounded()), 0), count - 1)
    let end = Int((part.upperBound * Double(count)).rounded())
    return start..<min(max(end, start + 1), count)
  }
}

extension PixelBuffer {
  /// A part of interleaved bytes of red, green and blue, drawn.
  fileprivate func drawn(
    _ x: Range<Int>, _ y: Range<Int>, by handle: TerminalPictureHandle,
    in area: TerminalGraphics.Area
  ) throws(ConversionError) -> [UInt8] {
    let plane = planes[0]
    return try withExtendedLifetime(self) { () throws(ConversionError) in
      // Both ranges lie within the picture, so that the last row ends within the plane.
      try unsafe handle.lines(
        UnsafeRawBufferPointer(
          start: plane.row(y.lowerBound) + 3 * x.lowerBound,
          count: (y.count - 1) * plane.stride + 3 * x.count),
        width: x.count, height: y.count, stride: plane.stride, in: area)
    }
  }
}
