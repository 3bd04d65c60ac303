import ConverterCore
import SystemPackage

/// What a command line that does not begin with a verb may have been meant to be.
struct VerbSuggestion {
  let verbs: [String]

  /// What is wrong with the verb that `arguments` begin with, or ask for help about.
  ///
  /// - Returns: `nil` where nothing is.
  func error(for arguments: [String]) -> ConversionError? {
    let asksForHelp = arguments.first == "help"
    guard let word = asksForHelp ? arguments.dropFirst().first : arguments.first,
      !verbs.contains(word), word != "help", asksForHelp || !Self.isForRoot(word)
    else { return nil }
    let advice =
      asksForHelp ? nil : advice(on: word, before: Array(arguments.dropFirst()))
    return ConversionError(.usage, advice ?? noVerb(word))
  }

  /// Whether the parser knows what to do with an option that stands in a verb's place.
  private static func isForRoot(_ word: String) -> Bool {
    ["-h", "--help", "-help", "--help-hidden", "--version"].contains(word)
      || word.hasPrefix("--generate-completion-script") || word.hasPrefix("---completion")
      || word.hasPrefix("--experimental-dump-help")
  }

  private func advice(on word: String, before rest: [String]) -> String? {
    if word.hasPrefix("-"), word != "-" { return optionAdvice(word, before: rest) }
    guard verbs.nearest(to: word) == nil, Self.synonyms[word.lowercased()] == nil else {
      return nil
    }
    let path = PathArgument(argument: word)?.path
    guard word == "-" || path?.isThere == true || path?.extension != nil || word.contains("/")
    else { return nil }
    let name = word.shellQuoted
    if let result = rest.first, rest.count == 1, !result.hasPrefix("-"),
      let type = PathArgument(argument: result)?.path.extension,
      ContentTypeCatalog.builtin.type(named: type) != nil
    {
      return "a verb is missing: did you mean fairy convert \(name) -o \(result.shellQuoted)?"
    }
    let target = rest.contains("--to") || rest.contains("-o")
    return target
      ? "a verb is missing: did you mean fairy convert \(([word] + rest).shellQuoted)?"
      : "a verb is missing: fairy open \(name) shows it, fairy convert \(name) --to TYPE converts it"
  }

  /// An option before the verb, or without one.
  private func optionAdvice(_ word: String, before rest: [String]) -> String {
    guard let verb = rest.first(where: verbs.contains) else {
      return "a verb comes first: fairy convert, fairy open, …; fairy --help lists them"
    }
    return "the verb comes first: fairy \(verb) \(word.printable) …"
  }

  private func noVerb(_ word: String) -> String {
    let close = Self.synonyms[word.lowercased()] ?? verbs.nearest(to: word)
    return "there is no verb \"\(word.printable)\""
      + (close.map { "; did you mean \(verbs.contains($0) ? "" : "fairy ")\($0)?" }
        ?? "; fairy --help lists them")
  }

  /// What other programs, and people, call what fairy's verbs do.
  private static let synonyms: [String: String] = [
    "view": "open", "show": "open", "cat": "open", "display": "open", "preview": "open",
    "list": "open", "ls": "open", "read": "open", "print": "open", "head": "open",
    "unzip": "extract", "untar": "extract", "unpack": "extract", "decompress": "extract",
    "uncompress": "extract", "expand": "extract", "x": "extract", "unrar": "extract",
    "identify": "info", "stat": "info", "file": "info", "metadata": "info", "exif": "info",
    "exiftool": "info", "about": "info", "details": "info", "inspect": "info",
    "detect": "why", "type": "why", "explain": "why",
    "join": "merge", "concat": "merge", "combine": "merge", "append": "merge", "unite": "merge",
    "cut": "split", "divide": "split", "separate": "split", "burst": "split",
    "shrink": "compress", "optimize": "compress", "optimise": "compress", "minify": "compress",
    "reduce": "compress", "squeeze": "compress",
    "to": "convert", "transform": "convert", "transcode": "convert", "save": "convert",
    "export": "convert", "change": "convert", "resize": "convert FILE --resize GEOMETRY --to TYPE",
    "rotate": "convert FILE --rotate ANGLE --to TYPE", "zip": "convert FILE … --to zip -o NAME.zip",
    "archive": "convert FILE … --to zip -o NAME.zip", "pack": "convert FILE … --to zip -o NAME.zip",
    "types": "formats", "format": "formats", "supported": "formats", "list-formats": "formats",
    "dry-run": "plan", "simulate": "plan", "route": "plan",
    "version": "--version", "usage": "--help", "man": "--help",
  ]
}

extension String {
  /// The word as a shell takes it for one, and without power over a terminal.
  var shellQuoted: String {
    let plain = allSatisfy { $0.isLetter || $0.isNumber || "-_./,:=+@%".contains($0) }
    return plain && !isEmpty
      ? self : "'\(printable.replacing("'", with: "'\\''"))'"
  }
}

extension [String] {
  var shellQuoted: String { map(\.shellQuoted).joined(separator: " ") }
}
