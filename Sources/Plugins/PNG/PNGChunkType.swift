import ConverterCore

/// The four letters that say what a PNG chunk holds (PNG specification, section 5.3).
struct PNGChunkType: RawRepresentable, Hashable, CustomStringConvertible {
  /// The letters as a big-endian number.
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ letters: StaticString) {
    precondition(letters.utf8CodeUnitCount == 4)
    let letters = letters.span
    rawValue = letters.indices.reduce(0) { $0 << 8 | UInt32(letters[$1]) }
  }

  static let header = PNGChunkType("IHDR")
  static let palette = PNGChunkType("PLTE")
  static let data = PNGChunkType("IDAT")
  static let end = PNGChunkType("IEND")
  static let transparency = PNGChunkType("tRNS")
  static let codePoints = PNGChunkType("cICP")
  static let profile = PNGChunkType("iCCP")
  static let standardRGB = PNGChunkType("sRGB")
  static let gamma = PNGChunkType("gAMA")
  static let chromaticities = PNGChunkType("cHRM")
  static let significantBits = PNGChunkType("sBIT")
  static let background = PNGChunkType("bKGD")
  static let exif = PNGChunkType("eXIf")
  static let text = PNGChunkType("tEXt")
  static let compressedText = PNGChunkType("zTXt")
  static let internationalText = PNGChunkType("iTXt")
  static let density = PNGChunkType("pHYs")
  static let animation = PNGChunkType("acTL")
  static let frame = PNGChunkType("fcTL")
  static let frameData = PNGChunkType("fdAT")
  /// Comes first in the streams of Apple's own variant of PNG.
  static let apple = PNGChunkType("CgBI")

  /// The chunks beside palette and picture data that the reader looks into.
  static let informative: Set = [
    codePoints, profile, standardRGB, gamma, chromaticities, significantBits, background, exif,
    text, compressedText, internationalText, density, animation,
  ]

  var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }

  /// Whether the bytes are letters at all.
  var isValid: Bool {
    bytes.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
  }

  /// Whether a decoder that does not know the chunk must give up.
  var isCritical: Bool { rawValue & 0x2000_0000 == 0 }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}
