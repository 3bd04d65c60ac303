/// What somebody looks for: words, beginnings of words from two letters on, and phrases in quotes; all have to be found.
///
/// ```
/// rech 2026 "offene posten" -entwurf
/// ```
///
/// A word is found wherever one begins with it; a phrase, and a word of one letter, as they are; what has a minus before it
/// must not be there. Accents and case do not matter.
public struct SearchWords: Sendable, Equatable {
  struct Term: Sendable, Equatable {
    /// Words that follow each other.
    let words: [String]
    let isPrefix: Bool
  }

  private(set) var wanted: [Term] = []
  private(set) var unwanted: [Term] = []

  /// - Returns: `nil` where there is nothing to look for.
  public init?(_ text: String) {
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let isUnwanted = first == "-"
      if isUnwanted { rest.removeFirst() }
      let isPhrase = rest.first == "\""
      let piece: Substring
      if isPhrase {
        rest.removeFirst()
        piece = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(piece.count + 1)
      } else {
        piece = rest.prefix { !$0.isWhitespace && $0 != "\"" }
        rest = rest.dropFirst(piece.count)
      }
      guard let term = Self.term(piece, isPhrase: isPhrase) else { continue }
      if isUnwanted { unwanted.append(term) } else { wanted.append(term) }
    }
    if wanted.isEmpty { return nil }
  }

  private static func term(_ text: Substring, isPhrase: Bool) -> Term? {
    let words = String(text).dividingIdeographs.split { !$0.isLetter && !$0.isNumber }.map(
      String.init)
    guard let last = words.last else { return nil }
    // Of an ideograph there is no beginning.
    let isPrefix = !isPhrase && (last.count >= 2 && !last.hasIdeographs)
    return Term(words: words, isPrefix: isPrefix)
  }

  /// As FTS5 has it.
  var query: String {
    let wanted = wanted.map(Self.query).joined(separator: " AND ")
    guard !unwanted.isEmpty else { return wanted }
    return "(\(wanted)) NOT (\(unwanted.map(Self.query).joined(separator: " OR ")))"
  }

  private static func query(_ term: Term) -> String {
    // Only letters and digits are left, so that nothing ends the quotes.
    "\"\(term.words.joined(separator: " "))\"\(term.isPrefix ? " *" : "")"
  }
}

extension String {
  /// The text with a mark that is not seen between ideographs, so that each is a word of its own: their scripts have no
  /// spaces between words.
  var dividingIdeographs: String {
    guard hasIdeographs else { return self }
    var text = ""
    var isAfterOne = false
    for scalar in unicodeScalars {
      let isOne = scalar.isIdeograph
      if isOne, isAfterOne { text.unicodeScalars.append("\u{200B}") }
      text.unicodeScalars.append(scalar)
      isAfterOne = isOne
    }
    return text
  }

  var hasIdeographs: Bool {
    !utf8.allSatisfy { $0 < 0xE0 } && unicodeScalars.contains(where: \.isIdeograph)
  }
}

extension Unicode.Scalar {
  /// Han, kana, and the scripts of Thailand, Laos, Cambodia and Myanmar.
  fileprivate var isIdeograph: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
