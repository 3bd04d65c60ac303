extension TextWidth {
  /// The text in lines of at most `width` columns, broken at spaces; within a word only where that is longer than
  /// a line.
  ///
  /// - Returns: at least one line; none ends with a space.
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    guard columns(of: text) > width else { return [text] }
    var lines: [String] = []
    var (line, used) = ("", 0)
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let length = columns(of: String(word))
      // Several spaces may follow each other.
      let gap = line.isEmpty ? 0 : 1
      if used + gap + length <= width {
        line += (gap == 1 ? " " : "") + word
        used += gap + length
        continue
      }
      if !line.isEmpty { lines.append(trimmed(line)) }
      let pieces = length <= width ? [String(word)] : broken(word, to: width)
      lines += pieces.dropLast()
      line = pieces.last ?? ""
      used = columns(of: line)
    }
    return lines + [trimmed(line)]
  }

  /// A word in pieces of at most `width` columns, and of one character at least.
  private static func broken(_ word: Substring, to width: Int) -> [String] {
    var pieces: [String] = []
    var (piece, used) = ("", 0)
    for character in word {
      let length = columns(of: character)
      if used + length > width, !piece.isEmpty {
        pieces.append(piece)
        (piece, used) = ("", 0)
      }
      piece.append(character)
      used += length
    }
    return pieces + [piece]
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
