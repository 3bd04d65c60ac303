import ConverterCore
import PDFObjects
import PictureModel

/// Codes a picture once for a page, as no file does that PDF could take as it is.
///
/// The work is that of the formats' own writers, which the registry knows: JPEG for photos, PNG (whose rows are
/// PDF's, too) for what is lossless or has few colours, and for transparency.
struct PictureCoding {
  let options: PicturePageOptions
  let context: ConversionContext

  static let usualQuality = Quality(0.9)

  /// - Returns: the colours, and how opaque they are where that differs.
  func code(
    _ picture: Picture
  ) throws(ConversionError) -> (colours: CodedPicture, mask: CodedPicture?) {
    let facts = picture.facts
    guard facts.format.hasAlpha else { return (try code(opaque: picture), nil) }
    let (colours, mask) = try separated(picture)
    return (try code(opaque: colours), try code(mask, as: "public.png"))
  }

  /// How opaque a picture is, by itself.
  func mask(of picture: Picture) throws(ConversionError) -> CodedPicture {
    try code(try separated(picture).mask, as: "public.png")
  }

  /// Colours and opacity as pictures of their own.
  private func separated(
    _ picture: Picture
  ) throws(ConversionError) -> (colours: Picture, mask: Picture) {
    let facts = picture.facts
    let channels: PixelFormat.Channels =
      switch facts.format.channels {
      case .gray, .ycbcr(.monochrome, _, _): .gray
      case .rgb, .ycbcr: .rgb
      case .cmyk: .cmyk
      }
    let isDeep = facts.sampleDepth > 8 && channels != .cmyk
    let format = PixelFormat(channels, alpha: .straight, bitDepth: isDeep ? 16 : 8)
    let source = try picture.pixels(for: PixelDemand([format]), in: context)
    let pixels = try PixelBuffer(collecting: source, in: context)
    let (colours, mask) = try pixels.separated(in: context)
    var (colourFacts, maskFacts) = (facts, facts)
    colourFacts.format = colours.format
    // Its colours may be transparent ones.
    colourFacts.palette = nil
    maskFacts.format = mask.format
    maskFacts.palette = nil
    maskFacts.isLossless = true
    maskFacts.colour = .unspecified
    let colourPicture = Picture(colourFacts) { _ throws(ConversionError) in BufferSource(colours) }
    let maskPicture = Picture(maskFacts) { _ throws(ConversionError) in BufferSource(mask) }
    return (colourPicture, maskPicture)
  }

  private func code(opaque picture: Picture) throws(ConversionError) -> CodedPicture {
    if picture.facts.sampleDepth == 1, picture.facts.format.channels == .gray,
      picture.facts.isLossless
    {
      return try codeBitmap(picture)
    }
    return try code(
      picture, as: Self.isExact(picture.facts, options) ? "public.png" : "public.jpeg")
  }

  /// Black and white, as JBIG2 without symbols, whose data are smaller than others and exact.
  private func codeBitmap(_ picture: Picture) throws(ConversionError) -> CodedPicture {
    let pixels = try PixelBuffer(
      collecting: try picture.pixels(for: PixelDemand([.gray8]), in: context), in: context)
    let bytes = JBIG2Encoder.encode(Bitmap(packing: pixels))
    return CodedPicture(
      .jbig2, width: pixels.width, height: pixels.height, samples: .gray, bitDepth: 1
    ) { _ in bytes }
  }

  /// Whether the samples of a picture of these facts stay as they are; else they are JPEG's, whose writer says so.
  static func isExact(_ facts: PictureFacts, _ options: PicturePageOptions) -> Bool {
    let mayLose = facts.palette == nil && !(facts.isLossless && options.quality == nil)
    return !mayLose && facts.format.channels != .cmyk
  }

  /// Says for a plan what coding a picture will change.
  static func announce(
    _ picture: Picture, _ options: PicturePageOptions, in context: ConversionContext
  ) {
    guard context.isPlanning, picture.coded == nil, !isExact(picture.facts, options) else { return }
    if let goal = SmallPicture(of: picture.facts, options) { return goal.note(in: context) }
    guard mayHaveLayers(picture.facts, options) else {
      return context.noteLossyPixels("JPEG", options.quality ?? usualQuality)
    }
    context.note(
      "pixels", .changed,
      why:
        "ink and paper of scans are coded apart where that is smaller and looks the same, else as "
        + "JPEG quality \((options.quality ?? usualQuality).percent) %")
  }

  private func code(_ picture: Picture, as type: ContentType.ID) throws(ConversionError)
    -> CodedPicture
  {
    guard
      let writer = context.registry.writers.first(where: {
        $0.types.contains(type) && $0 is any Writer<Picture>
      })
        as? any Writer<Picture>,
      let reader = context.registry.readers.first(where: {
        $0.types.contains(type) && $0 is any Reader<Picture>
      })
        as? any Reader<Picture>
    else {
      throw ConversionError(
        .noRoute, "pictures of this kind are coded by a plugin that is not there")
    }
    var picture = picture
    // What stands beside the pixels is said by the page, not once more inside.
    picture.facts.metadata = PictureMetadata()
    picture.facts.colour = .unspecified
    let output = try OutputFile(.memory)
    try write(picture, as: type, with: writer, to: output)
    let again = try reader.read(
      InputFile(bytes: output.bytes), type: type, in: ReadingContext(context))
    guard let coded = again.coded else {
      throw ConversionError(
        .internalError, "a picture that was just coded cannot be taken as it is")
    }
    return coded
  }

  private func write<W: Writer<Picture>>(
    _ picture: Picture, as type: ContentType.ID, with writer: W, to output: OutputFile
  ) throws(ConversionError) {
    var settings = ConversionOptions()
    if type == "public.jpeg" { settings.quality = options.quality ?? Self.usualQuality }
    try writer.write(
      picture, as: type, to: output, options: try W.Options(settings), in: WritingContext(context))
  }
}

extension PixelBuffer {
  /// Colours and opacity of an interleaved picture, each by itself.
  fileprivate func separated(
    in context: ConversionContext
  ) throws(ConversionError) -> (colours: PixelBuffer, mask: PixelBuffer) {
    var plain = format
    plain.alpha = .none
    let opacity = PixelFormat(.gray, bitDepth: format.bitDepth)
    try context.limits.check(
      .memory, 2 * PixelBuffer.byteCount(format, width: width, height: height),
      for: "a picture of \(width)×\(height) with transparency")
    let colours = PixelBuffer(plain, width: width, height: height)
    let mask = PixelBuffer(opacity, width: width, height: height)
    let count = plain.samplesPerPixel
    for y in 0..<height {
      if y % 256 == 0 { try context.checkpoint() }
      if format.bitDepth > 8 {
        separate(y, count, UInt16.self, into: colours, mask)
      } else {
        separate(y, count, UInt8.self, into: colours, mask)
      }
    }
    return (colours, mask)
  }

  /// All are of the same width: with `count` samples and one of opacity, with `count`, and with one.
  private func separate<Sample>(
    _ y: Int, _ count: Int, _: Sample.Type, into colours: PixelBuffer, _ mask: PixelBuffer
  ) {
    let from = unsafe planes[0].row(y, as: Sample.self)
    let colour = unsafe colours.planes[0].row(y, as: Sample.self)
    let opacity = unsafe mask.planes[0].row(y, as: Sample.self)
    for x in 0..<width {
      for channel in 0..<count {
        unsafe colour[x * count + channel] = from[x * (count + 1) + channel]
      }
      unsafe opacity[x] = from[x * (count + 1) + count]
    }
  }
}
