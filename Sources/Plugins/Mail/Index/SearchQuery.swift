import ConverterCore

/// What FTS5 is asked for: all words must be there, and the last may go on.
///
/// Nothing of what was typed is syntax: each word stands in quotes, and has letters, digits and accents alone.
struct SearchQuery {
  /// `"minutes" "meet"*`
  let text: String

  /// - Parameter texts: words, as they were typed.
  /// - Throws: `usage` where there is no word in them.
  init(_ texts: [String]) throws(ConversionError) {
    var words: [String] = []
    var word: [Unicode.Scalar] = []
    var kind = Kind.mark
    let normal = Array(texts.joined(separator: " ").utf8).inNormalFormC
    for scalar in String(decoding: normal, as: UTF8.self).unicodeScalars {
      let next = Kind(scalar)
      if next != kind { Self.end(&word, kind, &words) }
      kind = next
      if kind != .mark { word.append(scalar) }
    }
    let isCut = !word.isEmpty && kind == .letter
    Self.end(&word, kind, &words)
    if isCut, let last = words.popLast() { words.append(last + "*") }
    guard !words.isEmpty else {
      throw ConversionError(.usage, "--search needs words; there is none in what it was given")
    }
    text = words.joined(separator: " ")
  }

  /// What a character is of; runs are those of ``SearchText``.
  private enum Kind {
    case letter, run, mark

    init(_ scalar: Unicode.Scalar) {
      guard !SearchText.isOfRun(scalar) else {
        self = .run
        return
      }
      // As the index tells words apart: categories L, N, M and Co.
      self =
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
          .enclosingMark, .privateUse:
          .letter
        default: .mark
        }
    }
  }

  private static func end(_ word: inout [Unicode.Scalar], _ kind: Kind, _ words: inout [String]) {
    defer { word = [] }
    guard !word.isEmpty else { return }
    if kind == .run, word.count > 1 {
      words += zip(word, word.dropFirst()).map { quoted([$0, $1]) }
    } else if kind == .run {
      words.append(quoted(word) + "*")
    } else {
      words.append(quoted(word))
    }
  }

  private static func quoted(_ word: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: word)
    return "\"\(String(text))\""
  }
}
