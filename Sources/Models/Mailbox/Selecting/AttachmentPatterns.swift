import ConverterCore

/// Which files are meant by their names: all, where there are no patterns.
public struct AttachmentPatterns: Sendable {
  private let patterns: [NamePattern]

  public init(_ selection: MessageSelection) {
    patterns = selection.attachments.map { NamePattern($0.folded) }
  }

  public var isEverything: Bool { patterns.isEmpty }

  /// Whether the name is meant, without regard to case and to how letters with accents are put together; without
  /// patterns that of every file is.
  public func take(_ name: String?) -> Bool {
    guard !patterns.isEmpty else { return true }
    guard let name else { return false }
    let folded = name.folded
    return patterns.contains { $0.matches(folded.span) }
  }
}
