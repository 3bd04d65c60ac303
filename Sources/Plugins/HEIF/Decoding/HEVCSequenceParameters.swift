import ConverterCore
import PictureModel

/// What a sequence parameter set says of a picture (ISO/IEC 23008-2, 7.3.2.2).
///
/// Read before decoding, for the picture's facts and because libde265 allocates what it says.
struct HEVCSequenceParameters: Sendable, Equatable {
  let subsampling: ChromaSubsampling
  /// The size as coded.
  let codedWidth: Int
  let codedHeight: Int
  /// The size within the conformance window.
  let width: Int
  let height: Int
  let bitDepth: Int
  /// From the VUI; unspecified and of limited range where it says nothing.
  let colour: ColourCodePoints

  /// - Parameter unit: the NAL unit with its header, without start code.
  init(parsing unit: [UInt8]) throws(ConversionError) {
    var bits = BitReader(
      Self.removingEmulationPrevention(unit), subject: "the HEVC sequence parameter set")
    try bits.skip(16 + 4)
    let subLayers = try bits.bits(3)
    try bits.skip(1)
    try Self.skipProfileTierLevel(&bits, subLayers: subLayers)
    _ = try bits.exponentialGolomb()
    switch try bits.exponentialGolomb() {
    case 0: subsampling = .monochrome
    case 1: subsampling = .s420
    case 2: subsampling = .s422
    case 3:
      guard try !bits.flag() else {
        throw .unsupported("the picture's colour planes are coded as three separate pictures")
      }
      subsampling = .s444
    case let format: throw .damaged("HEVC knows no chroma format \(format)")
    }
    codedWidth = try bits.exponentialGolomb()
    codedHeight = try bits.exponentialGolomb()
    var window = (left: 0, right: 0, top: 0, bottom: 0)
    if try bits.flag() {
      let (x, y) = (subsampling.horizontal, subsampling.vertical)
      window.left = try bits.exponentialGolomb() * x
      window.right = try bits.exponentialGolomb() * x
      window.top = try bits.exponentialGolomb() * y
      window.bottom = try bits.exponentialGolomb() * y
    }
    width = codedWidth - window.left - window.right
    height = codedHeight - window.top - window.bottom
    guard width > 0, height > 0 else {
      throw .damaged("the HEVC sequence parameter set describes a picture without pixels")
    }
    let depths = (
      luma: try bits.exponentialGolomb() + 8, chroma: try bits.exponentialGolomb() + 8
    )
    guard depths.luma <= 16, depths.chroma <= 16 else {
      throw .damaged("HEVC samples have up to 16 bits, these have \(depths.luma)")
    }
    guard depths.luma == depths.chroma || subsampling == .monochrome else {
      throw .unsupported(
        "luma has \(depths.luma) bits and chroma \(depths.chroma), which fairy does not decode")
    }
    bitDepth = depths.luma
    // A set that is broken from here on still decodes in libde265 or fails there.
    colour = (try? Self.colour(&bits, subLayers: subLayers, subsampling)) ?? .unspecified
  }

  /// Bytes 0, 0, 3 stand for 0, 0 (7.4.2).
  private static func removingEmulationPrevention(_ unit: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// 7.3.3.
  private static func skipProfileTierLevel(
    _ bits: inout BitReader, subLayers: Int
  ) throws(ConversionError) {
    try bits.skip(88 + 8)
    var profiles = 0
    var levels = 0
    for _ in 0..<subLayers {
      profiles += try bits.bits(1)
      levels += try bits.bits(1)
    }
    if subLayers > 0 { try bits.skip(2 * (8 - subLayers)) }
    try bits.skip(88 * profiles + 8 * levels)
  }
}
