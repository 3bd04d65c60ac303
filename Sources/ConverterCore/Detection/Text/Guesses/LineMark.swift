/// A line of a kind that texts of one format have and ordinary prose has not.
///
/// The parts that are not empty must all be there: what the line begins with behind its indentation, what it holds
/// anywhere behind that, and what it ends with.
struct LineMark: Sendable {
  let beginning: StaticString
  let middle: StaticString
  let end: StaticString
  /// 1 for what other formats have, too; 3 for what no other has.
  let weight: Int

  init(
    _ beginning: StaticString = "", holding middle: StaticString = "",
    ending end: StaticString = "",
    weight: Int = 1
  ) {
    (self.beginning, self.middle, self.end) = (beginning, middle, end)
    self.weight = weight
  }

  /// - Parameter line: without blanks at its ends.
  func matches(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard beginning.utf8CodeUnitCount + end.utf8CodeUnitCount <= line.count,
      beginning.utf8CodeUnitCount == 0 || bytes.has(beginning, at: line.lowerBound),
      end.utf8CodeUnitCount == 0
        || bytes.has(end, at: line.upperBound - end.utf8CodeUnitCount)
    else { return false }
    let rest = line.lowerBound + beginning.utf8CodeUnitCount..<line.upperBound
    return bytes.firstOffset(of: middle, in: rest) != nil
  }
}

/// The lines that guesses at the format of a text go by.
struct TextLines {
  let bytes: [UInt8]
  /// Without line ends and blanks behind; empty ones are there.
  let lines: [Range<Int>]

  /// Enough of a text to tell its format, and little enough to take no time.
  private static let most = 400

  init(_ text: TextSample) {
    let bytes = text.bytes
    self.bytes = bytes
    lines = text.lines(from: text.start, limit: Self.most).map { line in
      let end = bytes[line].lastIndex { !TextSample.isBlank($0) }
      return line.lowerBound..<(end.map { $0 + 1 } ?? line.lowerBound)
    }
  }

  /// The line without its indentation.
  func stripped(_ line: Range<Int>) -> Range<Int> {
    let start = bytes[line].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.upperBound
    return start..<line.upperBound
  }

  func indentation(_ line: Range<Int>) -> Int { stripped(line).lowerBound - line.lowerBound }

  func begins(_ line: Range<Int>, _ word: StaticString) -> Bool {
    line.count >= word.utf8CodeUnitCount && bytes.has(word, at: line.lowerBound)
  }

  func ends(_ line: Range<Int>, _ word: StaticString) -> Bool {
    line.count >= word.utf8CodeUnitCount
      && bytes.has(word, at: line.upperBound - word.utf8CodeUnitCount)
  }

  func holds(_ line: Range<Int>, _ word: StaticString) -> Bool {
    bytes.firstOffset(of: word, in: line) != nil
  }
}
