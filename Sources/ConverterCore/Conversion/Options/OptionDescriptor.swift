/// A writer's own option as the help, `fairy formats TYPE` and validation describe it.
public struct OptionDescriptor: Sendable, Equatable {
  /// The values that an option takes.
  public enum Values: Sendable, Equatable {
    /// `true` or `false`.
    case flag
    /// One of some words.
    case choice([String])
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// A number, or one of some words.
    case integerOr(ClosedRange<Int>, [String])
    /// One ASCII character, as ``TypedCharacter`` reads it, or one of some words.
    case characterOr([String])
    /// Text in a form of its own, which its user checks; these words describe it.
    case text(String)
  }

  /// The key in `--set key=value`.
  public let key: String
  /// The values that it takes.
  public let values: Values
  /// The value used when the key is not set.
  public let defaultValue: String
  /// One line of help.
  public let help: String
  /// Whether it protects the result: where it does not apply, no result is made.
  public let isProtection: Bool
  /// Whether other content is asked for by it than the input has.
  public let changesContent: Bool

  public init(
    _ key: String, _ values: Values, default defaultValue: String, help: String,
    isProtection: Bool = false, changesContent: Bool = false
  ) {
    self.isProtection = isProtection
    self.changesContent = changesContent
    self.key = key
    self.values = values
    self.defaultValue = defaultValue
    self.help = help
  }

  /// The values as help shows them: `true|false`, `0…10`.
  public var valuesText: String {
    switch values {
    case .flag: "true|false"
    case .choice(let words): words.joined(separator: "|")
    case .integer(let range): "\(range.lowerBound)…\(range.upperBound)"
    case .integerOr(let range, let words):
      (["\(range.lowerBound)…\(range.upperBound)"] + words).joined(separator: "|")
    case .characterOr(let words): (words + ["one ASCII character"]).joined(separator: "|")
    case .text(let form): form
    }
  }

  /// The option where another of the same name may be meant: the values of both, the default and the help of
  /// this one.
  package func joined(with other: OptionDescriptor) -> OptionDescriptor {
    let joined: Values =
      switch (values, other.values) {
      case (.choice(let words), .choice(let more)):
        .choice(words + more.filter { !words.contains($0) })
      case (.integerOr(let range, let words), .integerOr(let others, let more))
      where range == others:
        .integerOr(range, words + more.filter { !words.contains($0) })
      default: values
      }
    return OptionDescriptor(
      key, joined, default: defaultValue, help: help, isProtection: isProtection,
      changesContent: changesContent)
  }

  /// - Throws: `usage` if `value` is not one of the descriptor's values.
  func validate(_ value: String) throws(ConversionError) {
    let isValid =
      switch values {
      case .flag: value == "true" || value == "false"
      case .choice(let words): words.contains(value)
      case .integer(let range): Int(value).map(range.contains) ?? false
      case .integerOr(let range, let words):
        words.contains(value) || Int(value).map(range.contains) ?? false
      case .characterOr(let words):
        words.contains(value)
          || (try? TypedCharacter.byte(parsing: value, for: key)) != nil
      case .text: true
      }
    guard isValid else {
      throw ConversionError(
        .usage, "--set \(key)=\(value) is not one of its values: \(valuesText)")
    }
  }
}
