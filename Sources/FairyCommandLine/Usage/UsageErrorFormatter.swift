import ArgumentParser
import ConverterCore

/// Usage errors of the argument parser, worded as all of fairy's errors are.
struct UsageErrorFormatter {
  private let verbs: [any ParsableCommand.Type]
  private let command: any ParsableCommand.Type
  private let vocabulary: Vocabulary
  /// Those after the verb.
  private let words: [String]

  /// - Returns: `nil` where the words begin with no verb.
  init?(_ typed: TypedVerb) {
    let name = typed.words.first
    guard let command = typed.verbs.first(where: { $0.configuration.commandName == name }) else {
      return nil
    }
    verbs = typed.verbs
    self.command = command
    words = Array(typed.words.dropFirst())
    vocabulary = Vocabulary(of: command, group: typed.group)
  }

  /// An option that the parser took for a request for help, as it looks for an h in `-dash.jpg`.
  var misreadOption: ConversionError? {
    guard !words.contains(where: ["-h", "-help", "--help", "--help-hidden"].contains) else {
      return nil
    }
    return vocabulary.unknownOption(in: words).map(optionAdvice.error(for:))
  }

  /// - Parameter message: the parser's.
  func error(for message: String) -> ConversionError {
    ConversionError(.usage, sentence(for: message))
  }

  private var optionAdvice: OptionAdvice {
    let others = verbs.filter { $0.configuration.shouldDisplay && $0 != command }
    return OptionAdvice(vocabulary: vocabulary) { others.map { Vocabulary(of: $0) } }
  }

  private func sentence(for message: String) -> String {
    let quoted = Self.quoted(in: message)
    if message.hasPrefix("Unknown option") || message.hasPrefix("Invalid option") {
      let word = vocabulary.unknownOption(in: words) ?? quoted.first ?? words.joined(separator: " ")
      return optionAdvice.error(for: word).message
    }
    if message.hasPrefix("Missing value for"), let option = self.option(quoted.first) {
      return "\(option.typed) needs a value\n\(help(of: option.option))"
    }
    if message.hasPrefix("The option '"), quoted.count > 1 {
      return "\(quoted[0]) takes no value, and \"\(quoted[1].printable)\" stands with it"
    }
    if message.hasPrefix("The value '"), let value = invalidValue(in: message) { return value }
    if message.contains("nexpected argument") { return surplus(quoted) }
    if message.hasPrefix("Missing expected argument"), let missing = quoted.first {
      return absence(of: missing)
    }
    if message.contains("had already been set"), quoted.count > 1 {
      return "\(quoted[1]) and \(quoted[0]) contradict each other"
    }
    return message
  }

  /// The texts between quotation marks.
  private static func quoted(in message: String) -> [String] {
    message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// An option by what the parser calls it: `--quality <q>`.
  private func option(_ text: String?) -> (typed: String, option: Vocabulary.Option)? {
    guard let typed = text?.split(separator: " ").first.map(String.init) else { return nil }
    return vocabulary.option(typed).map { (typed, $0) }
  }

  private func help(of option: Vocabulary.Option) -> String {
    "  \(option.names.joined(separator: ", "))\(option.valueName.map { " <\($0)>" } ?? ""): \(option.help)"
  }

  /// `The value 'x' is invalid for '--quality <q>': why`, shorter.
  private func invalidValue(in message: String) -> String? {
    let marks = message.split(separator: "' is invalid for '", maxSplits: 1)
    guard marks.count == 2, let end = marks[1].firstIndex(of: "'") else { return nil }
    let value = String(marks[0].dropFirst("The value '".count))
    let name = String(marks[1][..<end])
    let detail = String(marks[1][marks[1].index(after: end)...])
    guard let option = self.option(name) else { return "a name is missing: one word is empty" }
    let typed = "\(option.typed) \(value.isEmpty ? "''" : value.printable)"
    if detail.hasPrefix(": ") { return "\(typed): \(detail.dropFirst(2))" }
    if detail.hasPrefix(". Please provide one of") {
      return "\(typed): \(Self.quoted(in: detail).choices(insteadOf: value))"
    }
    if value.isEmpty { return "\(option.typed) needs a value\n\(help(of: option.option))" }
    return "\(typed): that is no whole number"
  }

  /// Words that nothing is to be done with.
  private func surplus(_ surplus: [String]) -> String {
    let verb = vocabulary.verb
    let first = surplus.first.map { "\"\($0.printable)\"" } ?? "a word"
    guard let argument = vocabulary.arguments.last else {
      return "\(verb) takes no files, and \(first) is one word too many"
    }
    return "\(verb) takes one \(argument) at a time, and \(first) is one too many"
  }

  /// - Parameter missing: as the parser has it: `<file> ...`, `--output <path>`.
  private func absence(of missing: String) -> String {
    if let option = self.option(missing) {
      return "\(option.option.names.listed(with: "or")) is missing\n\(help(of: option.option))"
    }
    let name = missing.prefix { $0 != ">" }.drop { $0 == "<" }
    return "a \(name) is missing: fairy \(vocabulary.verb) \(name.uppercased()); "
      + "fairy \(vocabulary.verb) --help has examples"
  }
}
