public import ConverterCore
public import PictureModel

/// Writes HEIC (by x265) and AVIF (by libaom), both through libheif.
public struct HEIFWriter: Writer {
  public let name = "HEIF"
  public let types: [ContentType.ID] = [
    "public.heic", "public.avif", "public.avis", "public.heif-standard",
  ]
  public var compresses: [ContentType.ID] { types }

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    let isAV1 = type == "public.avif" || type == "public.avis"
    return [SystemLibrary.libheif.required] + (isAV1 ? [SystemLibrary.libaom.required] : [])
  }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: HEIFWriterOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .cicp, .exif, .xmp], alpha: true,
      maximumBitDepth: options.depth ?? (options.loss.isNone ? 12 : 10),
      animation: HEIFCodec(type) == .av1)
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: HEIFWriterOptions,
    in context: WritingContext
  ) {
    if context.isPlanning {
      options.loss.note(as: HEIFCodec(type).formatName, in: context.conversion)
    }
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: HEIFWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let codec = HEIFCodec(type)
    let facts = model.facts
    options.loss.note(as: codec.formatName, in: context.conversion)
    if codec == .av1, let animation = facts.animation, animation.durations.count > 1 {
      let writer = AVIFSequenceWriter(
        animation: animation, model: model, options: options, context: context.conversion)
      return try writer.write(to: output)
    }
    let planes = PixelFormat(coding: facts, options: options)
    try codec.check(planes, width: facts.width, height: facts.height, in: context.conversion)
    try LibHEIF.load(for: codec)

    let source = try model.pixels(for: PixelDemand([planes]), in: context.conversion)
    let frame = try LibHEIFFrame(planes, width: facts.width, height: facts.height)
    try frame.fill(from: source, in: context.conversion)
    try context.checkpoint(0.1)

    try frame.setColour(NCLX(facts.colour, of: planes))
    if case .icc(let profile) = facts.colour { try frame.setProfile(profile) }

    let file = try LibHEIFContext()
    let encoder = try LibHEIFEncoder(codec, for: file)
    try encoder.configure(codec, for: planes, options, threads: context.threads)
    let item = try context.conversion.sendingHeartbeats { () throws(ConversionError) in
      try file.encode(frame, with: encoder)
    }
    try context.checkpoint(0.95)
    if let exif = facts.metadata.exif, !exif.isEmpty { try file.addExif(exif, to: item) }
    if let xmp = facts.metadata.xmp, !xmp.isEmpty { try file.addXMP(xmp, to: item) }
    try write(file, to: output, hasExtendedBrand: codec == .hevc && planes.isBeyondMainProfile)
  }

  private func write(
    _ file: borrowing LibHEIFContext, to output: OutputFile, hasExtendedBrand: Bool
  ) throws(ConversionError) {
    var isAtStart = true
    try file.write { (bytes) throws(ConversionError) in
      let head = isAtStart && hasExtendedBrand ? FileTypeBrands.extendedHEIC(bytes) : []
      isAtStart = false
      try output.write(head)
      try output.write(bytes.extracting(head.count...))
    }
  }
}

extension LibHEIFEncoder {
  func configure(
    _ codec: HEIFCodec, for planes: PixelFormat, _ options: HEIFWriterOptions, threads: Int
  ) throws(ConversionError) {
    let level = codec.level(for: options.loss.quality)
    if options.loss.isNone { try setLossless() }
    switch codec {
    case .hevc:
      // libheif would round it to a half.
      try set("x265:crf", "\((100 - level) / 2)")
      // libheif converts planes of any other subsampling to this one.
      if case .ycbcr(let subsampling, _, _) = planes.channels, subsampling != .monochrome {
        try set("chroma", subsampling.rawValue.filter { $0 != ":" })
      }
      try set("preset", Self.presets[min(options.speed, Self.presets.count - 1)])
      // x265 keeps the block size of its first picture for the whole process, and libheif would
      // choose a smaller one for small pictures; frames are at least 64 pixels wide and high.
      try set("x265:ctu", "64")
      try set("x265:pools", threads > 1 ? "\(threads)" : "none")
      try set("x265:frame-threads", "1")
    case .av1:
      try setQuality(Int(level.rounded()))
      try set("speed", min(options.speed, 9))
      try set("threads", min(threads, 64))
    }
  }

  /// From slow to fast; each is one step of the `speed` option.
  private static let presets = [
    "placebo", "veryslow", "slower", "slow", "medium", "fast", "faster", "veryfast", "superfast",
    "ultrafast",
  ]
}

extension PixelFormat {
  /// Whether HEVC's Main profile, 4:2:0 of 8 bits, cannot hold planes of this format.
  fileprivate var isBeyondMainProfile: Bool {
    guard case .ycbcr(.s420, _, _) = channels else { return true }
    return bitDepth > 8
  }
}
