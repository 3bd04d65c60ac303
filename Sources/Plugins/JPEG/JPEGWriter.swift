public import ConverterCore
public import PictureModel

/// Writes JPEG pictures with JFIF header (Adobe's for CMYK).
public struct JPEGWriter: Writer {
  public let name = "JPEG"
  public let types: [ContentType.ID] = ["public.jpeg"]
  public var compresses: [ContentType.ID] { types }

  /// libjpeg's limit; the format's own is 65535.
  static let largestSide = 65500

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: JPEGOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .exif, .xmp, .iptc, .texts, .density, .gainMap], alpha: false,
      maximumBitDepth: 8, cmyk: true, recodes: "public.jpeg",
      takesCoded: { [takes = options.takesRestored] in takes && $0.isJPEG && $0.isRestored })
  }

  /// The JPEG file that a file of another format was made of and still holds, where it may come back as it was.
  private func restored(_ model: Picture, _ options: JPEGOptions) -> CodedPicture? {
    guard let coded = model.coded, options.takesRestored, coded.isJPEG, coded.isRestored else {
      return nil
    }
    return coded
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: JPEGOptions, in context: WritingContext
  ) throws(ConversionError) {
    guard restored(model, options) == nil else {
      if context.isPlanning { model.noteTakenAsCoded(in: context.conversion) }
      return
    }
    switch try JPEGWork(model, options: options) {
    case .compression:
      guard context.isPlanning else { return }
      if options.asked != nil || options.isSought {
        noteLoss(options, in: context.conversion)
      } else {
        context.note("pixels", .kept, why: "coded anew without loss")
      }
    case .turning(let origin):
      let turning = JPEGTurning(
        picture: model, origin: origin, options: options, context: context.conversion)
      let obstacle = try turning.obstacle()
      if let obstacle { try options.refuse(obstacle) }
      guard context.isPlanning else { return }
      if let obstacle {
        noteLoss(options, since: obstacle, in: context.conversion)
      } else {
        context.note("pixels", .kept, why: turning.words)
      }
    case .encoding(let why):
      if context.isPlanning { noteLoss(options, since: why, in: context.conversion) }
    }
  }

  private func noteLoss(
    _ options: JPEGOptions, since reason: String? = nil, in context: ConversionContext
  ) {
    let isFound = !(options.isSought && context.isPlanning)
    context.noteLossyPixels(
      name, isFound ? Quality(Double(options.quality) / 100) : nil, since: reason)
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: JPEGOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    if let restored = restored(model, options) {
      try output.write(restored.bytes(true))
      return model.noteTakenAsCoded(in: context.conversion)
    }
    switch try JPEGWork(model, options: options) {
    case .compression(let origin):
      return try JPEGCompression(
        picture: model, origin: origin, options: options, context: context.conversion
      ).write(to: output)
    case .turning(let origin):
      let turning = JPEGTurning(
        picture: model, origin: origin, options: options, context: context.conversion)
      guard let obstacle = try turning.write(to: output) else {
        return context.note("pixels", .kept, why: turning.words)
      }
      try options.refuse(obstacle)
      noteLoss(options, since: obstacle, in: context.conversion)
    case .encoding(let why): noteLoss(options, since: why, in: context.conversion)
    }
    try encode(model, to: output, options, in: context.conversion)
  }

  private func encode(
    _ model: Picture, to output: OutputFile, _ options: JPEGOptions, in context: ConversionContext
  ) throws(ConversionError) {
    let (width, height) = (model.facts.width, model.facts.height)
    guard max(width, height) <= Self.largestSide else {
      throw ConversionError.exceeding(
        .init(fixed: "side", needed: max(width, height), allowed: Self.largestSide),
        "a JPEG picture has at most \(Self.largestSide) pixels a side, this one is "
          + "\(width)×\(height); --resize \(Self.largestSide) makes it fit")
    }
    let gainMap = try GainMapStream(of: model, options: options, in: context)
    let (segments, index): ([JPEGSegment], Int) =
      if let gainMap { try gainMap.segments(of: model.facts) } else {
        (try model.facts.jpegSegments(), 0)
      }
    let source = try model.pixels(for: options.demand(for: model.facts.format), in: context)
    let parameters = JPEGParameters(source, options: options, metadata: model.facts.metadata)
    try JPEGEncoding(source, parameters, segments).write(to: output, in: context) {
      (rows) throws(ConversionError) in try context.checkpoint(Double(rows) / Double(height))
    }
    try gainMap?.append(to: output, index: index)
  }
}

extension JPEGOptions {
  /// The formats that a picture in `format` can be encoded from, best first.
  func demand(for format: PixelFormat) -> PixelDemand {
    switch format.channels {
    case .gray: PixelDemand([.gray8])
    case .cmyk: PixelDemand([.cmyk8])
    case .rgb: PixelDemand([.rgb8])
    case .ycbcr(.monochrome, _, _): PixelDemand([.jfif(.monochrome), .gray8])
    case .ycbcr(let own, let matrix, let range):
      // JFIF's own planes need no colour mathematics. Others do, and RGB is as near as any.
      if matrix == .bt601, range == .full, own == subsampling.chroma ?? own {
        PixelDemand([.jfif(own), .rgb8])
      } else {
        PixelDemand([.rgb8])
      }
    }
  }
}
