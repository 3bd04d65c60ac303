public import ConverterCore
public import PictureModel

/// Writes GIF files: stills, and animations of which each picture has only what changes.
///
/// Pictures of up to 256 colours keep them exactly; of others the best 256 are chosen.
public struct GIFWriter: Writer {
  public let name = "GIF"
  public let types: [ContentType.ID] = ["com.compuserve.gif"]
  public var compresses: [ContentType.ID] { types }
  public let ledgerWords = ["colours", "alpha"]

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: GIFWriterOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .xmp, .texts], alpha: true, maximumBitDepth: 8, animation: true)
  }

  /// - Throws: `unsupportedContent` for a picture that is too large for the format.
  public func announce(
    _ model: Picture, as type: ContentType.ID, options: GIFWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let facts = model.facts
    guard facts.width <= 65535, facts.height <= 65535 else {
      throw ConversionError(
        .unsupportedContent,
        "is \(facts.width)×\(facts.height), and GIF holds at most 65535×65535; "
          + "--resize 65535x65535 makes it fit")
    }
    guard context.isPlanning else { return }
    guard !facts.keepsPalette(within: options.colours) else {
      return noteAllColoursKept(in: context.conversion)
    }
    GIFLosses(colours: options.colours, hasTranslucentPixels: facts.format.hasAlpha).note(
      in: context.conversion)
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: GIFWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    // A size may come from elsewhere than from a plan.
    try announce(model, as: type, options: options, in: context)
    let losses: GIFLosses
    if let animation = model.facts.animation, animation.durations.count > 1 {
      let writing = try GIFAnimationWriting(
        model, animation, to: output, options, in: context.conversion)
      losses = try writing.write()
    } else {
      losses = try GIFStillWriting(model, to: output, options, in: context.conversion).write()
    }
    losses.note(in: context.conversion)
    if losses.colours == nil { noteAllColoursKept(in: context.conversion) }
  }

  private func noteAllColoursKept(in context: ConversionContext) {
    let why = "GIF keeps all colours of such a picture"
    context.noteUnused(.quality, why: why)
    for descriptor in GIFWriterOptions.coloursDescriptors {
      context.noteUnused(descriptor, why: why)
    }
  }
}

/// What a picture loses as GIF.
struct GIFLosses {
  /// How many colours are left of more; `nil` where all are kept.
  var colours: Int?
  /// Whether pixels are neither opaque nor empty.
  var hasTranslucentPixels = false

  func note(in context: ConversionContext) {
    if let colours {
      context.note(
        "colours", .changed, why: "GIF holds \(colours) of them at most, the nearest stay")
    }
    if hasTranslucentPixels {
      context.note(
        "alpha", .changed,
        why: "GIF knows no degrees: what is less than half opaque becomes transparent")
    }
  }
}

extension PictureFacts {
  /// Whether it is indexed and keeps its indices.
  func keepsPalette(within limit: Int) -> Bool {
    guard let palette, animation == nil, format.bitDepth == 8 else { return false }
    switch format.channels {
    case .gray, .rgb: break
    default: return false
    }
    return (1...limit).contains(palette.colours.count) && !palette.isTranslucent
  }
}

extension PictureFacts.Palette {
  var isTranslucent: Bool { colours.contains { (1..<255).contains($0.w) } }
}

extension OutputFile {
  /// Adds what is in a buffer, which is empty then.
  func drain(_ buffer: ByteBuffer) throws(ConversionError) {
    try write(buffer.span)
    buffer.removeAll()
  }
}
