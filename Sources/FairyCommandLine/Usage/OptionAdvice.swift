import ConverterCore
import SystemPackage

/// What an option that does not exist may have been meant to be.
struct OptionAdvice {
  let vocabulary: Vocabulary
  /// Those of the other verbs, which take longer than all the rest.
  let others: () -> [Vocabulary]

  /// Says of an option that there is none of that name, and which there is.
  ///
  /// - Parameter word: as it was typed, with its dashes.
  func error(for word: String) -> ConversionError {
    let name = String(word.prefix { $0 != "=" })
    return ConversionError(.usage, "there is no option \(name.printable)\(advice(on: word, name))")
  }

  private func advice(on word: String, _ name: String) -> String {
    let bare = String(name.drop { $0 == "-" }).lowercased()
    let isShort = !name.hasPrefix("--")
    if isShort, let advice = shortAdvice(on: word, bare) { return advice }
    // `-j4` is `-j` with its number.
    let meant = isShort && bare.dropFirst().allSatisfy(\.isNumber) ? String(bare.prefix(1)) : bare
    if let meaning = OptionSynonyms.meaning(of: meant, in: vocabulary) { return meaning }
    let verbs = others().filter { $0.option(name) != nil }.map(\.verb)
    if !verbs.isEmpty {
      return " of fairy \(vocabulary.verb); it is one of fairy \(verbs.listed(with: "and"))"
    }
    if vocabulary.option("--set") != nil, Self.settings.contains(bare) {
      return "; did you mean --set \(bare)=VALUE?"
    }
    if let near = vocabulary.longNames.nearest(to: bare) { return "; did you mean --\(near)?" }
    return "; fairy \(vocabulary.verb) --help lists those there are"
  }

  /// What is behind one dash may be a file, a long option, or an option with its value.
  private func shortAdvice(on word: String, _ bare: String) -> String? {
    if isFileName(word) { return fileAdvice(word) }
    if bare.count > 1, vocabulary.option("--\(bare)") != nil { return "; did you mean --\(bare)?" }
    let short = String(word.prefix(2))
    guard let option = vocabulary.option(short), option.valueName != nil else { return nil }
    return "; a value stands apart: \(short) \(String(word.dropFirst(2)).printable)"
  }

  /// The keys of `--set`, of all formats.
  private static var settings: Set<String> {
    let registry = Registry.builtin()
    let descriptors =
      registry.readers.flatMap(\.descriptors) + registry.writers.flatMap(\.descriptors)
      + registry.transforms.flatMap(\.descriptors)
    return Set(descriptors.map(\.key))
  }

  private func isFileName(_ word: String) -> Bool {
    word.contains("/") || word.dropFirst().contains(".")
      || FilePath(bytes: RawArguments.bytes(word))?.isThere == true
  }

  private func fileAdvice(_ word: String) -> String {
    "; a file whose name begins with a dash is named ./\(word.printable), or after --"
  }
}

extension [String] {
  /// `a, b or c`.
  func listed(with conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// What to write in the place of a word that is none of these.
  func choices(insteadOf word: String) -> String {
    let near = nearest(to: word).map { "did you mean \($0)?" }
    return "\(near ?? "there is no such choice"); it takes \(listed(with: "or"))"
  }
}
