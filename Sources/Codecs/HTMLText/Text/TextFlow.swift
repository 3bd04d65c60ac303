internal import ConverterCore

/// Text as a page shows it: white space collapsed, lines and blank lines where elements begin them, quotes and
/// lists marked at the beginning of each line.
final class TextFlow {
  private(set) var bytes: [UInt8] = []
  /// Where the text at hand begins; nothing is due before its first character.
  private var start = 0
  /// Blanks and line ends that count only if text follows.
  private var blanks = 0
  /// Whether the blanks count at the beginning of a line, too.
  private var keepsBlanks = false
  private var lines = 0
  /// Columns of the line at hand, for tabs.
  private var column = 0
  private(set) var prefixes: [LinePrefix] = []
  /// Prefixes that are left out, because each line would be longer than the last.
  private var surplus = 0

  private static let mostPrefixes = 20

  /// More than one blank line is none the better; preformatted text may have two.
  private static let mostLines = 2
  private static let mostPreservedLines = 3
  private static let mostBlanks = 200

  var isEmpty: Bool { bytes.count == start }

  /// Begins a text of its own behind what there is.
  func restart() {
    start = bytes.count
    (blanks, lines, column) = (0, 0, 0)
    prefixes.removeAll()
    surplus = 0
  }

  func removeAll() {
    bytes.removeAll()
    restart()
  }

  /// Sees to it that what follows is in a new line.
  func breakLine() {
    blanks = 0
    lines = max(lines, 1)
  }

  /// Sees to it that a blank line is before what follows, but for the first in an item of a list.
  func breakParagraph() {
    blanks = 0
    let isFirst = prefixes.last?.isUnused ?? false
    lines = max(lines, isFirst ? 1 : 2)
  }

  /// `<br>`
  func endLine(isPreserved: Bool = false) {
    blanks = 0
    lines = min(lines + 1, isPreserved ? Self.mostPreservedLines : Self.mostLines)
  }

  /// Takes back blank lines that are due, so that items of a list stand together.
  func joinLines() { lines = min(lines, 1) }

  func push(_ prefix: LinePrefix) {
    if prefixes.count < Self.mostPrefixes { prefixes.append(prefix) } else { surplus += 1 }
  }

  func popPrefix() {
    if surplus > 0 { surplus -= 1 } else { _ = prefixes.popLast() }
  }

  /// Begins what has begun in another text.
  func pushPrefixes(of other: TextFlow) {
    for prefix in other.prefixes { push(prefix) }
    surplus += other.surplus
  }

  /// - Parameter isPreserved: whether white space stays as it is.
  func append(_ text: Span<UInt8>, isPreserved: Bool) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        if byte > 0x20, byte != 0x7F {
          settle()
          put(byte)
        } else if byte.isBlank {
          takeBlank(byte, isPreserved)
        }
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard index + length <= text.count else { return }
      take(text[index..<(index + length)], isPreserved)
      index += length
    }
  }

  func append(_ text: String) {
    let bytes = Array(text.utf8)
    append(bytes.span, isPreserved: false)
  }

  /// Puts a mark behind the last word, before what is due.
  func attach(_ mark: String) {
    guard !isEmpty else { return append(mark) }
    put(0x20)
    for byte in mark.utf8 { put(byte) }
  }

  /// Appends lines that are already as they are to be shown.
  func append(lines text: some Collection<UInt8>) {
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.isEmpty {
        breakParagraph()
      } else {
        settle()
        for byte in line { put(byte) }
        breakLine()
      }
    }
  }

  private func put(_ byte: UInt8) {
    bytes.append(byte)
    if byte & 0xC0 != 0x80 { column += 1 }
  }

  private func takeBlank(_ byte: UInt8, _ isPreserved: Bool) {
    keepsBlanks = isPreserved
    guard isPreserved else {
      blanks = 1
      return
    }
    switch byte {
    case 0x0A: endLine(isPreserved: true)
    case 0x09:
      let place = (lines > 0 || isEmpty ? 0 : column) + blanks
      blanks = min(blanks + 8 - place % 8, Self.mostBlanks)
    case 0x20: blanks = min(blanks + 1, Self.mostBlanks)
    default: break
    }
  }

  private func take(_ character: Span<UInt8>, _ isPreserved: Bool) {
    let lead: UInt32 = character.count == 4 ? 0x07 : character.count == 3 ? 0x0F : 0x1F
    var value = UInt32(character[0]) & lead
    for index in 1..<character.count { value = value << 6 | UInt32(character[index]) & 0x3F }
    switch ShownScalar(value) {
    case .itself:
      settle()
      for index in character.indices { put(character[index]) }
    case .other(let meant):
      settle()
      for byte in String(Unicode.Scalar(meant) ?? " ").utf8 { put(byte) }
    case .blank: takeBlank(0x20, isPreserved)
    case .line: endLine()
    case .joiner:
      // Letters and emoji are joined by one; rows of them are there to fill a line.
      guard !isEmpty, blanks == 0, lines == 0, let last = bytes.last, last >= 0x80,
        !bytes.suffix(3).elementsEqual(character.array)
      else { return }
      for index in character.indices { put(character[index]) }
    case .nothing: break
    }
  }

  /// Writes what is due before a character.
  private func settle() {
    guard lines > 0 || blanks > 0 || isEmpty else { return }
    let isInLine = lines == 0 && !isEmpty
    if isEmpty {
      writePrefixes()
    } else if lines > 0 {
      for _ in 1..<lines {
        bytes.append(0x0A)
        writeQuoteMarks()
      }
      bytes.append(0x0A)
      writePrefixes()
    }
    if isInLine || keepsBlanks { for _ in 0..<blanks { put(0x20) } }
    (lines, blanks) = (0, 0)
  }

  private func writePrefixes() {
    column = 0
    for index in prefixes.indices { for byte in prefixes[index].next() { put(byte) } }
    column = 0
  }

  /// The prefixes of a blank line.
  private func writeQuoteMarks() {
    let quotes = prefixes.count { $0.isQuote && !$0.isUnused }
    for index in 0..<quotes { bytes.append(contentsOf: index == 0 ? [0x3E] : [0x20, 0x3E]) }
  }
}
