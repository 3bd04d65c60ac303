public import ConverterCore
public import PictureModel

/// A picture as a terminal is sent it.
public struct DrawnPicture: Sendable {
  /// Whole lines, for a terminal that stands at the beginning of one.
  public let bytes: [UInt8]
  /// The part of the window that it takes.
  public let area: TerminalGraphics.Area
}

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
    try drawn(on: graphics, rows: rows, marks: [], in: context)?.bytes
  }

  /// The same with outlines over it, and with the part of the window that it takes.
  public func drawn(
    on graphics: TerminalGraphics, rows: Int, marks: [PictureMark], in context: ConversionContext
  ) throws(ConversionError) -> DrawnPicture? {
    guard let area = graphics.area(forWidth: facts.width, height: facts.height, rows: rows) else {
      return nil
    }
    let handle = try TerminalPictureHandle(on: graphics)
    var pixels = try shown(in: area, context)
    if !marks.isEmpty {
      // Its memory may be that of the file.
      pixels = pixels.copied
      for mark in marks { mark.draw(on: pixels, thickness: graphics.thickness(in: pixels)) }
    }
    let plane = pixels.planes[0]
    let bytes = try withExtendedLifetime(pixels) { () throws(ConversionError) in
      try unsafe handle.lines(
        UnsafeRawBufferPointer(start: plane.base, count: plane.stride * plane.height),
        width: pixels.width, height: pixels.height, stride: plane.stride, in: area)
    }
    return DrawnPicture(bytes: bytes, area: area)
  }

  /// Its pixels, as many as an area has room for.
  func shown(
    in area: TerminalGraphics.Area, _ context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
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
    return try PixelBuffer(collecting: source, in: context)
  }
}

extension TerminalGraphics {
  /// How thick outlines are, in pixels, so that they are seen: of blocks, most of the width of a cell.
  fileprivate func thickness(in pixels: PixelBuffer) -> Double {
    if case .blocks = form { return 0.75 * Double(cell.width) }
    return max(2, Double(max(pixels.width, pixels.height)) / 150)
  }
}

extension PixelBuffer {
  /// The same samples of an interleaved format in memory that nobody else has.
  fileprivate var copied: PixelBuffer {
    let copy = PixelBuffer(format, width: width, height: height)
    // Both have the same format and width.
    for y in 0..<height {
      unsafe copy.planes[0].row(y).copyMemory(
        from: planes[0].row(y), byteCount: planes[0].width * format.bytesPerSample)
    }
    return copy
  }
}

extension Picture.Capabilities {
  fileprivate static let terminal = Picture.Capabilities(
    format: "the terminal", items: [], alpha: false, maximumBitDepth: 8)
}
