/// Text in mdoc(7), the language of manual pages.
///
/// Its lines are kept to 80 bytes, and each sentence begins a line, as `mandoc -T lint` wants it.
struct Mdoc {
  private(set) var text = ""

  /// A macro with arguments that are mdoc already.
  mutating func macro(_ line: String) { text += ".\(line)\n" }

  /// A paragraph of plain text.
  mutating func prose(_ prose: String) {
    for sentence in Self.sentences(of: prose) { write(sentence) }
  }

  /// A line as a person types it.
  mutating func command(_ command: String) {
    macro("Dl " + command.split(separator: " ").map { Self.argument($0) }.joined(separator: " "))
  }

  private mutating func write(_ sentence: [Substring]) {
    var line = ""
    for word in sentence.map({ Self.escaped($0) }) {
      if !line.isEmpty, line.utf8.count + word.utf8.count >= 78 {
        writeLine(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    writeLine(line)
  }

  private mutating func writeLine(_ line: String) {
    // A dot or an apostrophe at the beginning of a line would be taken for a request.
    text += (line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" : "") + line + "\n"
  }

  private static func sentences(of prose: String) -> [[Substring]] {
    var sentences: [[Substring]] = [[]]
    for word in prose.split(whereSeparator: \.isWhitespace) {
      sentences[sentences.count - 1].append(word)
      if let end = word.last(where: { !")\"".contains($0) }), ".!?".contains(end) {
        sentences.append([])
      }
    }
    return sentences.filter { !$0.isEmpty }
  }

  /// Characters that roff would take for something else, or show as another.
  private static let escapes: [Unicode.Scalar: String] = [
    "\\": "\\e", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
  ]

  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let escape = escapes[scalar] {
        result += escape
      } else if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// A word as the argument of a macro, which is taken for no other macro and keeps its hyphens.
  static func argument(_ word: some StringProtocol) -> String {
    let escaped = escaped(word)
      .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
    // Macros are named by two or three letters, and punctuation stands by itself.
    let isShort = word.count <= 3
    return (isShort ? "\\&" : "") + (escaped.contains(" ") ? "\"\(escaped)\"" : escaped)
  }
}
