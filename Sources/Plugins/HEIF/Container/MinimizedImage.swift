import ConverterCore
import PictureModel

/// The content of a `mini` box, which stands for a whole `meta` box in small files of one picture
/// (MinimizedImageBox, ISO/IEC 23008-12, amendment on low-overhead files; brand `mif3`).
struct MinimizedImage: Sendable {
  /// A picture within the box: the main one, its alpha or its gain map.
  struct Part: Sendable {
    var configuration: Range<Int> = 0..<0
    var data: Range<Int> = 0..<0
    var configurationSize = 0
    var dataSize = 0
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = Orientation.upright
  private(set) var colour = ColourCodePoints.unspecified
  /// `hvc1` and `hvcC`, `av01` and `av1C`; `nil` where the brands of the file say it.
  private(set) var codec: (item: FourCC, configuration: FourCC)?
  private(set) var isPremultiplied = false
  private(set) var main = Part()
  private(set) var alpha: Part?
  private(set) var gainMap: Part?
  private(set) var gainMapSize = (width: 0, height: 0)
  private(set) var gainMapColour = ColourCodePoints.unspecified
  private(set) var profile: Range<Int>?
  private(set) var exif: Range<Int>?
  private(set) var xmp: Range<Int>?

  private struct Flags {
    var hasFloat = false
    var hasExplicitCodec = false
    var hasAlpha = false
    var hasCodePoints = false
    var hasHDR = false
    var hasProfile = false
    var hasExif = false
    var hasXMP = false
    var isLarge = false
    var hasGainMap = false
    var toneMapHasProfile = false
  }

  /// - Parameter content: the place of the box's content in `bytes`.
  init(parsing bytes: [UInt8], at content: Range<Int>) throws(ConversionError) {
    var bits = BitReader(Array(bytes[content]), subject: "the mini box")
    var flags = Flags()
    try readPicture(&bits, &flags)
    if flags.hasHDR { try readHDR(&bits, &flags) }
    try readChunks(&bits, flags, from: content)
  }

  private mutating func readPicture(
    _ bits: inout BitReader, _ flags: inout Flags
  ) throws(ConversionError) {
    guard try bits.bits(2) == 0 else {
      throw .unsupported("the mini box has a version that fairy does not know")
    }
    flags.hasExplicitCodec = try bits.flag()
    flags.hasFloat = try bits.flag()
    colour.isFullRange = try bits.flag()
    flags.hasAlpha = try bits.flag()
    flags.hasCodePoints = try bits.flag()
    flags.hasHDR = try bits.flag()
    flags.hasProfile = try bits.flag()
    flags.hasExif = try bits.flag()
    flags.hasXMP = try bits.flag()
    let subsampling = try bits.bits(2)
    orientation = Orientation(rawValue: try bits.bits(3) + 1) ?? .upright
    flags.isLarge = try bits.flag()
    width = try bits.bits(flags.isLarge ? 15 : 7) + 1
    height = try bits.bits(flags.isLarge ? 15 : 7) + 1
    try Self.skipSampling(&bits, subsampling)
    try Self.skipDepth(&bits, isFloat: flags.hasFloat)
    if flags.hasAlpha { isPremultiplied = try bits.flag() }
    colour.matrix = subsampling == 0 ? 2 : 6
    if flags.hasCodePoints {
      colour.primaries = try bits.bits(8)
      colour.transfer = try bits.bits(8)
      if subsampling != 0 { colour.matrix = try bits.bits(8) }
    } else if !flags.hasProfile {
      colour.primaries = 1
      colour.transfer = 13
    }
    if flags.hasExplicitCodec {
      codec = (try Self.fourCC(&bits), try Self.fourCC(&bits))
    }
  }

  private mutating func readHDR(
    _ bits: inout BitReader, _ flags: inout Flags
  ) throws(ConversionError) {
    flags.hasGainMap = try bits.flag()
    if flags.hasGainMap {
      gainMapSize.width = try bits.bits(flags.isLarge ? 15 : 7) + 1
      gainMapSize.height = try bits.bits(flags.isLarge ? 15 : 7) + 1
      gainMapColour.matrix = try bits.bits(8)
      gainMapColour.isFullRange = try bits.flag()
      try Self.skipSampling(&bits, try bits.bits(2))
      try Self.skipDepth(&bits, isFloat: try bits.flag())
      flags.toneMapHasProfile = try bits.flag()
      if try bits.flag() { try bits.skip(25) }
    }
    for _ in 0..<(flags.hasGainMap ? 2 : 1) { try Self.skipHDRProperties(&bits) }
  }

  /// Sizes of the parts, then the parts themselves in another order.
  private mutating func readChunks(
    _ bits: inout BitReader, _ flags: Flags, from content: Range<Int>
  ) throws(ConversionError) {
    let hasMetadata = flags.hasProfile || flags.hasExif || flags.hasXMP || flags.hasGainMap
    let hasLargeMetadata = hasMetadata ? try bits.flag() : false
    let metadataBits = hasLargeMetadata ? 20 : 10
    let configurationBits = try bits.flag() ? 12 : 3
    let dataBits = try bits.flag() ? 28 : 15

    let profileSize = try flags.hasProfile ? bits.bits(metadataBits) + 1 : 0
    let toneMapProfileSize = try flags.toneMapHasProfile ? bits.bits(metadataBits) + 1 : 0
    let gainMapMetadataSize = try flags.hasGainMap ? bits.bits(metadataBits) : 0
    if flags.hasGainMap {
      var part = Part()
      part.dataSize = try bits.bits(dataBits)
      if part.dataSize > 0 {
        part.configurationSize = try bits.bits(configurationBits)
        gainMap = part
      }
    }
    main.configurationSize = try bits.bits(configurationBits)
    main.dataSize = try bits.bits(dataBits) + 1
    if flags.hasAlpha {
      var part = Part()
      part.dataSize = try bits.bits(dataBits)
      if part.dataSize > 0 {
        part.configurationSize = try bits.bits(configurationBits)
        alpha = part
      }
    }
    if flags.hasExif || flags.hasXMP {
      guard try !bits.flag() else {
        throw .unsupported("the Exif and XMP of the mini box are compressed")
      }
    }
    let exifSize = try flags.hasExif ? bits.bits(metadataBits) + 1 : 0
    let xmpSize = try flags.hasXMP ? bits.bits(metadataBits) + 1 : 0
    bits.alignToByte()

    var position = content.lowerBound + bits.position / 8
    func take(_ count: Int) throws(ConversionError) -> Range<Int> {
      guard count <= content.upperBound - position else {
        throw .damaged("the mini box ends too early")
      }
      defer { position += count }
      return position..<position + count
    }
    main.configuration = try take(main.configurationSize)
    for path in [\Self.alpha, \Self.gainMap] as [WritableKeyPath<Self, Part?>] {
      guard var part = self[keyPath: path] else { continue }
      // Without a configuration of its own a part has that of the main picture.
      part.configuration =
        part.configurationSize == 0 ? main.configuration : try take(part.configurationSize)
      self[keyPath: path] = part
    }
    if flags.hasProfile { profile = try take(profileSize) }
    _ = try take(toneMapProfileSize)
    _ = try take(gainMapMetadataSize)
    for path in [\Self.alpha, \Self.gainMap] as [WritableKeyPath<Self, Part?>] {
      guard var part = self[keyPath: path] else { continue }
      part.data = try take(part.dataSize)
      self[keyPath: path] = part
    }
    main.data = try take(main.dataSize)
    if flags.hasExif { exif = try take(exifSize) }
    if flags.hasXMP { xmp = try take(xmpSize) }
  }
}

extension MinimizedImage {
  private static func fourCC(_ bits: inout BitReader) throws(ConversionError) -> FourCC {
    FourCC(rawValue: UInt32(try bits.bits(32)))
  }

  /// Where chroma samples lie; the codec says it too.
  private static func skipSampling(
    _ bits: inout BitReader, _ subsampling: Int
  ) throws(ConversionError) {
    if subsampling == 1 { try bits.skip(2) }
    if subsampling == 2 { try bits.skip(1) }
  }

  /// Bits of a sample; the codec says them too.
  private static func skipDepth(
    _ bits: inout BitReader, isFloat: Bool
  ) throws(ConversionError) {
    guard !isFloat else {
      throw .unsupported("the mini box holds a picture of floating-point samples")
    }
    if try bits.flag() { try bits.skip(3) }
  }

  /// Light levels, mastering display, colour volume and viewing environments.
  private static func skipHDRProperties(_ bits: inout BitReader) throws(ConversionError) {
    let hasLightLevel = try bits.flag()
    let hasMasteringDisplay = try bits.flag()
    let hasColourVolume = try bits.flag()
    let hasAmbientEnvironment = try bits.flag()
    let hasReferenceEnvironment = try bits.flag()
    let hasDiffuseWhite = try bits.flag()
    if hasLightLevel { try bits.skip(32) }
    if hasMasteringDisplay { try bits.skip(8 * 16 + 2 * 32) }
    if hasColourVolume {
      try bits.skip(2)
      let hasPrimaries = try bits.flag()
      var luminances = 0
      for _ in 0..<3 { luminances += try bits.bits(1) }
      try bits.skip(2 + (hasPrimaries ? 6 * 32 : 0) + 32 * luminances)
    }
    if hasAmbientEnvironment { try bits.skip(32 + 2 * 16) }
    if hasReferenceEnvironment { try bits.skip(2 * (32 + 2 * 16)) }
    if hasDiffuseWhite { try bits.skip(32) }
  }
}
