import ConverterCore
import PagedDocumentModel
import PictureModel

/// A picture that becomes small when it is coded for its page, so that it is coded once.
struct SmallPicture {
  private let level: CompressionLevel
  private let width: Int
  private let height: Int
  private let isReduced: Bool
  private let format: PixelFormat

  /// - Returns: `nil` where no picture is to become small, or another coding than JPEG may suit this one: it is coded
  ///   without loss then, and made smaller as the pictures of a PDF are.
  init?(of facts: PictureFacts, _ options: PicturePageOptions) {
    guard let level = options.level, !PictureCoding.isExact(facts, options),
      !PictureCoding.mayHaveLayers(facts, options), facts.sampleDepth <= 8, !facts.format.hasAlpha,
      max(facts.width, facts.height) <= JPEGImageEncoderHandle.largestSide
    else { return nil }
    switch facts.format.channels {
    case .gray, .ycbcr(.monochrome, _, _): format = .gray8
    case .rgb, .ycbcr: format = .rgb8
    case .cmyk: return nil
    }
    let layout = PictureLayout(of: facts, options: options)
    let goal = RecodingGoal(
      dpi: Double(facts.width) * 72 / layout.picture.width, targetDPI: level.dpi,
      monoDPI: level.monoDPI, quality: level.quality, tolerance: level.tolerance)
    let scale = goal.scale(to: level.dpi)
    (width, height) = CodedImage.size(facts.width, facts.height, scale)
    isReduced = scale > 1
    self.level = level
  }

  /// Says in the ledger what is lost.
  func note(in context: ConversionContext) {
    context.noteLossyPixels("JPEG", level.quality)
    guard isReduced else { return }
    context.note(
      "pixels", .changed,
      why: "pictures of more than \(Int(level.dpi)) pixels an inch get fewer")
  }

  func code(
    _ picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> CodedPicture {
    let pixels = try PixelBuffer(
      collecting: try picture.pixels(for: PixelDemand([format]), in: context), in: context)
    try context.limits.check(
      .memory, 2 * PixelBuffer.byteCount(format, width: pixels.width, height: pixels.height),
      for: "a picture of \(pixels.width)×\(pixels.height)")
    var raster = Raster(pixels)
    if isReduced {
      raster = AreaFilter(raster, toWidth: width, height: height).apply(to: raster)
    }
    try context.checkpoint()
    let bytes = try JPEGImageEncoderHandle.encode(raster, quality: level.quality, in: context)
    note(in: context)
    return CodedPicture(
      .jpeg, width: raster.width, height: raster.height,
      samples: raster.channels == 1 ? .gray : .rgb, bitDepth: 8
    ) { _ in bytes }
  }
}
