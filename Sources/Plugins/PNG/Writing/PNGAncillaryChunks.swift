import ConverterCore
import PictureModel

/// The chunks that a written file has between IHDR and PLTE, in the order that the specification asks
/// for (section 5.6): colour and significant bits first.
struct PNGAncillaryChunks {
  private(set) var all: [PNGChunk] = []
  private let context: ConversionContext

  /// - Throws: `limitExceeded` for what is larger than a chunk or than memory, `unsupportedContent`
  ///   for colours in numbers that no chunk holds: the ledger says already that they are kept.
  init(
    _ facts: PictureFacts, header: PNGHeader, in context: ConversionContext
  ) throws(ConversionError) {
    self.context = context
    try addColour(facts.colour, isGray: header.isGray)
    addSignificantBits(facts, header)
    if let density = facts.metadata.dotsPerInch, let chunk = PNGDensity.chunk(dotsPerInch: density)
    {
      all.append(chunk)
    }
    if let exif = facts.metadata.exif { try add(.exif, exif) }
    if let xmp = facts.metadata.xmp {
      try add(.internationalText, Array("\(PNGText.xmpKeyword)\0\0\0\0\0".utf8) + xmp)
    }
    for text in facts.metadata.texts { try addText(text) }
  }

  private mutating func addColour(
    _ colour: ColourDescription, isGray: Bool
  ) throws(ConversionError) {
    switch colour {
    case .unspecified:
      break
    case .cicp(.sRGB):
      // The rendering intent: perceptual.
      all.append(PNGChunk(type: .standardRGB, bytes: [0]))
    case .cicp(let points):
      guard let primaries = UInt8(exactly: points.primaries),
        let transfer = UInt8(exactly: points.transfer)
      else {
        throw ConversionError(
          .unsupportedContent,
          "its colours have the code points \(points.primaries)/\(points.transfer), for each of which "
            + "PNG has one byte")
      }
      // R'G'B' without a matrix, full range.
      all.append(PNGChunk(type: .codePoints, bytes: [primaries, transfer, 0, 1]))
      // Most readers know profiles alone. Of HDR a profile would show something else.
      if !isGray, !points.isHDR, let profile = ICCProfile(points) {
        try addProfile(profile.bytes, isGray: false)
      }
    case .icc(let profile):
      try addProfile(profile, isGray: isGray)
    case .calibrated(let gamma, let chromaticities):
      all.append(
        PNGChunk(type: .gamma, bytes: try Self.hundredThousandths(gamma).bigEndianBytes))
      guard let chromaticities else { return }
      let points = [
        chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue,
      ]
      var bytes: [UInt8] = []
      for value in points.flatMap({ [$0.x, $0.y] }) {
        bytes += try Self.hundredThousandths(value).bigEndianBytes
      }
      all.append(PNGChunk(type: .chromaticities, bytes: bytes))
    }
  }

  private static func hundredThousandths(_ value: Double) throws(ConversionError) -> Int {
    let scaled = (value * 100_000).rounded()
    guard scaled >= 0, scaled <= Double(Int32.max) else {
      throw ConversionError(
        .unsupportedContent, "PNG cannot describe colours by the number \(value)")
    }
    return Int(scaled)
  }

  private mutating func addProfile(_ profile: [UInt8], isGray: Bool) throws(ConversionError) {
    do {
      try PNGColourChunks.check(profile, isGray: isGray)
    } catch {
      context.note("icc", .dropped, why: "the profile cannot stand in this PNG: \(error)")
      return
    }
    guard let compressed = Zlib.compress(profile) else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for the colour profile")
    }
    try add(.profile, Array("ICC profile\0\0".utf8) + compressed)
  }

  /// Samples that were widened to 16 bits keep the number of bits that mean something, as do those of a file that says
  /// it.
  private mutating func addSignificantBits(_ facts: PictureFacts, _ header: PNGHeader) {
    if let bits = facts.significantBits {
      all.append(PNGSampleChunks.chunk(significantBits: bits, header))
      return
    }
    let depth = facts.sampleDepth
    guard header.bitDepth == 16, (9..<16).contains(depth) else { return }
    all.append(
      PNGChunk(
        type: .significantBits, bytes: Array(repeating: UInt8(depth), count: header.samplesPerPixel)
      ))
  }

  /// tEXt where ISO 8859-1 is enough, iTXt elsewhere. What PNG's rules forbid becomes a space.
  private mutating func addText(_ text: PictureMetadata.Text) throws(ConversionError) {
    let keyword = Self.keyword(text.keyword)
    let words = String(
      String.UnicodeScalarView(text.text.unicodeScalars.map { $0 == "\0" ? " " : $0 }))
    if String(latin1: keyword) != text.keyword || words != text.text {
      context.warn(
        "the text \"\(text.keyword)\" was adapted to PNG: a keyword has 1 to 79 Latin letters, and a "
          + "text has no zero bytes")
    }
    if let latin = words.latin1 {
      try add(.text, keyword + [0] + latin)
    } else {
      try add(.internationalText, keyword + [0, 0, 0, 0, 0] + Array(words.utf8))
    }
  }

  /// The bytes of a keyword that keeps the rules (PNG specification, section 11.3.3.1); "Comment"
  /// where nothing of it may stand.
  private static func keyword(_ text: String) -> [UInt8] {
    let space: UInt8 = 0x20
    let letters = text.unicodeScalars.map { scalar -> UInt8 in
      guard let byte = UInt8(exactly: scalar.value), (0x21...0x7E).contains(byte) || byte >= 0xA1
      else { return space }
      return byte
    }
    var keyword = Array(letters.split(separator: space).joined(separator: [space]).prefix(79))
    if keyword.last == space { keyword.removeLast() }
    return keyword.isEmpty ? Array("Comment".utf8) : keyword
  }

  private mutating func add(_ type: PNGChunkType, _ bytes: [UInt8]) throws(ConversionError) {
    guard bytes.count <= Int32.max else {
      throw ConversionError.exceeding(
        .init(fixed: "chunk", needed: bytes.count, allowed: Int(Int32.max)),
        "a PNG chunk holds at most 2 GB, the \(type) chunk would need more")
    }
    all.append(PNGChunk(type: type, bytes: bytes))
  }
}
