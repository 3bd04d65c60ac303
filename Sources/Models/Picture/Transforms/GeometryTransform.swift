public import ConverterCore

/// Cuts pictures, then turns them, then flips them; before they are resized.
///
/// A writer of the type that the picture comes from may do the same in its coefficients: ``Picture/origin`` tells it
/// which part of the stored picture is meant, and how it is turned.
public struct GeometryTransform: Transform {
  public let name = "geometry"
  public let stage = TransformStage.geometry
  public let descriptors: [OptionDescriptor] = [.pictureRotate, .flip, .pictureCrop]
  public let ledgerWords = ["crop", "rotation", "flip"]

  public init() {}

  public func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let isPage = picture.facts.isPage
    let flip = try options.value(of: .flip)
    let rotate = isPage ? "" : try options.value(of: .pictureRotate)
    let crop = isPage ? "" : try options.value(of: .pictureCrop)
    guard flip != "none" || !rotate.isEmpty || !crop.isEmpty else { return picture }

    let whole = PixelRectangle(
      x: 0, y: 0, width: picture.facts.width, height: picture.facts.height)
    let part = crop.isEmpty ? whole : try Self.part(crop, of: whole)
    let angle = try Self.angle(rotate)
    if !crop.isEmpty, part == whole {
      context.noteUnused(.pictureCrop, why: "that is the whole picture")
    }
    if !rotate.isEmpty, angle == 0 {
      context.noteUnused(.pictureRotate, why: "that is no turn")
    }
    if part != whole {
      context.note(
        "crop", .changed, why: "\(part.cropText) of \(whole.width)×\(whole.height) pixels")
    }
    if angle != 0 { context.note("rotation", .changed, why: "by \(angle)° clockwise") }
    if flip != "none" {
      context.note("flip", .changed, why: flip == "horizontal" ? "left to right" : "top to bottom")
    }
    let turn = Orientation(clockwise: angle).followed(by: Orientation(flip: flip))
    return picture.recut(to: part, of: whole, turned: turn, in: context)
  }

  private static func part(
    _ words: String, of whole: PixelRectangle
  ) throws(ConversionError) -> PixelRectangle {
    let geometry = try CropGeometry(parsing: words)
    guard let part = geometry.rectangle(width: whole.width, height: whole.height) else {
      throw ConversionError(
        .usage,
        "--crop \(words.printable) holds nothing of the picture, which is "
          + "\(whole.width)×\(whole.height)")
    }
    return part
  }

  /// In degrees, clockwise: 0, 90, 180 or 270.
  private static func angle(_ words: String) throws(ConversionError) -> Int {
    guard !words.isEmpty else { return 0 }
    guard let angle = Int(words), angle % 90 == 0, (-270...270).contains(angle) else {
      throw ConversionError(
        .usage,
        "pictures are turned by 90, 180 or 270 degrees, not \"\(words.printable)\"; an angle for some "
          + "pages is for documents")
    }
    return (angle + 360) % 360
  }
}

extension Picture {
  /// A part of it, turned; its place in the file goes along.
  fileprivate func recut(
    to part: PixelRectangle, of whole: PixelRectangle, turned turn: Orientation,
    in context: ConversionContext
  ) -> Picture {
    var result = self
    if part != whole || turn != .upright {
      result = Picture(
        stored: facts, crop: part, orientation: turn, in: context, siblings: siblings, open: open)
      result.facts.storedOrientation = facts.storedOrientation
      result.facts.thumbnailIsStale = true
      if part != whole { result.facts.gainMap?.placement.crop(to: part) }
      result.facts.gainMap?.placement.turn(by: turn)
      if turn.swapsSides, let (x, y) = facts.metadata.dotsPerInch {
        result.facts.metadata.dotsPerInch = (y, x)
      }
    }
    result.origin = origin?.recut(to: part, turned: turn)
    return result
  }
}

extension Orientation {
  /// - Parameter degrees: 0, 90, 180 or 270.
  fileprivate init(clockwise degrees: Int) {
    switch degrees {
    case 90: self = .rotated90
    case 180: self = .rotated180
    case 270: self = .rotated270
    default: self = .upright
    }
  }

  fileprivate init(flip: String) {
    switch flip {
    case "horizontal": self = .mirrored
    case "vertical": self = .flipped
    default: self = .upright
    }
  }
}

extension OptionDescriptor {
  static let pictureRotate = OptionDescriptor(
    "rotate", .text("90, 180, 270"), default: "",
    help: "turns pictures clockwise; of pages: 90:1-3 180:7 for some", changesContent: true)
  static let flip = OptionDescriptor(
    "flip", .choice(["none", "horizontal", "vertical"]), default: "none",
    help: "mirrors pictures, left to right or top to bottom, once they are turned",
    changesContent: true)
  static let pictureCrop = OptionDescriptor(
    "crop", .text("WIDTHxHEIGHT+LEFT+TOP"), default: "",
    help: "the part of a picture that stays, in pixels or %, before it is turned; of pages "
      + "left,bottom,width,height in points", changesContent: true)
}
