public import ConverterCore

/// The words of a model that is no text, through whatever plugin knows how.
public struct WordsOf<Source: Model>: Sendable {
  private let bridge: any Bridge<Source>

  /// - Returns: `nil` where no plugin makes words of it.
  public init?(in context: ConversionContext) {
    let found = context.registry.bridges.lazy.compactMap { $0 as? any Bridge<Source> }
      .first { Self.leadsToWords($0) }
    guard let found else { return nil }
    bridge = found
  }

  private static func leadsToWords<B: Bridge>(_ bridge: B) -> Bool {
    B.Target.self == RecognizedText.self
  }

  /// The words, page by page when they are asked for; what is read how is noted at once.
  ///
  /// - Throws: what the engine throws where it cannot begin: `missingLibrary`, `usage`.
  public func words(
    of model: Source, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedText {
    guard let text = try bridge.cross(model, in: context) as? RecognizedText else {
      throw ConversionError(.internalError, "a bridge to words leads elsewhere")
    }
    return text
  }
}

extension RecognizedPage {
  /// Its lines as text, with an empty one between paragraphs.
  public var textLines: [String] {
    let paragraphs = blocks.flatMap(\.paragraphs).filter { !$0.lines.isEmpty }
    return Array(paragraphs.map { $0.lines.map(\.text) }.joined(separator: [""]))
  }
}
