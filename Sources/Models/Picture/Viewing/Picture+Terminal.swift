public import ConverterCore
import TerminalPictures

extension Picture {
  /// What a terminal is to be sent to show it: whole lines.
  ///
  /// - Parameters:
  ///   - rows: of the window, at most.
  ///   - context: in whose ledger nothing is noted.
  /// - Returns: `nil` where there is no room for it.
  /// - Throws: what decoding throws; `missingLibrary`.
  public func drawn(
    on graphics: TerminalGraphics, rows: Int, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8]? {
    guard let area = graphics.area(forWidth: facts.width, height: facts.height, rows: rows) else {
      return nil
    }
    let handle = try TerminalPictureHandle(on: graphics)
    // What a terminal cannot show is no loss worth a word.
    let context = context.forCompanion()
    var options = ConversionOptions()
    options.profile = .srgb
    options.resize = .fit(width: area.width, height: area.height)
    var picture = self
    for transform in context.registry.transforms(of: Picture.self) {
      picture = try transform.apply(
        to: picture, for: .terminal, options: options, in: context)
    }
    let source = try picture.pixels(for: PixelDemand([.rgb8]), in: context)
    let pixels = try PixelBuffer(collecting: source, in: context)
    let plane = pixels.planes[0]
    return try withExtendedLifetime(pixels) { () throws(ConversionError) in
      try handle.lines(
        UnsafeRawBufferPointer(start: plane.base, count: plane.stride * plane.height),
        width: pixels.width, height: pixels.height, stride: plane.stride, in: area)
    }
  }
}

extension Picture.Capabilities {
  fileprivate static let terminal = Picture.Capabilities(
    format: "the terminal", items: [], alpha: false, maximumBitDepth: 8)
}
