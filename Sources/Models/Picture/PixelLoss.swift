public import ConverterCore

/// What a writer may lose of pixels, where its format knows both: nothing, or what a quality leaves out.
public struct PixelLoss: Sendable {
  /// How close the pixels stay to their source, where they are not kept.
  public let quality: Quality
  /// Whether every sample is kept.
  public private(set) var isNone: Bool
  /// Whether the quality, or an end that it is to serve, was named; if not it is the writer's standard.
  private let isAsked: Bool
  /// Whether a loss was asked for by the flag itself.
  private let isAllowed: Bool
  /// Whether the quality is still to be found, for a likeness or a size.
  private let isSought: Bool

  /// - Parameters:
  ///   - lossless: the flag of `--set` that asks for no loss.
  ///   - standard: the quality where none is named.
  /// - Throws: `usage` for a value out of range.
  public init(
    _ options: ConversionOptions, lossless: OptionDescriptor, standard: Quality
  ) throws(ConversionError) {
    let asked = try options.pictureQuality()
    quality = asked ?? standard
    isNone = try options.isSet(lossless)
    isAsked = asked != nil
    isAllowed = options.settings[lossless.key] == "false"
    isSought = asked == nil && (options.likeness != nil || options.maximumBytes != nil)
  }

  /// Whether pixels lose something that nobody asked for or allowed.
  public var isUnasked: Bool { !isNone && !isAsked }

  /// The same for a file of these facts: one without loss that stays in its type stays so, unless a loss is asked for.
  public func suiting(_ facts: PictureFacts, in context: ConversionContext) -> Self {
    guard context.keepsType, facts.isLossless, isUnasked, !isAllowed else { return self }
    var copy = self
    // A plan knows of a size that it may take a loss; whether it does, the search for it decides.
    copy.isNone = !(context.isPlanning && isSought)
    return copy
  }

  /// Says in the ledger what becomes of the pixels of a file that stays in its type; those of another are coded anew
  /// in any case.
  public func note(in context: ConversionContext) {
    guard context.keepsType else { return }
    if isNone {
      context.note("pixels", .kept, why: "coded anew without loss")
    } else if context.isPlanning {
      context.notePlannedLoss(isSought ? nil : quality)
    } else {
      context.note("pixels", .changed, why: "encoded anew at quality \(quality.percent)")
    }
  }
}

extension ConversionContext {
  /// Says that the pixels of a file will be encoded anew, of one that is to be compressed only if that helps.
  ///
  /// - Parameter quality: `nil` where it is still to be found.
  public func notePlannedLoss(_ quality: Quality?) {
    let words = quality.map { "quality \($0.percent)" } ?? "the quality that is found"
    let condition = purpose == .compress ? " if that is smaller" : ""
    note("pixels", .changed, why: "encoded anew at \(words)\(condition)")
  }
}
