import ConverterCore
import PictureModel

/// An image item with everything that its pixels need: checked, and free of cycles.
final class ImagePlan: Sendable {
  enum Content: Sendable {
    case hevc(HEVCConfiguration)
    case av1(AV1Configuration, operatingPoint: Int, layer: Int?)
    case jpeg(header: [UInt8])
    case grid(columns: Int, tiles: [ImagePlan])
    case overlay(fill: SIMD4<UInt16>, layers: [Layer])
  }

  struct Layer: Sendable {
    let image: ImagePlan
    /// Of its top left corner on the canvas; may be negative.
    let x: Int
    let y: Int
  }

  let item: UInt32
  let content: Content
  /// In pixels as stored, before ``geometry``.
  let width: Int
  let height: Int
  /// As stored, alpha included.
  let format: PixelFormat
  /// Bits of a sample in the file.
  let sampleDepth: Int
  /// The item whose luma is this picture's alpha.
  let alpha: ImagePlan?
  let geometry: ItemGeometry
  let colour: Colour
  /// For people: "HEVC 4:2:0 8 bit".
  let coding: String

  /// An ICC profile says what colours mean, code points how planes become RGB; a file may give both.
  struct Colour: Sendable {
    var profile: [UInt8]?
    var codePoints: ColourCodePoints?

    var description: ColourDescription {
      profile.map { .icc($0) } ?? codePoints?.description ?? .unspecified
    }

    /// The same, with what is missing taken from `other`.
    func filled(from other: Colour) -> Colour {
      Colour(profile: profile ?? other.profile, codePoints: codePoints ?? other.codePoints)
    }
  }

  init(
    item: UInt32, content: Content, width: Int, height: Int, format: PixelFormat, sampleDepth: Int,
    alpha: ImagePlan?, geometry: ItemGeometry, colour: Colour, coding: String
  ) {
    self.item = item
    self.content = content
    self.width = width
    self.height = height
    self.format = format
    self.sampleDepth = sampleDepth
    self.alpha = alpha
    self.geometry = geometry
    self.colour = colour
    self.coding = coding
  }

  /// Whether the pixels are shown as they are stored.
  var isShownAsStored: Bool { geometry.isIdentity(width: width, height: height) }

  /// Whether a codec decodes straight to planes of `format`, shown as they are.
  func isCodedPlanes(of format: PixelFormat) -> Bool {
    switch content {
    case .hevc, .av1: self.format == format && alpha == nil && isShownAsStored
    case .jpeg, .grid, .overlay: false
    }
  }

  /// The same pixels, turned further.
  func with(_ geometry: ItemGeometry, colour: Colour) -> ImagePlan {
    ImagePlan(
      item: item, content: content, width: width, height: height, format: format,
      sampleDepth: sampleDepth, alpha: alpha, geometry: geometry, colour: colour, coding: coding)
  }
}
