import ConverterCore
import PictureModel

/// What the sequence header of an AV1 picture says (AV1 specification, 5.5): it decides how the picture
/// decodes, whatever the properties of the file say.
struct AV1SequenceHeader: Sendable, Equatable {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var bitDepth = 8
  private(set) var subsampling = ChromaSubsampling.s420
  private(set) var colour: ColourCodePoints?
  /// For each operating point, the spatial layers in it as a set of bits; 0 where there is only one layer.
  private(set) var spatialLayers: [Int] = []

  /// Of a picture of which nothing else is known.
  init(subsampling: ChromaSubsampling, bitDepth: Int) {
    self.subsampling = subsampling
    self.bitDepth = bitDepth
  }

  /// Reads the first sequence header among OBUs; `nil` if there is none, or none that can be read.
  init?(in units: [UInt8]) {
    guard let place = AV1Units(units).first(where: { $0.type == 1 })?.content else { return nil }
    var bits = BitReader(Array(units[place]), subject: "the AV1 sequence header")
    do throws(ConversionError) {
      try parse(&bits)
    } catch {
      return nil
    }
  }

  /// How many spatial layers an operating point has.
  func layerCount(operatingPoint: Int) -> Int {
    guard spatialLayers.indices.contains(operatingPoint) else { return 1 }
    return max(1, spatialLayers[operatingPoint].nonzeroBitCount)
  }

  private mutating func parse(_ bits: inout BitReader) throws(ConversionError) {
    let profile = try bits.bits(3)
    try bits.skip(1)
    let isReduced = try bits.flag()
    if isReduced {
      try bits.skip(5)
      spatialLayers = [0]
    } else {
      try parseOperatingPoints(&bits)
    }
    let (widthBits, heightBits) = (try bits.bits(4) + 1, try bits.bits(4) + 1)
    (width, height) = (try bits.bits(widthBits) + 1, try bits.bits(heightBits) + 1)
    if !isReduced, try bits.flag() { try bits.skip(7) }
    try bits.skip(3)
    if !isReduced { try Self.skipTools(&bits) }
    try bits.skip(3)
    try parseColour(&bits, profile: profile)
  }

  private mutating func parseOperatingPoints(_ bits: inout BitReader) throws(ConversionError) {
    var delayBits: Int?
    if try bits.flag() {
      // Ticks and the scale of time.
      try bits.skip(64)
      if try bits.flag() { _ = try bits.exponentialGolomb() }
      if try bits.flag() {
        delayBits = try bits.bits(5) + 1
        try bits.skip(42)
      }
    }
    let hasDelays = try bits.flag()
    for _ in 0...(try bits.bits(5)) {
      spatialLayers.append(try bits.bits(12) >> 8)
      // Only levels above 7 come with a tier.
      if try bits.bits(5) > 7 { try bits.skip(1) }
      if let delayBits, try bits.flag() { try bits.skip(2 * delayBits + 1) }
      if hasDelays, try bits.flag() { try bits.skip(4) }
    }
  }

  /// Goes over what says which tools of coding between pictures are in use.
  private static func skipTools(_ bits: inout BitReader) throws(ConversionError) {
    try bits.skip(4)
    let hasOrderHint = try bits.flag()
    if hasOrderHint { try bits.skip(2) }
    let choosesScreenTools = try bits.flag()
    let mayHaveScreenTools = choosesScreenTools ? true : try bits.flag()
    if mayHaveScreenTools, try !bits.flag() { try bits.skip(1) }
    if hasOrderHint { try bits.skip(3) }
  }

  /// Section 5.5.2.
  private mutating func parseColour(
    _ bits: inout BitReader, profile: Int
  ) throws(ConversionError) {
    let isDeep = try bits.flag()
    let isTwelve = profile == 2 && isDeep ? try bits.flag() : false
    bitDepth = isDeep ? (isTwelve ? 12 : 10) : 8
    let isMonochrome = profile == 1 ? false : try bits.flag()
    var (primaries, transfer, matrix) = (2, 2, 2)
    if try bits.flag() {
      (primaries, transfer, matrix) = (try bits.bits(8), try bits.bits(8), try bits.bits(8))
    }
    let isSRGB = !isMonochrome && (primaries, transfer, matrix) == (1, 13, 0)
    let isFullRange = isSRGB ? true : try bits.flag()
    colour = ColourCodePoints(
      primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    subsampling =
      if isMonochrome { .monochrome } else if isSRGB { .s444 } else {
        try Self.subsampling(&bits, profile: profile, isTwelve: isTwelve)
      }
  }

  private static func subsampling(
    _ bits: inout BitReader, profile: Int, isTwelve: Bool
  ) throws(ConversionError) -> ChromaSubsampling {
    switch profile {
    case 0: return .s420
    case 1: return .s444
    default:
      guard isTwelve else { return .s422 }
      guard try bits.flag() else { return .s444 }
      return try bits.flag() ? .s420 : .s422
    }
  }
}
