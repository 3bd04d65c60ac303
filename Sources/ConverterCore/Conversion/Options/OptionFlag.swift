/// An option of a group as it is typed on the command line.
///
/// A group lists its flags in ``ConversionOptionGroup/flags``; parsing, help and completions are made from them.
public struct OptionFlag: Sendable {
  /// What is typed behind it.
  public enum Value: Sendable {
    /// Nothing: the flag alone says it.
    case none
    /// Text, which is checked as soon as it is read.
    case text
    /// A whole number.
    case number
    /// One of some words, which ``OptionFlag/help`` explains.
    case choice([String])
    /// One of the words of a type, which stand behind ``OptionFlag/help``.
    case word(any OptionWord.Type)
  }

  /// Without its dashes: `skip-lines`.
  public let name: String
  /// Its one letter, where it has one.
  public let shortName: Character?
  public let value: Value
  /// What help calls the value; `nil` for a flag without one.
  public let valueName: String?
  /// One line of help.
  public let help: String
  /// Whether it may be typed several times, each time for one more value; else what is typed last holds.
  public let isRepeated: Bool
  /// Whether its value may begin with a hyphen.
  public let takesHyphens: Bool
  /// Whether help leaves it out.
  public let isHidden: Bool
  package let set: @Sendable (String, inout ConversionOptions) throws(ConversionError) -> Void

  /// A flag with a value.
  ///
  /// - Parameters:
  ///   - name: without its dashes.
  ///   - value: what is typed behind it.
  ///   - valueName: what help calls that.
  ///   - help: one line.
  ///   - shortName: its one letter, where it has one.
  ///   - isRepeated: whether it may be typed several times, each time for one more value.
  ///   - takesHyphens: whether its value may begin with a hyphen.
  ///   - isHidden: whether help leaves it out.
  ///   - set: says the value in the options; throws `usage` for text that is none. It may be called more than once.
  public init(
    _ name: String, _ value: Value, valueName: String, help: String,
    shortName: Character? = nil, isRepeated: Bool = false, takesHyphens: Bool = false,
    isHidden: Bool = false,
    set: @escaping @Sendable (String, inout ConversionOptions) throws(ConversionError) -> Void
  ) {
    (self.name, self.value, self.valueName, self.help) = (name, value, valueName, help)
    (self.shortName, self.isRepeated) = (shortName, isRepeated)
    (self.takesHyphens, self.isHidden, self.set) = (takesHyphens, isHidden, set)
  }

  /// A flag without a value.
  ///
  /// - Parameters:
  ///   - name: without its dashes.
  ///   - help: one line.
  ///   - shortName: its one letter, where it has one.
  ///   - isHidden: whether help leaves it out.
  ///   - set: says it in the options; throws `usage` where it contradicts a flag that stands before it in its group.
  public init(
    _ name: String, help: String, shortName: Character? = nil, isHidden: Bool = false,
    set: @escaping @Sendable (inout ConversionOptions) throws(ConversionError) -> Void
  ) {
    (self.name, value, valueName, self.help) = (name, .none, nil, help)
    (self.shortName, isRepeated) = (shortName, false)
    (takesHyphens, self.isHidden) = (false, isHidden)
    self.set = { _, options throws(ConversionError) in try set(&options) }
  }
}

/// A choice of words that help lists.
public protocol OptionWord: RawRepresentable<String>, CaseIterable, Sendable {}
