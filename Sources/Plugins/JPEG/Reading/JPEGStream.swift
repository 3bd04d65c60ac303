internal import ConverterCore
internal import PictureModel

/// One JPEG picture within a file: its header is read, its data waits.
struct JPEGStream {
  let input: InputFile
  let range: Range<Int>
  let context: ConversionContext
  let segments: JPEGSegments
  let frame: JPEGFrame

  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `readFailed`.
  init(
    _ input: InputFile, range: Range<Int>, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.range = range
    self.context = context
    segments = try JPEGSegments(input, range: range)
    try segments.checkFrame(limits: context.limits)
    metadata = try segments.metadata(in: context)
    profile = try segments.icc(in: context)
    // libjpeg's own reading of the header decides on the colours, so that facts and pixels agree.
    var decoder = try JPEGDecoderHandle(JPEGByteSource(input, range: range, in: context))
    frame = try decoder.readHeader()
  }

  let metadata: PictureMetadata
  private let profile: [UInt8]?

  /// How the stored pixels are turned.
  var orientation: Orientation { metadata.exif.flatMap(Exif.orientation) ?? .upright }

  /// - Parameter fallback: how the pixels are turned where the stream does not say so: gain maps lie as the
  ///   picture does that they belong to.
  func picture(
    with others: [FurtherPicture] = [], orientedAs fallback: Orientation = .upright
  ) -> Picture {
    var facts = PictureFacts(
      width: frame.width, height: frame.height, format: frame.nativeFormat, sampleDepth: 8,
      coding: frame.coding)
    if let profile { facts.colour = .icc(profile) }
    facts.metadata = metadata
    if let thumbnail = metadata.exif.flatMap(PictureFacts.Companion.thumbnail) {
      facts.companions.append(thumbnail)
    }
    facts.companions += others.map(\.companion)
    let orientation = metadata.exif.flatMap(Exif.orientation) ?? fallback
    var picture = Picture(
      stored: facts, orientation: orientation, in: context,
      siblings: others.compactMap(\.sibling)
    ) { demand throws(ConversionError) in try pixels(for: demand) }
    picture.coded = coded
    picture.origin = PictureOrigin(
      "public.jpeg", in: input, at: range, width: frame.width, height: frame.height,
      orientation: orientation)
    picture.facts.gainMap = others.lazy.compactMap(\.gainMap).first
    picture.facts.gainMap?.placement =
      GainMap.Placement(width: picture.facts.width, height: picture.facts.height)
    return picture
  }

  private func pixels(for demand: PixelDemand) throws(ConversionError) -> any PixelSource {
    try input.namedInErrors { () throws(ConversionError) in
      try JPEGPixelSource(JPEGByteSource(input, range: range, in: context), for: demand)
        .readAhead(in: context)
    }
  }
}

extension JPEGSegments {
  /// All that the segments say beside pixels and colours.
  ///
  /// - Throws: `limitExceeded` where it would take more memory than is allowed, with the payloads that it is made of.
  func metadata(in context: ConversionContext) throws(ConversionError) -> PictureMetadata {
    let byteCount = segments.reduce(0) { count, segment in
      [.app1, .app13, .comment].contains(segment.marker) ? count + segment.payload.count : count
    }
    try context.limits.check(.memory, 2 * byteCount, for: "the metadata of a JPEG picture")
    var metadata = PictureMetadata()
    metadata.exif = try exif()
    metadata.xmp = try xmp(in: context)
    metadata.iptc = try iptc()
    metadata.texts = try comments()
    metadata.dotsPerInch = try dotsPerInch()
    return metadata
  }
}
