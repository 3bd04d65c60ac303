public import ConverterCore
public import PictureModel

/// Writes WebP files: pictures, lossy and lossless, and animations.
public struct WebPWriter: Writer {
  public let name = "WebP"
  public let types: [ContentType.ID] = ["org.webmproject.webp"]
  public var compresses: [ContentType.ID] { types }

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libwebp.required, SystemLibrary.libwebpmux.required(for: "animations")]
  }

  /// The format's limit: 14 bits.
  static let largestSide = 16383

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: WebPOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .exif, .xmp], alpha: true, maximumBitDepth: 8, animation: true)
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: WebPOptions, in context: WritingContext
  ) {
    let options = options.suiting(model.facts, in: context.conversion)
    noteTransparency(of: model.facts, options, in: context.conversion)
    guard context.isPlanning else { return }
    options.loss.note(as: name, in: context.conversion)
  }

  private func noteTransparency(
    of facts: PictureFacts, _ options: WebPOptions, in context: ConversionContext
  ) {
    guard facts.format.hasAlpha else {
      let why = "the picture has no transparency"
      context.noteUnused(WebPOptions.alphaQuality, why: why)
      return context.noteUnused(WebPOptions.exact, why: why)
    }
    guard options.loss.isNone else { return }
    context.noteUnused(WebPOptions.alphaQuality, why: "every sample is kept")
    if !options.isExact {
      context.note("pixels", .changed, why: "transparent pixels lose their colours")
    }
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: WebPOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let facts = model.facts
    let options = options.suiting(facts, in: context.conversion)
    let (width, height) = (facts.width, facts.height)
    guard max(width, height) <= Self.largestSide else {
      throw ConversionError.exceeding(
        .init(fixed: "side", needed: max(width, height), allowed: Self.largestSide),
        "a WebP picture has at most \(Self.largestSide) pixels a side, this one is "
          + "\(width)×\(height); --resize \(Self.largestSide) makes it fit")
    }
    let coding = try WebPCodingHandle(options, threads: context.threads)
    let stream = WebPOutputStream(output, for: facts, in: context.conversion)
    if let animation = facts.animation, animation.durations.count > 1 {
      try write(animation, of: model, coding, options, to: stream)
    } else {
      try writeStill(model, coding, options, to: stream)
    }
    try stream.finish()
    options.loss.note(as: name, in: context.conversion)
  }

  private func writeStill(
    _ model: Picture, _ coding: WebPCodingHandle, _ options: WebPOptions,
    to stream: WebPOutputStream
  ) throws(ConversionError) {
    let context = stream.context
    let (width, height) = (model.facts.width, model.facts.height)
    try Self.checkMemory(width, height, pixelBytes: options.loss.isNone ? 32 : 16, in: context)
    let demand = Self.demand(for: model.facts, isLossless: options.loss.isNone)
    let source = try model.pixels(for: demand, in: context)
    let frame = try WebPFrameHandle(
      width: width, height: height, isPlanar: source.format.isPlanar,
      hasAlpha: source.format.hasAlpha)
    try frame.fill(from: source, 0...0.2, in: context)
    try coding.code(frame, to: stream, 0.2...0.99)
  }

  private func write(
    _ animation: Animation, of model: Picture, _ coding: WebPCodingHandle, _ options: WebPOptions,
    to stream: WebPOutputStream
  ) throws(ConversionError) {
    let context = stream.context
    let facts = model.facts
    // The encoder compares canvases and tries several ways.
    try Self.checkMemory(facts.width, facts.height, pixelBytes: 64, in: context)
    let times = try AnimationTimes(animation)
    let encoder = try WebPAnimationHandle(
      width: facts.width, height: facts.height, repetitions: animation.repetitions,
      mixesCodings: !options.loss.isNone && facts.isLossless, coding: coding)
    let count = animation.durations.count
    for index in 0..<count {
      let (start, end) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      var demand = PixelDemand([facts.format.hasAlpha ? .rgba8 : .rgb8])
      demand.frame = index
      let source = try model.pixels(for: demand, in: context)
      // The encoder changes what it is given.
      let frame = try WebPFrameHandle(
        width: facts.width, height: facts.height, isPlanar: false,
        hasAlpha: source.format.hasAlpha)
      try frame.fill(from: source, start...start, in: context)
      try encoder.add(frame, start: times.starts[index], start...end, for: stream)
    }
    try encoder.finish(at: times.end, to: stream)
  }

  /// The formats that a picture is coded from, best first.
  ///
  /// libwebp's own way from RGB to planes takes care of thin coloured lines, so RGB is left to it.
  static func demand(for facts: PictureFacts, isLossless: Bool) -> PixelDemand {
    let alpha = facts.format.hasAlpha ? PixelFormat.Alpha.straight : .none
    let rgb = PixelFormat(.rgb, alpha: alpha)
    guard !isLossless else { return PixelDemand([rgb]) }
    var full = PixelFormat.jfif(.s420)
    full.alpha = alpha
    return PixelDemand([.webp(hasAlpha: facts.format.hasAlpha), full, rgb])
  }

  private static func checkMemory(
    _ width: Int, _ height: Int, pixelBytes: Int, in context: ConversionContext
  ) throws(ConversionError) {
    // No side is over 16383.
    try context.limits.check(
      .memory, width * height * pixelBytes, for: "coding a WebP picture of \(width)×\(height)")
  }
}
