import ConverterCore

/// What a verb that does not exist may have been meant to be.
struct VerbSuggestion {
  let verbs: [String]

  /// What is wrong with the verb that `arguments` begin with, or ask for help about.
  ///
  /// - Returns: `nil` where nothing is, or where it looks like no verb: the parser says something better then.
  func complaint(about arguments: [String]) -> ConversionError? {
    let asksForHelp = arguments.first == "help"
    guard let word = asksForHelp ? arguments.dropFirst().first : arguments.first,
      !word.hasPrefix("-"), !verbs.contains(word), word != "help"
    else { return nil }
    let close = verbs.map { ($0, Self.distance($0, word.lowercased())) }
      .filter { $0.1 <= 2 && $0.1 < min($0.0.count, word.count) }
      .min { $0.1 < $1.1 }
    guard asksForHelp || close != nil else { return nil }
    return ConversionError(
      .usage,
      "there is no verb \"\(word.printable)\""
        + (close.map { "; did you mean \($0.0)?" } ?? "; fairy --help lists them"))
  }

  /// How many letters have to be put in, left out or replaced to make one word of the other (Levenshtein).
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second.prefix(40)))
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in second.indices {
        let replaced = diagonal + (second[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
