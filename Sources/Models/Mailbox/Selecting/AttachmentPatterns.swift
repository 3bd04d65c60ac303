public import ConverterCore

/// Which files are meant by their names: all, where there are no patterns.
public struct AttachmentPatterns: Sendable {
  private let patterns: [NamePattern]

  public init(_ selection: MessageSelection) {
    patterns = selection.attachments.map { NamePattern($0.lowercased().utf8) }
  }

  public var isEverything: Bool { patterns.isEmpty }

  /// Whether the name is meant, without regard to case; without patterns that of every file is.
  public func take(_ name: String?) -> Bool {
    guard !patterns.isEmpty else { return true }
    guard var name = name?.lowercased() else { return false }
    return name.withUTF8 { name in patterns.contains { $0.matches(name) } }
  }
}
