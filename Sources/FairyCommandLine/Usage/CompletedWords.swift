extension [String] {
  /// The words of a command line, with a value behind an option that stands without one.
  ///
  /// - Parameters:
  ///   - option: as it is typed: `--separator`.
  ///   - verb: whose option it is; the words of others stay as they are.
  ///   - value: what is put in.
  ///   - isMissing: whether this word, which follows the option, is no value of it; `-` at the end of the words.
  func completed(
    _ option: String, of verb: String, with value: String, where isMissing: (String) -> Bool
  ) -> [String] {
    guard first == verb else { return self }
    var result: [String] = []
    for (index, word) in enumerated() {
      if word == "--" { return result + self[index...] }
      result.append(word)
      guard word == option else { continue }
      if isMissing(index + 1 < count ? self[index + 1] : "-") { result.append(value) }
    }
    return result
  }
}
