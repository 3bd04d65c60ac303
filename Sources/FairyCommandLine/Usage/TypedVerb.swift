import ArgumentParser
import ConverterCore

/// The words of the command line from the verb on that is meant, and the verbs that may stand there: `fairy library` has
/// verbs of its own.
struct TypedVerb {
  let words: [String]
  let verbs: [any ParsableCommand.Type]
  /// The verb that has these; `nil` for those of the program itself.
  private let group: String?

  /// As the command line has it.
  static var standard: TypedVerb {
    TypedVerb(RawArguments.all, verbs: Fairy.configuration.subcommands)
  }

  init(_ words: [String], verbs: [any ParsableCommand.Type]) {
    let group = verbs.first { verb in
      verb.configuration.commandName == words.first && !verb.configuration.subcommands.isEmpty
    }
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
