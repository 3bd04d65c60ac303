import ConverterCore
import PictureModel

/// The picture that the camera made itself and put into the raw file: `--set preview=true`.
enum RawPreview {
  static let descriptor = OptionDescriptor(
    "preview", .flag, default: "false",
    help: "take the picture that the camera made and put into the file, rather than develop one")

  /// - Parameters:
  ///   - jpeg: the preview.
  ///   - found: what the file says beside it.
  /// - Throws: `unsupportedContent` where nothing reads JPEG; what reading it throws.
  static func picture(
    of jpeg: [UInt8], in found: RawFacts, _ context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let type: ContentType.ID = "public.jpeg"
    guard
      let reader = context.registry.reader(for: type) as? any Reader<Picture>
    else {
      throw ConversionError(
        .unsupportedContent, "holds a preview in JPEG, and there is no reader for those here")
    }
    let file = InputFile(bytes: jpeg)
    let preview = try reader.read(file, type: type, in: ReadingContext(context))
    var facts = preview.facts
    // One that says itself how it is turned is upright already.
    let isTurned = facts.metadata.exif.flatMap(Exif.orientation(in:)) != nil
    let orientation = isTurned ? .upright : found.orientation
    facts.metadata.exif = found.exif ?? facts.metadata.exif
    facts.metadata.xmp = found.xmp ?? facts.metadata.xmp
    facts.companions = []
    facts.coding = "the camera's preview in JPEG, " + facts.coding
    var picture: Picture
    if orientation == .upright {
      picture = preview
      picture.facts = facts
      // What is coded has the preview's own metadata.
      if found.exif != nil || found.xmp != nil { picture.coded = nil }
    } else {
      picture = Picture(stored: facts, orientation: orientation, in: context, open: preview.open)
      picture.origin = PictureOrigin(
        type, in: file, at: 0..<jpeg.count, width: facts.width, height: facts.height,
        orientation: orientation)
    }
    picture.siblings = []
    // Some differ by a few rows and columns.
    if picture.facts.width < found.width * 9 / 10, picture.facts.height < found.height * 9 / 10 {
      context.warn(
        "the preview has \(picture.facts.width)×\(picture.facts.height) pixels; developed, the "
          + "picture has \(found.width)×\(found.height)")
    }
    return picture
  }
}
