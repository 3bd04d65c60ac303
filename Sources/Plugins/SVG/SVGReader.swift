public import ConverterCore
public import PictureModel

/// Reads SVG drawings as pictures: as large as they say they are, or as large as they are wanted.
public struct SVGReader: Reader {
  public let name = "SVG"
  public let types: [ContentType.ID] = ["public.svg-image", "public.svgz-image"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.librsvg.required]
  }

  /// Where a drawing has neither a size nor a view box (CSS 2.2, 10.3.2).
  private static let standardSize = (width: 300.0, height: 150.0)

  public let descriptors = [Self.dpi]
  /// Dropped where a drawing refers to what is outside its file.
  public let ledgerWords = ["references"]

  private static let dpi = OptionDescriptor(
    "dpi", .integer(9...2400), default: "96",
    help: "pixels an inch of a drawing, whose own pixels are 96 to the inch")

  public init() {}

  /// - Throws: `damagedInput`, `limitExceeded`, `missingLibrary`, `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      var bytes = try input.bytes(of: "a drawing", in: context.conversion)
      if GzipHandle.isCompressed(bytes) {
        bytes = try GzipHandle.text(of: bytes, in: context.conversion)
      }
      let scan = try DrawingScan(DrawingText.scannable(bytes), in: context.conversion)
      Self.note(scan.outside, in: context.conversion)
      return try picture(of: bytes, scan, from: input, in: context.conversion)
    }
  }

  private func picture(
    of bytes: [UInt8], _ scan: DrawingScan, from input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let dpi = Int(try context.reading.value(of: Self.dpi)) ?? 96
    let drawing = Drawing(try DrawingHandle(bytes))
    let said = drawing.handle.size
    try Self.check(said, scan.lengths)
    let size = said ?? Self.standardSize
    if said == nil {
      context.warn(
        "the drawing has no size of its own: it is drawn at 300×150, unless --resize says more")
    }
    let scale = Double(dpi) / 96
    let (width, height) = (
      try Self.pixels(size.width * scale), try Self.pixels(size.height * scale)
    )
    try context.limits.checkPixels(width: width, height: height)
    var facts = PictureFacts(
      width: width, height: height, format: PixelFormat(.rgb, alpha: .premultiplied),
      sampleDepth: 8, coding: "drawing")
    facts.isDrawing = true
    facts.isLossless = true
    facts.colour = .cicp(.sRGB)
    if context.reading.settings[Self.dpi.key] != nil {
      facts.metadata.dotsPerInch = (Double(dpi), Double(dpi))
    }
    let work = scan.work
    return Picture(facts) { demand throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        let size = demand.sufficientSize ?? (width, height)
        try work.check(width: size.width, height: size.height, within: context.limits)
        return try Self.draw(drawing, size.width, size.height, in: context)
      }
    }
  }

  private static func note(_ outside: [String], in context: ConversionContext) {
    guard !outside.isEmpty else { return }
    let more = outside.count > 3 ? " and \(outside.count - 3) more" : ""
    context.note(
      "references", .dropped,
      why: "nothing outside the file is loaded: "
        + outside.prefix(3).joined(separator: ", ") + more)
  }

  /// Keeps a handle, which no closure can hold.
  private final class Drawing {
    let handle: DrawingHandle

    init(_ handle: consuming DrawingHandle) { self.handle = handle }
  }

  /// - Throws: `damagedInput` for a size that is none.
  private static func check(
    _ said: (width: Double, height: Double)?, _ lengths: RootLengths
  ) throws(ConversionError) {
    if let said, said.width <= 0 || said.height <= 0 {
      let words = [said.width, said.height].map { length in
        length == length.rounded() && abs(length) < 1e9 ? "\(Int(length))" : "\(length)"
      }
      throw ConversionError(.damagedInput, "says its size is \(words.joined(separator: "×"))")
    }
    // What librsvg does not take for a length, it passes over.
    if said == nil, let (name, words) = lengths.impossible {
      throw ConversionError(
        .damagedInput, "says its \(name) is \(words.printable), which no drawing has")
    }
  }

  private static func pixels(_ length: Double) throws(ConversionError) -> Int {
    guard length < 1e9 else {
      throw ConversionError.exceeding(
        .init(fixed: "side", allowed: 1_000_000_000),
        "says it is \(length) pixels long; --resize does not help with that")
    }
    return max(1, Int(length.rounded(.up)))
  }

  private static func draw(
    _ drawing: Drawing, _ width: Int, _ height: Int, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    try context.limits.checkPixels(width: width, height: height)
    guard max(width, height) <= DrawingHandle.largestSide else {
      throw ConversionError.exceeding(
        .init(fixed: "side", needed: max(width, height), allowed: DrawingHandle.largestSide),
        "a drawing is drawn with at most \(DrawingHandle.largestSide) pixels a side, "
          + "\(width)×\(height) are wanted; --resize makes it smaller")
    }
    let format = PixelFormat(.rgb, alpha: .premultiplied)
    // What filters and groups draw on takes as much again.
    try context.limits.check(
      .memory, 3 * PixelBuffer.byteCount(format, width: width, height: height),
      for: "a drawing of \(width)×\(height)")
    try context.checkpoint()
    let buffer = PixelBuffer(format, width: width, height: height)
    try drawing.handle.draw(into: buffer)
    return BufferSource(buffer)
  }
}
