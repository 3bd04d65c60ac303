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
  ///   - options: of the conversion.
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

  /// Says in the ledger what becomes of the pixels: of exact ones only where a file stays in its type, as those of
  /// another are coded anew in any case.
  ///
  /// - Parameters:
  ///   - format: the name of the coding: "WebP".
  ///   - reason: why they are coded anew though that might have been thought needless.
  ///   - context: has the ledger.
  public func note(as format: String, since reason: String? = nil, in context: ConversionContext) {
    guard isNone else {
      return context.noteLossyPixels(
        format, isSought && context.isPlanning ? nil : quality, since: reason)
    }
    if context.keepsType || reason != nil {
      context.note(
        "pixels", .kept, why: "coded anew without loss" + (reason.map { ", since \($0)" } ?? ""))
    }
  }
}

extension ConversionContext {
  /// Says that samples will be near to those of the picture, not the same, as their coding has a loss; of a file that is
  /// to be compressed, where that helps.
  ///
  /// - Parameters:
  ///   - format: the name of the coding: "JPEG".
  ///   - quality: `nil` where it is still to be found.
  ///   - reason: why they are coded anew though that might have been thought needless.
  ///   - former: that of the file before, in per cent, where it can be told.
  public func noteLossyPixels(
    _ format: String, _ quality: Quality?, since reason: String? = nil, from former: Int? = nil
  ) {
    var why = quality.map { "\(format) quality \($0.percent) %" } ?? "\(format) quality to be found"
    if let former { why += ", from about \(former) %" }
    if let reason { why += ", since \(reason)" }
    if isPlanning, purpose == .compress { why += ", if that is smaller" }
    note("pixels", .changed, why: why)
  }
}
