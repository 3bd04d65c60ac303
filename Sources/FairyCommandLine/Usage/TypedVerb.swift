import ArgumentParser
import ConverterCore

/// The words of the command line from the verb on that is meant, and the verbs that may stand there: `fairy library` has
/// verbs of its own.
struct TypedVerb {
  let words: [String]
  let verbs: [any ParsableCommand.Type]
  /// The verb that has these; `nil` for those of the program itself.
  let group: String?

  /// As the command line has it.
  static var standard: TypedVerb {
    TypedVerb(ordered(RawArguments.all), verbs: Fairy.configuration.subcommands)
  }

  /// Words in which options that stand before a verb of a group come behind it: `library --json list` means
  /// `library list --json`.
  static func ordered(_ words: [String]) -> [String] {
    guard let group = group(of: words, Fairy.configuration.subcommands) else { return words }
    let verbs = group.configuration.subcommands.compactMap { $0.configuration.commandName }
    var place = 1
    while place < words.count, words[place].hasPrefix("-"), words[place] != "--" {
      place += withValue.contains(words[place]) ? 2 : 1
    }
    guard place > 1, place < words.count, verbs.contains(words[place]) else { return words }
    return [words[0], words[place]] + words[1..<place] + words[(place + 1)...]
  }

  /// Options of all verbs of a group whose next word is their value.
  private static let withValue: Set = ["--library", "--limit", "--sandbox", "--color"]

  private static func group(
    of words: [String], _ verbs: [any ParsableCommand.Type]
  ) -> (any ParsableCommand.Type)? {
    verbs.first { verb in
      verb.configuration.commandName == words.first && !verb.configuration.subcommands.isEmpty
    }
  }

  init(_ words: [String], verbs: [any ParsableCommand.Type]) {
    let group = Self.group(of: words, verbs)
    self.group = group?.configuration.commandName
    self.words = group == nil ? words : Array(words.dropFirst())
    self.verbs = group?.configuration.subcommands ?? verbs
  }

  /// What is wrong with the word that stands in the place of a verb of a group; `nil` where nothing is.
  var error: ConversionError? {
    let names = verbs.compactMap { $0.configuration.commandName }
    guard let group, let word = words.first, !names.contains(word), word != "help",
      !word.hasPrefix("-")
    else { return nil }
    let advice = names.nearest(to: word).map { "; did you mean \($0)?" }
    return ConversionError(
      .usage,
      "fairy \(group) has no verb \"\(word.printable)\"\(advice ?? "; fairy \(group) --help lists them")"
    )
  }
}
