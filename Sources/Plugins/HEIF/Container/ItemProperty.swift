import ConverterCore

/// Something that a file says of an item (ISO/IEC 23008-12, 6.5).
enum ItemProperty: Sendable {
  /// The size as coded, before any transformation.
  case spatialExtents(width: Int, height: Int)
  /// Bits of a sample, for each channel.
  case pixelInformation([UInt8])
  case colour(ColourInformation)
  /// Quarter turns, counter-clockwise.
  case rotation(quarterTurns: Int)
  case mirror(MirrorDirection)
  case cleanAperture(CleanAperture)
  case pixelAspectRatio(horizontal: Int, vertical: Int)
  /// What an auxiliary image is for, as a URN.
  case auxiliaryType(String)
  case hevcConfiguration(HEVCConfiguration)
  case av1Configuration(AV1Configuration)
  /// The beginning that all `jpeg` items with this property share.
  case jpegHeader([UInt8])
  /// The operating point of a scalable AV1 picture.
  case av1OperatingPoint(Int)
  /// The layer to show of a picture with several (ISO/IEC 23008-12, 6.5.11); `nil` for the highest.
  case layer(Int?)
  /// One that fairy makes nothing of.
  case other(FourCC)

  /// How an image is mirrored (ISO/IEC 23008-12:2022, 6.5.12; the first edition described the two
  /// values the other way round than files used them).
  enum MirrorDirection: Sendable {
    /// Value 0.
    case topToBottom
    /// Value 1.
    case leftToRight
  }

  /// Descriptive properties that may be called essential without changing how pixels are decoded.
  private static let harmless: Set<FourCC> = [
    "free", "skip", "a1lx", "clli", "mdcv", "cclv", "amve", "reve", "ndwt", "pixi", "udes", "altt",
    "aebr", "wbbr", "fobr", "afbr", "dobr", "crtt", "mdft", "rloc", "avcC", "uncC", "cmpd", "cmpC",
    "icef", "vvcC", "evcC", "j2kH", "lhvC", "hvtC", "oinf", "tols", "rref", "cmin", "cmex", "stpe",
  ]

  /// Whether an item for which this property is essential can be decoded all the same.
  var isUnderstood: Bool {
    if case .other(let type) = self { Self.harmless.contains(type) } else { true }
  }

  init(parsing box: Box, in parent: FieldReader) throws(ConversionError) {
    var reader = parent.reader(of: box)
    switch box.type {
    case "ispe":
      _ = try reader.fullBoxHeader()
      self = .spatialExtents(
        width: try reader.integer(4), height: try reader.integer(4))
    case "pixi":
      _ = try reader.fullBoxHeader()
      self = .pixelInformation(try reader.array(Int(try reader.uint8())))
    case "colr":
      self = .colour(try ColourInformation(parsing: reader))
    case "irot":
      self = .rotation(quarterTurns: Int(try reader.uint8() & 3))
    case "imir":
      self = .mirror(try reader.uint8() & 1 == 0 ? .topToBottom : .leftToRight)
    case "clap":
      self = .cleanAperture(try CleanAperture(parsing: reader))
    case "pasp":
      self = .pixelAspectRatio(
        horizontal: try reader.integer(4), vertical: try reader.integer(4))
    case "auxC":
      _ = try reader.fullBoxHeader()
      self = .auxiliaryType(reader.string())
    case "hvcC":
      self = .hevcConfiguration(try HEVCConfiguration(parsing: reader))
    case "av1C":
      self = .av1Configuration(try AV1Configuration(parsing: reader))
    case "jpgC":
      self = .jpegHeader(try reader.array(reader.remaining))
    case "a1op":
      self = .av1OperatingPoint(Int(try reader.uint8()))
    case "lsel":
      let layer = try reader.integer(2)
      self = .layer(layer == 0xFFFF ? nil : layer)
    case let type:
      self = .other(type)
    }
  }
}

/// A property of an item, by its place among the properties.
struct PropertyAssociation: Sendable {
  /// From 1; 0 is no property.
  let index: Int
  /// Whether an item must not be shown by a reader that does not understand the property.
  let isEssential: Bool

  /// Parses an `ipma` box, adding to what another one said (ISO/IEC 23008-12, 9.3).
  static func parse(
    _ reader: FieldReader, into associations: inout [UInt32: [PropertyAssociation]]
  ) throws(ConversionError) {
    var reader = reader
    let header = try reader.fullBoxHeader()
    let isWide = header.flags & 1 == 1
    for _ in 0..<(try reader.integer(4)) {
      let item = UInt32(try reader.integer(header.version == 0 ? 2 : 4))
      for _ in 0..<(try reader.uint8()) {
        let word = try reader.integer(isWide ? 2 : 1)
        let essential = isWide ? 0x8000 : 0x80
        associations[item, default: []].append(
          PropertyAssociation(index: word & (essential - 1), isEssential: word & essential != 0))
      }
    }
  }
}
