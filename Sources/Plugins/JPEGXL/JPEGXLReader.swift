public import ConverterCore
public import PictureModel

/// Reads JPEG XL files and bare codestreams, pictures and animations.
public struct JPEGXLReader: Reader {
  public let name = "JPEG XL"
  public let types: [ContentType.ID] = ["public.jpeg-xl"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libjxl.required]
  }

  public init() {}

  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `missingLibrary`, `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: CodedBytes(input, in: context.conversion), in: context.conversion)
    }
  }

  private func picture(
    of bytes: CodedBytes, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let survey = try SurveyHandle.survey(bytes, in: context)
    try context.limits.checkPixels(width: survey.width, height: survey.height)
    guard !survey.hasBlack else {
      throw ConversionError(
        .unsupportedContent, "is in CMYK, which is not read of JPEG XL")
    }
    let facts = PictureFacts(survey)
    let frames = JPEGXLFrames(bytes, survey, facts.format, in: context)
    var picture = Picture(stored: facts, orientation: survey.orientation, in: context) {
      demand throws(ConversionError) in
      try bytes.input.namedInErrors { () throws(ConversionError) in
        try frames.source(of: demand.frame)
      }
    }
    if survey.hasJPEG { picture.coded = coded(bytes, survey, in: context) }
    return picture
  }

  /// The JPEG file that the picture was made of.
  private func coded(
    _ bytes: CodedBytes, _ survey: Survey, in context: ConversionContext
  ) -> CodedPicture {
    var coded = CodedPicture(
      .jpeg, width: survey.width, height: survey.height, samples: survey.isGray ? .gray : .rgb,
      bitDepth: 8
    ) { keepsMetadata throws(ConversionError) in
      guard let jpeg = try JPEGXLDecoderHandle.jpeg(of: bytes, limit: context.limits.memory) else {
        throw ConversionError(
          .damagedInput, "the JPEG file that it was made of cannot be restored",
          file: bytes.input.path)
      }
      guard !keepsMetadata else { return jpeg }
      let reader = context.registry.readers.first { $0.types.contains("public.jpeg") }
      let plain = try (reader as? any Reader<Picture>)?.read(
        InputFile(bytes: jpeg), type: "public.jpeg", in: ReadingContext(context.forCompanion()))
      guard let stripped = try plain?.coded?.bytes(false) else {
        throw ConversionError(.noRoute, "nothing here takes metadata out of JPEG files")
      }
      return stripped
    }
    coded.isRestored = true
    return coded
  }
}

extension PictureFacts {
  /// As stored.
  fileprivate init(_ survey: Survey) {
    var format = PixelFormat(
      survey.isGray ? .gray : .rgb, bitDepth: survey.bits > 8 || survey.isFloat ? 16 : 8)
    if survey.hasAlpha { format.alpha = survey.isPremultiplied ? .premultiplied : .straight }
    self.init(
      width: survey.width, height: survey.height, format: format, sampleDepth: survey.bits,
      coding: survey.hasJPEG
        ? "from JPEG, which can be restored"
        : survey.usesOriginalProfile ? "in its original colours" : "XYB")
    isLossless = survey.usesOriginalProfile && !survey.hasJPEG
    colour = survey.colour
    metadata.exif = survey.exif
    metadata.xmp = survey.xmp
    if survey.otherChannels > 0 {
      companions.append(Companion(.auxiliary, detail: "\(survey.otherChannels) further channels"))
    }
    if let animation = survey.animation {
      self.animation = animation
      frames = animation.durations.count
    }
  }
}
