import ConverterCore
import PictureModel

/// Tells in the receipt what a photo looks like, and leaves it as it is.
struct PhotoLookTransform: Transform {
  let name = "look"
  let stage = TransformStage.search
  let descriptors = [PhotoLookPlugin.setting]

  /// What a photo is looked at with: fewer pixels show no blur, and more take longer.
  private static let longSide = 480

  func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard try options.value(of: PhotoLookPlugin.setting) == "photo" else { return picture }
    var told = picture
    told.facts.look = try look(at: picture, in: context)
    return told
  }

  private func look(
    at picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> JSONValue {
    let facts = picture.facts
    let capture = facts.metadata.exif.map { Exif.capture(of: $0) } ?? Exif.Capture()
    let pixels = try PixelBuffer(collecting: try gray(of: picture, in: context), in: context)
    let grid = GrayGrid(pixels, longSide: Self.longSide)
    let sixteenths = grid.sixteenths
    let print = min(facts.width, facts.height) < PhotoPrint.leastSide ? nil : PhotoPrint(of: grid)
    return .object([
      .init("width", .integer(facts.width)), .init("height", .integer(facts.height)),
      .init("taken", capture.taken.map { .string($0) } ?? .null),
      .init("camera", capture.camera.map { .string($0) } ?? .null),
      .init("print", print.map { .string($0.bytes.hexadecimal) } ?? .null),
      .init("sharpness", grid.sharpness(sixteenths).map { .number(Self.rounded($0)) } ?? .null),
      .init("light", .number(Self.rounded(grid.light(sixteenths)))),
      .init("even", .number(Self.rounded(pixels.evenShare))),
    ])
  }

  private func gray(
    of picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    let (width, height) = (picture.facts.width, picture.facts.height)
    let longer = max(width, height)
    var demand = PixelDemand([.gray8, .cmyk8])
    demand.isRough = true
    if longer > Self.longSide {
      demand.sufficientSize = (
        (width * Self.longSide + longer - 1) / longer,
        (height * Self.longSide + longer - 1) / longer
      )
    }
    return try picture.pixels(for: demand, in: context)
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
