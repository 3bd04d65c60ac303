import ConverterCore
import PagedDocumentModel
import PictureModel

/// Does to the pictures of a document what a conversion to a picture would: `--resize`, `--profile`,
/// `--metadata`.
struct PicturePagesTransform: Transform {
  let name = "pictures"
  let stage = TransformStage.content
  /// Those of the transforms of pictures.
  let ledgerWords = [
    "icc", "cicp", "gamma", "alpha", "orientation", "exif", "gps", "thumbnail", "xmp", "iptc",
    "texts", "density", "background", "gainmap", "depth", "images", "auxiliary", "frames", "resize",
  ]
  let lossyChanges = ["bitDepth", "cmyk", "hdr", "pixels"]

  func takes(
    _ options: ConversionOptions, for capabilities: PagedDocument.Capabilities
  ) -> Set<ConversionOptions.Name> {
    // The rest is taken where pictures become pages: those of a document stay as they are.
    options.resize == nil ? [] : [.enlarge]
  }

  func apply(
    to model: PagedDocument, for capabilities: PagedDocument.Capabilities,
    options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    var document = model
    var isFurther = false
    for (index, source) in model.sources.enumerated() {
      guard case .picture(var picture) = source.content else { continue }
      let own = context.forCompanion()
      // Pages are turned and cut as pages.
      for transform in context.registry.transforms(of: Picture.self)
      where !(transform is GeometryTransform) {
        picture = try transform.apply(
          to: picture, for: Self.capabilities(for: picture, options), options: options, in: own)
      }
      context.adopt(own, ofFurtherPart: isFurther)
      isFurther = true
      document.sources[index].content = .picture(picture)
      let pageOptions = try PDFWriterOptions(options).picturePages(for: context.purpose)
      PictureCoding.announce(picture, pageOptions, in: context)
      let size = PictureLayout(of: picture.facts, options: pageOptions).page
      for page in document.pages.indices where document.pages[page].source == index {
        document.pages[page].size = size
      }
    }
    return document
  }

  /// What of a picture a page can hold. Metadata come along where they stand among the coded bytes.
  private static func capabilities(
    for picture: Picture, _ options: ConversionOptions
  ) -> Picture.Capabilities {
    let isWhole = picture.coded.map { $0.coding != .png } == true && options.metadata == .keep
    let isDeep = picture.coded != nil || picture.facts.isLossless && options.quality == nil
    return Picture.Capabilities(
      format: "PDF",
      items: isWhole ? [.icc, .exif, .xmp, .iptc, .texts, .density] : [.icc, .density], alpha: true,
      maximumBitDepth: isDeep && !picture.facts.colour.isHDR ? 16 : 8, cmyk: true)
  }
}
