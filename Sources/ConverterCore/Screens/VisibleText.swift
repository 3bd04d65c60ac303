/// The pieces of a text out of a file, as a terminal may be given them.
///
/// What has power over a terminal, turns the direction of text or is no UTF-8 is replaced by what can be seen:
/// `\n`, `\u{1B}`, `\xFF`, as ``Swift/String/printable`` does.
package struct VisibleText: Sequence, IteratorProtocol {
  package struct Piece {
    /// Where it stands in the text.
    package var source: Range<Int>
    package var columns: Int
    /// What is shown in its place, where it is not shown as it is.
    package var substitute: String?
    package var scalar: Unicode.Scalar?
  }

  private let text: ArraySlice<UInt8>
  private var position: Int

  package init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  package mutating func next() -> Piece? {
    guard position < text.endIndex else { return nil }
    let start = position
    let first = text[start]
    if first >= 0x20, first < 0x7f {
      position += 1
      return Piece(source: start..<position, columns: 1, scalar: Unicode.Scalar(first))
    }
    guard let scalar = decode() else {
      position = start + 1
      return substituted(start, "\\x" + Self.hexadecimal(UInt32(first), digits: 2))
    }
    switch scalar {
    case "\n": return substituted(start, "\\n", scalar)
    case "\r": return substituted(start, "\\r", scalar)
    case "\t": return substituted(start, "\\t", scalar)
    case "\u{200C}", "\u{200D}": break
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        return substituted(start, "\\u{\(Self.hexadecimal(scalar.value, digits: 1))}", scalar)
      default: break
      }
    }
    return Piece(
      source: start..<position, columns: TextWidth.columns(of: scalar), scalar: scalar)
  }

  private func substituted(
    _ start: Int, _ text: String, _ scalar: Unicode.Scalar? = nil
  ) -> Piece {
    Piece(
      source: start..<position, columns: text.utf8.count, substitute: text, scalar: scalar)
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }

  /// The character at `position`, which moves behind it; `nil` for what is no UTF-8.
  private mutating func decode() -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = text[position...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    position += UTF8.width(scalar)
    return scalar
  }

  /// The columns that `text` takes, counted no further than just above `limit`.
  package static func columns(of text: ArraySlice<UInt8>, upTo limit: Int = .max) -> Int {
    var sum = 0
    for piece in VisibleText(text) {
      sum += piece.columns
      if sum > limit { break }
    }
    return sum
  }
}
