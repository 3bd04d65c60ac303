import ConverterCore
import PictureModel

/// Finds out how the pixels of an item come to be, without decoding any.
struct ImagePlanner {
  let file: HEIFFile
  let context: ConversionContext
  /// Pixels that all items planned so far decode to.
  private var work = 0

  /// No item is cheaper than this many pixels, however small it says it is.
  private static let leastWork = 4096

  init(_ file: HEIFFile, _ context: ConversionContext) {
    self.file = file
    self.context = context
  }

  /// - Parameter parents: the items that this one is a part of, outermost first.
  /// - Throws: `damagedInput`, `unsupportedContent` naming the coding, `limitExceeded`.
  mutating func plan(
    _ id: UInt32, within parents: [UInt32] = []
  ) throws(ConversionError) -> ImagePlan {
    guard !parents.contains(id) else { throw .damaged("item \(id) is made of itself") }
    try context.limits.check(
      .nesting, parents.count, for: "item \(id), made of items within items,")
    guard let item = file.item(id) else {
      throw .damaged("there is no item \(id), which a picture is made of")
    }
    try spend(0)
    let properties = try file.properties(of: id)
    switch item.type {
    case "hvc1", "hev1": return try hevc(id, properties, parents)
    case "av01": return try av1(id, properties, parents)
    case "jpeg": return try jpeg(id, properties)
    case "grid": return try grid(id, properties, parents)
    case "iovl": return try overlay(id, properties, parents)
    case "iden": return try identity(id, properties, parents)
    case "tmap": return try toneMapped(id, parents)
    default:
      throw .unsupported(
        "the picture, item \(id), is coded as \(Self.name(of: item.type)), which fairy does not decode"
      )
    }
  }

  /// Counts pixels that will have to be decoded.
  mutating func spend(_ pixels: Int) throws(ConversionError) {
    work += max(pixels, Self.leastWork)
    try context.limits.check(.pixels, work, for: "decoding all parts of the picture")
  }

  /// A name for people of what an item is coded with.
  static func name(of type: FourCC) -> String {
    switch type {
    case "avc1", "avc3": "H.264 (AVC, \(type))"
    case "unci": "uncompressed samples (unci, ISO/IEC 23001-17)"
    case "vvc1": "H.266 (VVC, vvc1)"
    case "evc1": "EVC (evc1)"
    case "j2k1": "JPEG 2000 (j2k1)"
    case "lhv1": "layered HEVC (lhv1)"
    case "hvt1": "tiles within an HEVC picture (hvt1)"
    case "tili": "a tiled image (tili)"
    case "mski": "a mask (mski)"
    default: "\"\(type)\""
    }
  }

  /// The plan of an item that a codec, a grid or an overlay makes.
  ///
  /// - Parameter colour: what the parts or the bitstream say, where the item says nothing.
  mutating func finish(
    _ id: UInt32, _ content: ImagePlan.Content, _ properties: [ItemProperty], _ parents: [UInt32],
    size: (width: Int, height: Int), _ subsampling: ChromaSubsampling, bitDepth: Int,
    colour fallback: ImagePlan.Colour, partAlpha: PixelFormat.Alpha = .none, coding: String
  ) throws(ConversionError) -> ImagePlan {
    try context.limits.checkPixels(width: size.width, height: size.height)
    let colour = Self.colour(properties).filled(from: fallback)
    let points = colour.codePoints ?? .unspecified
    let alpha = try alpha(of: id, parents)
    let matrix =
      subsampling == .monochrome ? MatrixCoefficients.bt601 : try points.matrixCoefficients()
    guard matrix != .identity || subsampling == .s444 else {
      throw .damaged("item \(id) holds RGB, but at \(subsampling.rawValue)")
    }
    var geometry = ItemGeometry(width: size.width, height: size.height)
    try geometry.apply(properties)
    return ImagePlan(
      item: id, content: content, width: size.width, height: size.height,
      format: PixelFormat(
        .ycbcr(subsampling, matrix, points.range),
        alpha: alpha.map { isPremultiplied(id, by: $0.item) ? .premultiplied : .straight }
          ?? partAlpha,
        bitDepth: bitDepth),
      sampleDepth: bitDepth, alpha: alpha, geometry: geometry, colour: colour, coding: coding)
  }

  static func colour(_ properties: [ItemProperty]) -> ImagePlan.Colour {
    var colour = ImagePlan.Colour()
    for case .colour(let information) in properties {
      switch information {
      case .profile(let profile): colour.profile = colour.profile ?? profile
      case .codePoints(let points): colour.codePoints = colour.codePoints ?? points
      case .nothing: break
      }
    }
    return colour
  }

  static func spatialExtents(_ properties: [ItemProperty]) -> (width: Int, height: Int)? {
    for case .spatialExtents(let width, let height) in properties where width > 0 && height > 0 {
      return (width, height)
    }
    return nil
  }
}
