import ArgumentParser
import ConverterCore

/// What the command line says of a verb: the same words that `--help` shows, in pieces.
struct VerbHelp {
  let name: String
  /// One sentence.
  let abstract: String
  let discussion: [Block]
  let arguments: [Argument]
  /// The verbs of the program itself; none of a verb.
  let verbs: [VerbHelp]
  let isShown: Bool

  /// A piece of the text below the first sentence.
  enum Block: Equatable {
    case prose(String)
    case examples([Example])
  }

  /// A command line and what it does.
  struct Example: Equatable {
    let command: String
    let purpose: String?
  }

  struct Argument {
    /// With their dashes: `-q`, `--quality`; none of a positional argument.
    var names: [String]
    /// What stands for the value: "geometry". `nil` for a flag.
    let value: String?
    let section: String?
    let isOptional: Bool
    let isRepeating: Bool
    let abstract: String
    let values: [String]
    let defaultValue: String?

    var isFlag: Bool { value == nil }
  }

  /// The command lines of ``discussion``.
  var examples: [Example] {
    discussion.flatMap { block -> [Example] in
      if case .examples(let examples) = block { examples } else { [] }
    }
  }

  /// The whole program, its verbs included.
  static func ofProgram() throws(ConversionError) -> VerbHelp {
    let dump = try JSONValue(parsing: Array(Fairy._dumpHelp().utf8), nesting: 64)
    return VerbHelp(dump["command"] ?? .null)
  }

  /// - Parameter command: an object of `--experimental-dump-help`.
  private init(_ command: JSONValue) {
    name = command["commandName"]?.text ?? ""
    abstract = command["abstract"]?.text ?? ""
    discussion = Self.blocks(of: command["discussion"]?.text ?? "")
    arguments = (command["arguments"]?.elements ?? [])
      .filter { $0["shouldDisplay"]?.bool ?? true }.map(Argument.init).reduce(into: []) {
        all, next in
        // A flag and its opposite are explained together.
        if let last = all.last, last.isFlag, next.isFlag, last.abstract == next.abstract {
          all[all.count - 1].names += next.names
        } else {
          all.append(next)
        }
      }
    verbs = (command["subcommands"]?.elements ?? []).map(VerbHelp.init)
    isShown = name != "help" && command["shouldDisplay"]?.bool ?? true
  }

  /// The paragraphs of a text; one is a list of examples if each of its lines begins with `fairy`.
  private static func blocks(of text: String) -> [Block] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }
    return paragraphs.map { lines in
      let lines = lines.map { $0.drop(while: \.isWhitespace) }
      return lines.allSatisfy { $0.hasPrefix("fairy ") }
        ? .examples(lines.map(Example.init)) : .prose(lines.joined(separator: " "))
    }
  }
}

extension VerbHelp.Example {
  /// - Parameter line: a command line and, after two spaces or more, what it does.
  init(_ line: Substring) {
    let gap = line.indices.first { line[$0...].hasPrefix("  ") }
    command = String(line[..<(gap ?? line.endIndex)])
    purpose = gap.map { String(line[$0...].drop(while: \.isWhitespace)) }
  }
}

extension VerbHelp.Argument {
  fileprivate init(_ argument: JSONValue) {
    names = (argument["names"]?.elements ?? []).map { name in
      (name["kind"]?.text == "long" ? "--" : "-") + (name["name"]?.text ?? "")
    }
    value = argument["kind"]?.text == "flag" ? nil : argument["valueName"]?.text
    section = argument["sectionTitle"]?.text
    isOptional = argument["isOptional"]?.bool ?? false
    isRepeating = argument["isRepeating"]?.bool ?? false
    abstract = argument["abstract"]?.text ?? ""
    values = (argument["allValues"]?.elements ?? argument["allValueStrings"]?.elements ?? [])
      .compactMap(\.text)
    defaultValue = argument["defaultValue"]?.text
  }
}
