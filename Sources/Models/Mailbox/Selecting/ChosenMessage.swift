import ConverterCore

/// The one message that is meant by ``MessageSelection/message``.
public enum ChosenMessage: Sendable {
  case number(Int)
  /// A Message-ID without angle brackets and blanks.
  case id(String)
  /// The first that has these words.
  case word(String)

  /// `nil` where not one message alone is meant.
  public init?(_ selection: MessageSelection) {
    guard let word = selection.message else { return nil }
    if let number = Int(word) {
      self = .number(number)
    } else if word.contains("@"), !word.contains(" ") {
      self = .id(Self.bare(word))
    } else {
      self = .word(word)
    }
  }

  /// A Message-ID without angle brackets and blanks.
  public static func bare(_ id: String) -> String {
    id.filter { $0 != "<" && $0 != ">" && !$0.isWhitespace }
  }
}
