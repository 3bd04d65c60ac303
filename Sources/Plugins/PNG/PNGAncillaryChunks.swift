import ConverterCore
import PictureModel

/// The chunks that a written file has between IHDR and PLTE, in the order that the specification asks
/// for (section 5.6): colour and significant bits first.
struct PNGAncillaryChunks {
  private(set) var all: [PNGChunk] = []
  private let context: ConversionContext

  init(_ facts: PictureFacts, header: PNGHeader, in context: ConversionContext) {
    self.context = context
    addColour(facts.colour, isGray: header.isGray)
    addSignificantBits(facts.sampleDepth, header)
    if let density = facts.metadata.dotsPerInch, let chunk = PNGDensity.chunk(dotsPerInch: density)
    {
      all.append(chunk)
    }
    if let exif = facts.metadata.exif { add(.exif, exif, item: "exif") }
    if let xmp = facts.metadata.xmp {
      add(.internationalText, Array("\(PNGText.xmpKeyword)\0\0\0\0\0".utf8) + xmp, item: "xmp")
    }
    for text in facts.metadata.texts { addText(text) }
  }

  private mutating func addColour(_ colour: ColourDescription, isGray: Bool) {
    switch colour {
    case .unspecified:
      break
    case .cicp(.sRGB):
      // The rendering intent: perceptual.
      all.append(PNGChunk(type: .standardRGB, bytes: [0]))
    case .cicp(let points):
      guard let primaries = UInt8(exactly: points.primaries),
        let transfer = UInt8(exactly: points.transfer)
      else { return }
      // R'G'B' without a matrix, full range.
      all.append(PNGChunk(type: .codePoints, bytes: [primaries, transfer, 0, 1]))
    case .icc(let profile):
      addProfile(profile, isGray: isGray)
    case .calibrated(let gamma, let chromaticities):
      if let value = Self.hundredThousandths(gamma), value > 0 {
        all.append(PNGChunk(type: .gamma, bytes: value.bigEndianBytes))
      }
      guard let chromaticities else { return }
      let points = [
        chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue,
      ]
      let values = points.flatMap { [$0.x, $0.y] }.compactMap(Self.hundredThousandths)
      guard values.count == 8 else { return }
      all.append(PNGChunk(type: .chromaticities, bytes: values.flatMap(\.bigEndianBytes)))
    }
  }

  private static func hundredThousandths(_ value: Double) -> Int? {
    let scaled = (value * 100_000).rounded()
    return scaled >= 0 && scaled <= Double(Int32.max) ? Int(scaled) : nil
  }

  private mutating func addProfile(_ profile: [UInt8], isGray: Bool) {
    do {
      try PNGColourChunks.check(profile, isGray: isGray)
    } catch {
      context.note("icc", .dropped, why: "the profile cannot stand in this PNG: \(error)")
      return
    }
    guard let compressed = Zlib.compress(profile) else { return }
    add(.profile, Array("ICC profile\0\0".utf8) + compressed, item: "icc")
  }

  /// Samples that were widened to 16 bits keep the number of bits that mean something.
  private mutating func addSignificantBits(_ depth: Int, _ header: PNGHeader) {
    guard header.bitDepth == 16, (9..<16).contains(depth) else { return }
    all.append(
      PNGChunk(
        type: .significantBits, bytes: Array(repeating: UInt8(depth), count: header.samplesPerPixel)
      ))
  }

  /// tEXt where ISO 8859-1 is enough, iTXt elsewhere.
  private mutating func addText(_ text: PictureMetadata.Text) {
    guard let keyword = Self.keyword(text.keyword), !text.text.utf8.contains(0) else {
      context.note(
        "texts", .dropped,
        why: "\"\(text.keyword)\" cannot stand in PNG: a keyword has 1 to 79 Latin letters, and a "
          + "text has no zero bytes")
      return
    }
    if let latin = text.text.latin1 {
      add(.text, keyword + [0] + latin, item: "texts")
    } else {
      add(.internationalText, keyword + [0, 0, 0, 0, 0] + Array(text.text.utf8), item: "texts")
    }
  }

  /// The bytes of a keyword that keeps the rules (PNG specification, section 11.3.3.1).
  private static func keyword(_ text: String) -> [UInt8]? {
    guard let bytes = text.latin1, (1...79).contains(bytes.count),
      bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 >= 0xA1 }),
      bytes.first != 0x20, bytes.last != 0x20, !text.contains("  ")
    else { return nil }
    return bytes
  }

  private mutating func add(_ type: PNGChunkType, _ bytes: [UInt8], item: String) {
    guard bytes.count <= Int32.max else {
      context.note(item, .dropped, why: "a PNG chunk holds at most 2 GB")
      return
    }
    all.append(PNGChunk(type: type, bytes: bytes))
  }
}
