public import ConverterCore
public import PictureModel

/// A device-independent bitmap: header, colours and pixels, as they stand in BMP files and icons.
public struct Bitmap {
  /// What surrounds it.
  public enum Place: Sendable, Equatable {
    /// A file whose own header says where the pixels are.
    case file(pixelOffset: Int)
    /// An icon: twice as high as said, the lower half being a mask of what is seen.
    case icon
  }

  let input: InputFile
  let header: BitmapHeader
  let colours: [SIMD4<UInt8>]
  /// Where the pixels are; they may go on to the end of the file where they are compressed.
  let pixels: Range<Int>
  /// Where an icon's mask is.
  let mask: Range<Int>?
  private let start: Int

  public var width: Int { header.width }
  public let height: Int

  /// - Parameters:
  ///   - range: where it is in `input`.
  /// - Throws: `damagedInput`, also where it is cut off; `unsupportedContent`; `limitExceeded`; `readFailed`.
  public init(
    _ input: InputFile, in range: Range<Int>, _ place: Place, _ context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    start = range.lowerBound
    let head = try input.read(at: range.lowerBound, count: min(140, range.count))
    guard head.count >= 4 else { throw Self.cutOff }
    header = try BitmapHeader(parsing: head)
    height = place == .icon ? header.height / 2 : header.height
    guard height > 0 else {
      throw ConversionError(.damagedInput, "is an icon without pixels")
    }
    try context.limits.checkPixels(width: header.width, height: header.height)
    let afterHeader = range.lowerBound + header.byteCount + header.maskByteCount
    var pixelStart = afterHeader + Self.paletteByteCount(header)
    if case .file(let offset) = place, offset >= afterHeader { pixelStart = offset }
    colours = try Self.palette(header, of: input, in: afterHeader..<max(afterHeader, pixelStart))
    guard pixelStart < range.upperBound else { throw Self.cutOff }
    pixels = pixelStart..<range.upperBound
    mask = try Self.check(header, pixels, place: place, height: height)
  }

  static let cutOff = ConversionError(
    .damagedInput, "the file is cut off: it ends before the bitmap's pixels do")

  /// Bytes of a row of samples of `bitCount` bits: whole groups of four.
  static func rowByteCount(_ width: Int, _ bitCount: Int) -> Int {
    (width * bitCount + 31) / 32 * 4
  }

  /// Whether all pixels are there.
  ///
  /// - Returns: where an icon's mask is, if it is there.
  private static func check(
    _ header: BitmapHeader, _ pixels: Range<Int>, place: Place, height: Int
  ) throws(ConversionError) -> Range<Int>? {
    guard header.compression == .none || header.compression == .bitfields else { return nil }
    let row = rowByteCount(header.width, header.bitCount)
    let (before, isTooMuch) = row.multipliedReportingOverflow(by: height - 1)
    guard !isTooMuch, before <= pixels.count else { throw cutOff }
    // What fills the last row up may be missing.
    let needed = before + (header.width * header.bitCount + 7) / 8
    guard needed <= pixels.count else { throw cutOff }
    let maskCount = rowByteCount(header.width, 1) * height
    guard place == .icon, before + row + maskCount <= pixels.count else { return nil }
    let start = pixels.lowerBound + before + row
    return start..<start + maskCount
  }

  private static func paletteCount(_ header: BitmapHeader) -> Int {
    guard header.bitCount <= 8, header.bitCount > 0 else { return 0 }
    let most = 1 << header.bitCount
    return header.coloursUsed == 0 ? most : min(most, header.coloursUsed)
  }

  private static func paletteByteCount(_ header: BitmapHeader) -> Int {
    paletteCount(header) * header.colourByteCount
  }

  /// The colours, of which there may be fewer than the header says if the pixels begin earlier.
  private static func palette(
    _ header: BitmapHeader, of input: InputFile, in range: Range<Int>
  ) throws(ConversionError) -> [SIMD4<UInt8>] {
    let size = header.colourByteCount
    let count = min(paletteCount(header), range.count / size)
    guard count > 0 else { return [] }
    let bytes = try input.read(at: range.lowerBound, count: count * size)
    guard bytes.count == count * size else { throw cutOff }
    return (0..<count).map { index in
      SIMD4(bytes[index * size + 2], bytes[index * size + 1], bytes[index * size], 255)
    }
  }
}

extension Bitmap {
  /// A picture that the bitmap is only a wrapper of.
  public enum Wrapped: Sendable {
    case jpeg, png
  }

  /// What stands in place of pixels, if it is a file of another format.
  public var wrapped: (kind: Wrapped, place: Range<Int>)? {
    let count = header.pixelByteCount
    let place =
      count > 0 && count < pixels.count ? pixels.lowerBound..<pixels.lowerBound + count : pixels
    switch header.compression {
    case .jpeg: return (.jpeg, place)
    case .png: return (.png, place)
    default: return nil
    }
  }

  /// - Throws: what reading a profile throws.
  public func facts(in context: ConversionContext) throws(ConversionError) -> PictureFacts {
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: sampleDepth, coding: coding)
    facts.isLossless = true
    if header.bitCount <= 8, mask == nil {
      let colours = try usedColours(in: context)
      facts.palette = .init(colours: colours, bitDepth: header.bitCount)
      if header.bitCount == 1, Set(colours) == [Self.black, Self.white] { facts.sampleDepth = 1 }
    }
    facts.metadata.dotsPerInch = header.dotsPerInch
    facts.colour = try colour(in: context)
    return facts
  }

  /// "sRGB" and "Win " mean the same; calibrated values are nearly always zeros.
  private func colour(in context: ConversionContext) throws(ConversionError) -> ColourDescription {
    switch header.colourSpace {
    case 0x7352_4742, 0x5769_6E20: return .cicp(.sRGB)
    case 0x4D42_4544:
      guard let profile = header.profile, profile.count <= 64 << 20,
        profile.upperBound <= input.byteCount - start
      else {
        context.note("icc", .dropped, why: "the profile lies outside of the file")
        return .unspecified
      }
      let bytes = try input.read(at: start + profile.lowerBound, count: profile.count)
      do throws(ICCProfile.Flaw) {
        let read = try ICCProfile(bytes)
        if read.colourSpace == (format.channels == .gray ? .gray : .rgb) { return .icc(read.bytes) }
        context.note("icc", .dropped, why: "the profile is for other colours than the picture's")
      } catch {
        context.note("icc", .dropped, why: "the profile was left out: \(error)")
      }
      return .unspecified
    default: return .unspecified
    }
  }

  /// All colours that indices have: black with them where some lie beyond the palette.
  private func usedColours(
    in context: ConversionContext
  ) throws(ConversionError) -> [SIMD4<UInt8>] {
    if colours.isEmpty { return [Self.black] }
    guard colours.count < 1 << header.bitCount, !colours.contains(Self.black),
      try mayExceedPalette(in: context)
    else { return colours }
    return colours + [Self.black]
  }

  /// Whether some of the bytes, of pixels or of runs, hold a number that is no colour's.
  private func mayExceedPalette(in context: ConversionContext) throws(ConversionError) -> Bool {
    let mask = 1 << header.bitCount - 1
    let exceeds = (0..<256).map { byte in
      stride(from: 0, to: 8, by: header.bitCount).contains { byte >> $0 & mask >= colours.count }
    }
    let piece = 1 << 20
    for start in stride(from: pixels.lowerBound, to: pixels.upperBound, by: piece) {
      try context.checkpoint()
      let bytes = try input.read(at: start, count: min(piece, pixels.upperBound - start))
      if bytes.contains(where: { exceeds[Int($0)] }) { return true }
    }
    return false
  }

  /// The colour of indices beyond the palette.
  static let black = SIMD4<UInt8>(0, 0, 0, 255)
  private static let white = SIMD4<UInt8>(repeating: 255)

  var format: PixelFormat {
    if header.bitCount <= 8 {
      let isGray = colours.allSatisfy { $0.x == $0.y && $0.y == $0.z }
      if mask != nil { return .rgba8 }
      return isGray ? .gray8 : .rgb8
    }
    let hasAlpha = header.masks[3] != 0 || mask != nil || isIconWithAlpha
    return PixelFormat(
      .rgb, alpha: hasAlpha ? .straight : .none, bitDepth: sampleDepth > 8 ? 16 : 8)
  }

  /// Icons keep opacity where other bitmaps have nothing.
  var isIconWithAlpha: Bool {
    height != header.height && header.bitCount == 32 && header.compression == .none
  }

  private var sampleDepth: Int {
    guard header.bitCount > 8 else { return 8 }
    let bits = header.masks.map(\.nonzeroBitCount).max() ?? 8
    return bits > 8 ? min(16, bits) : 8
  }

  private var coding: String {
    let size = "\(header.bitCount) bits"
    switch header.compression {
    case .none, .bitfields: return size
    case .rle4, .rle8, .rle24: return "\(size), run lengths"
    case .jpeg: return "JPEG"
    case .png: return "PNG"
    }
  }

  /// The pixels, from the top.
  ///
  /// - Throws: `damagedInput`, `limitExceeded`, `readFailed`.
  public func source(in context: ConversionContext) throws(ConversionError) -> any PixelSource {
    switch header.compression {
    case .none, .bitfields:
      let rows = try BitmapRows(self, in: context)
      guard height != header.height else { return rows }
      return BufferSource(try masked(PixelBuffer(collecting: rows, in: context)))
    case .rle4, .rle8, .rle24:
      var runs = try RunLengths(self, in: context)
      return BufferSource(try runs.decoded())
    case .jpeg, .png:
      throw ConversionError(.internalError, "the bitmap is another picture's wrapper")
    }
  }
}
