/// What a network that was trained by connectionist temporal classification (Graves and others, 2006) says of a line: for
/// each column how likely each character is, or none.
struct CTCText: Equatable, Sendable {
  /// A character, the first column in which it is the likeliest, and how likely it is there.
  struct Letter: Equatable, Sendable {
    var text: String
    var column: Int
    var confidence: Double
  }

  var letters: [Letter] = []

  /// - Parameters:
  ///   - values: column by column, for each of the characters; there are as many as both make.
  ///   - characters: the first stands for none.
  init(_ values: UnsafeBufferPointer<Float>, columns: Int, characters: [String]) {
    precondition(values.count == columns * characters.count)
    var before = 0
    for column in 0..<columns {
      let start = column * characters.count
      let best = unsafe Self.largest(values, from: start, count: characters.count)
      if best != before, best != 0 {
        unsafe letters.append(
          Letter(
            text: characters[best], column: column, confidence: Double(values[start + best])))
      }
      before = best
    }
  }

  init(_ letters: [Letter]) { self.letters = letters }

  /// The place of the largest value.
  ///
  /// Of `count` values from `start` on, 1 at least, all of which there are.
  private static func largest(
    _ values: UnsafeBufferPointer<Float>, from start: Int, count: Int
  ) -> Int {
    var best = 0
    var most = unsafe values[start]
    for index in 1..<max(count, 1) where unsafe values[start + index] > most {
      most = unsafe values[start + index]
      best = index
    }
    return best
  }

  /// The mean of its letters' confidences; 0 without letters.
  var confidence: Double {
    letters.isEmpty ? 0 : letters.reduce(0) { $0 + $1.confidence } / Double(letters.count)
  }

  /// Its words, which spaces divide.
  var words: [CTCText] {
    letters.split { $0.text.allSatisfy(\.isWhitespace) }.map { CTCText(Array($0)) }
  }

  var text: String { letters.map(\.text).joined() }

  /// The columns from half a letter before the first one to half a letter behind the last.
  ///
  /// - Parameter pitch: columns from one letter to the next.
  func columns(pitch: Double) -> ClosedRange<Double> {
    let first = Double(letters.first?.column ?? 0) + 0.5
    let last = Double(letters.last?.column ?? 0) + 0.5
    return (first - pitch / 2)...(last + pitch / 2)
  }

  /// The mean distance of neighbouring letters, spaces among them.
  var pitch: Double {
    guard letters.count > 1, let first = letters.first, let last = letters.last else { return 2 }
    return Double(last.column - first.column) / Double(letters.count - 1)
  }

  /// What a list in a network's metadata, a character a line, means.
  static func characters(listed: String) -> [String] {
    [""] + listed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [" "]
  }
}
