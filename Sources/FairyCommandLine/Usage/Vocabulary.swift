import ArgumentParser
import ConverterCore

/// The words that a verb understands, as its declaration has them.
struct Vocabulary {
  struct Option {
    /// With their dashes: `-q`, `--quality`.
    let names: [String]
    /// `nil` for a flag.
    let valueName: String?
    let help: String
    var isHidden = false
  }

  /// As it is typed behind `fairy`: `convert`, `library tag`.
  let verb: String
  let options: [Option]
  /// What stands without a dash, in order: `file`, `entry`.
  let arguments: [String]

  /// Made only where something is to be said about words: it takes as long as a small conversion.
  ///
  /// - Parameter group: the verb that the command is one of; `nil` for one of the program itself.
  init(of command: any ParsableCommand.Type, group: String? = nil) {
    verb = [group, command.configuration.commandName].compactMap(\.self).joined(separator: " ")
    let json = try? JSONValue(parsing: Array(command._dumpHelp().utf8))
    let all = json?["command"]?["arguments"]?.elements ?? []
    let positional = all.filter { $0["kind"]?.text == "positional" }
    arguments = positional.compactMap { $0["valueName"]?.text }
    let declared: [Option] = all.compactMap { argument in
      guard let kind = argument["kind"]?.text, kind != "positional" else { return nil }
      let names = (argument["names"]?.elements ?? []).compactMap { name -> String? in
        guard let word = name["name"]?.text else { return nil }
        return name["kind"]?.text == "long" ? "--\(word)" : "-\(word)"
      }
      return Option(
        names: names, valueName: kind == "option" ? argument["valueName"]?.text : nil,
        help: argument["abstract"]?.text ?? "",
        isHidden: argument["shouldDisplay"] == .bool(false))
    }
    // The root has it for all verbs.
    options = declared + [Option(names: ["--version"], valueName: nil, help: "")]
  }

  func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }

  /// Without their dashes.
  var longNames: [String] {
    options.filter { !$0.isHidden }.flatMap(\.names).filter { $0.hasPrefix("--") }.map {
      String($0.dropFirst(2))
    }
  }

  /// The first word that looks like an option and is none of the verb's.
  ///
  /// - Parameter words: those after the verb.
  func unknownOption(in words: [String]) -> String? {
    var words = words[...]
    while let word = words.popFirst(), word != "--" {
      guard word.hasPrefix("-"), word != "-" else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let option = option(name) else { return word }
      if option.valueName != nil, name == word { _ = words.popFirst() }
    }
    return nil
  }
}
