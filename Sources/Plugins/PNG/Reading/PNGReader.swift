public import ConverterCore
public import PictureModel

/// Reads PNG files (ISO/IEC 15948; PNG specification, third edition), Apple's variant included.
///
/// Pixels come as they are stored: gray below 8 bits is spread to 8, indices become colours, a
/// transparent colour becomes an alpha channel, 16 bits stay 16. Nothing is done about gamma.
public struct PNGReader: Reader {
  public let name = "PNG"
  public let types: [ContentType.ID] = ["public.png", "org.w3.apng"]

  public init() {}

  /// - Throws: `damagedInput` for a file that breaks the rules or is cut off, `unsupportedContent`
  ///   for an unknown critical chunk, `limitExceeded` for too many pixels, `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: input, in: context.conversion)
    }
  }

  private func picture(
    of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let chunks = try PNGChunkList(scanning: input, in: context)
    try context.limits.checkPixels(width: chunks.header.width, height: chunks.header.height)
    try chunks.checkPictureByteCount()
    let information = try PNGInformation(chunks, of: input, in: context)
    if chunks.trailingByteCount > 0 {
      context.warn("\(chunks.trailingByteCount) bytes after the end of the picture were ignored")
    }
    var facts = PictureFacts(chunks, information)
    let stored = facts.format
    let animation =
      information.frames > 1 ? try PNGAnimation(scanning: input, chunks, in: context) : nil
    if let animation { facts.take(animation) }
    let player = animation?.player(
      chunks, of: input, stored: stored, shown: facts.format, in: context)
    let orientation = information.metadata.exif.flatMap { Exif.orientation(in: $0) } ?? .upright
    var picture = Picture(stored: facts, orientation: orientation, in: context) {
      demand throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        if let player { return try player.source(of: demand.frame) }
        return try PNGPixelSource(chunks, of: input, format: stored, in: context)
          .readAhead(in: context)
      }
    }
    // The default picture may be none of the animation.
    if animation?.frames[0].isDefault ?? true {
      picture.coded = chunks.coded(of: input, in: context)
    }
    return picture
  }
}

extension PictureFacts {
  fileprivate init(_ chunks: PNGChunkList, _ information: PNGInformation) {
    let header = chunks.header
    let coding = chunks.isApple ? "PNG (Apple CgBI)" : "PNG"
    self.init(
      width: header.width, height: header.height, format: PixelFormat(chunks),
      sampleDepth: header.bitDepth, coding: header.isInterlaced ? "\(coding), interlaced" : coding)
    if header.colourType == .indexed { sampleDepth = 8 }
    significantBits = information.significantBits
    background = information.background
    if header.bitDepth == 16, let bits = significantBits?.max(), bits == 10 || bits == 12 {
      sampleDepth = Int(bits)
    }
    isLossless = true
    palette = PictureFacts.Palette(chunks)
    colour = information.colour
    metadata = information.metadata
    if information.frames > 1 {
      frames = information.frames
      companions.append(Companion(.frames, detail: "animation of \(frames) frames"))
    }
  }
}

extension PixelFormat {
  fileprivate init(_ chunks: PNGChunkList) {
    let header = chunks.header
    var alpha = header.hasAlphaChannel || chunks.transparency != nil ? Alpha.straight : .none
    if chunks.isApple, header.colourType == .rgba { alpha = .premultiplied }
    self.init(
      header.isGray ? .gray : .rgb, alpha: alpha, bitDepth: header.bitDepth == 16 ? 16 : 8)
  }
}

extension PictureFacts.Palette {
  /// The colours of an indexed picture, or the steps of a gray one with less than 8 bits.
  fileprivate init?(_ chunks: PNGChunkList) {
    let depth = chunks.header.bitDepth
    switch chunks.header.colourType {
    case .indexed:
      guard let palette = chunks.palette?.bytes else { return nil }
      let alpha = chunks.transparency?.bytes ?? []
      let colours = (0..<chunks.paletteCount).map { index in
        SIMD4(
          palette[3 * index], palette[3 * index + 1], palette[3 * index + 2],
          index < alpha.count ? alpha[index] : 255)
      }
      self.init(colours: colours, bitDepth: depth)
    case .gray where depth < 8 && chunks.transparency == nil:
      self.init(grayBitDepth: depth)
    default:
      return nil
    }
  }

  /// The steps from black to white of gray samples with 1, 2 or 4 bits.
  init(grayBitDepth depth: Int) {
    let white = (1 << depth) - 1
    let colours = (0...white).map { step in
      let gray = UInt8(step * 255 / white)
      return SIMD4(gray, gray, gray, 255)
    }
    self.init(colours: colours, bitDepth: depth)
  }
}
