public import ConverterCore
public import PictureModel

/// Writes JPEG XL files: pictures, animations, and JPEG files that can be had again byte for byte.
public struct JPEGXLWriter: Writer {
  public let name = "JPEG XL"
  public let types: [ContentType.ID] = ["public.jpeg-xl"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libjxl.required]
  }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: JPEGXLOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .cicp, .exif, .xmp], alpha: true, maximumBitDepth: 16,
      animation: true,
      takesCoded: { [takes = options.takesJPEG] in takes && $0.isJPEG && $0.samples != .cmyk },
      keepsProfiles: { facts, context in options.suiting(facts, in: context).loss.isNone })
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: JPEGXLOptions, in context: WritingContext
  ) {
    guard context.isPlanning else { return }
    guard let coded = model.coded,
      capabilities(for: types[0], options: options).takesCoded(coded)
    else {
      return options.suiting(model.facts, in: context.conversion).loss.note(
        as: name, in: context.conversion)
    }
    model.noteTakenAsCoded(in: context.conversion)
  }

  /// - Throws: `limitExceeded`, `unsupportedContent`, `missingLibrary`, and what decoding throws.
  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: JPEGXLOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    var model = model
    /// Why a JPEG file does not go along as it is coded.
    var obstacle: String?
    let capabilities = capabilities(for: type, options: options)
    if let coded = model.coded, capabilities.takesCoded(coded) {
      if try write(coded, of: model.facts, to: output, options, in: context.conversion) {
        context.noteUnused(
          JPEGXLOptions.progressiveDescriptor,
          why: "the JPEG data stay as they are; -q codes them anew")
        return model.noteTakenAsCoded(in: context.conversion)
      }
      model = model.notTakenAsCoded(by: capabilities, in: context.conversion)
      obstacle = "libjxl does not take this JPEG file as it is"
    }
    let facts = model.facts
    let options = options.suiting(facts, in: context.conversion)
    let format = PixelFormat(codedFor: facts)
    var settings = JPEGXLEncoderHandle.Settings(
      width: facts.width, height: facts.height, format: format,
      colour: facts.codedColour(isGray: format.channels == .gray), distance: options.distance,
      effort: options.effort, threads: context.threads)
    settings.exif = facts.metadata.exif ?? []
    settings.xmp = facts.metadata.xmp ?? []
    settings.isProgressive = options.isProgressive
    let durations = facts.animation?.durations ?? []
    if durations.count > 1 { settings.repetitions = facts.animation?.repetitions }
    let (pixels, isTooMany) = facts.width.multipliedReportingOverflow(by: facts.height)
    let (bytes, isTooMuch) = pixels.multipliedReportingOverflow(by: 60)
    // libjxl has each channel in 32 bits, more than once.
    try context.limits.check(
      .memory, isTooMany || isTooMuch ? .max : bytes, for: "coding a JPEG XL picture")
    let encoder = try JPEGXLEncoderHandle(settings)
    var clock = FrameClock()
    for frame in 0..<max(1, durations.count) {
      var demand = PixelDemand([format])
      demand.frame = frame
      let source = try model.pixels(for: demand, in: context.conversion)
      let share = 1 / Double(max(1, durations.count))
      let buffer = try collect(
        source, context.conversion, from: Double(frame) * share, share: share)
      try encoder.add(
        buffer, milliseconds: clock.milliseconds(durations.count > 1 ? durations[frame] : 0),
        isLast: frame + 1 >= durations.count)
      try context.checkpoint()
      try context.conversion.sendingHeartbeats { () throws(ConversionError) in
        try encoder.drain(to: output)
      }
    }
    options.loss.note(as: name, since: obstacle, in: context.conversion)
  }

  /// Writes a JPEG file.
  ///
  /// - Returns: whether libjxl takes it.
  private func write(
    _ coded: CodedPicture, of facts: PictureFacts, to output: OutputFile, _ options: JPEGXLOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    let jpeg = try coded.bytes(true)
    let metadata = JPEGMetadata(of: jpeg)
    var settings = JPEGXLEncoderHandle.Settings(
      width: coded.width, height: coded.height, orientation: facts.storedOrientation,
      format: coded.samples == .gray ? .gray8 : .rgb8, colour: .unspecified, distance: 0,
      effort: options.effort, threads: context.threads)
    settings.exif = metadata.exif
    settings.xmp = metadata.xmp
    settings.isJPEG = true
    let encoder = try JPEGXLEncoderHandle(settings)
    guard encoder.add(jpeg: jpeg) else { return false }
    try context.checkpoint(0.5)
    try context.sendingHeartbeats { () throws(ConversionError) in
      try encoder.drain(to: output)
    }
    return true
  }

  /// All rows in memory of the encoder's own arrangement.
  private func collect(
    _ source: any PixelSource, _ context: ConversionContext, from start: Double, share: Double
  ) throws(ConversionError) -> PixelBuffer {
    let buffer = PixelBuffer(source.format, width: source.width, height: source.height)
    let plane = buffer.planes[0]
    let count = plane.width * source.format.bytesPerSample
    while let band = try source.nextBand() {
      try context.checkpoint(start + 0.5 * share * Double(band.y) / Double(source.height))
      let from = band.plane(0)
      // The source has the format and width of the buffer, and no more rows.
      for row in 0..<band.height {
        unsafe plane.row(band.y + row).copyMemory(from: from.row(row), byteCount: count)
      }
    }
    return buffer
  }
}

/// Microseconds as whole milliseconds whose sum stays true.
struct FrameClock {
  private var told = 0
  private var passed = 0

  mutating func milliseconds(_ microseconds: Int) -> Int {
    passed = passed &+ min(max(0, microseconds), 1 << 40)
    let now = (passed + 500) / 1000
    defer { told = now }
    return now - told
  }
}

extension PixelFormat {
  /// Gray or colour, 8 or 16 bits.
  fileprivate init(codedFor facts: PictureFacts) {
    let own = facts.format
    let isGray =
      switch own.channels {
      case .gray, .ycbcr(.monochrome, _, _): true
      case .rgb, .cmyk, .ycbcr: false
      }
    self.init(
      isGray ? .gray : .rgb, alpha: own.hasAlpha ? .straight : .none,
      bitDepth: own.bitDepth > 8 ? 16 : 8)
  }
}

extension PictureFacts {
  /// A profile, or code points that libjxl has words for.
  fileprivate func codedColour(isGray: Bool) -> ColourDescription {
    guard case .cicp(let points) = colour else { return colour }
    let isKnown =
      [1, 9, 12].contains(points.primaries) && [1, 8, 13, 16, 18].contains(points.transfer)
    guard !isKnown || isGray && points.primaries != 1 else { return colour }
    let profile = isGray ? ICCProfile(gray: points) : ICCProfile(points)
    return profile.map { .icc($0.bytes) } ?? .unspecified
  }
}
