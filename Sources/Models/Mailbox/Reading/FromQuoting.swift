public import ConverterCore
internal import MIME

/// Puts a `>` before lines that begin with `From `, or with such marks and that, as mboxes have them (mboxrd); or
/// takes it away.
///
/// Pieces may be cut anywhere. What looks like the beginning of such a line waits for the rest of it.
public struct FromQuoting {
  private let adds: Bool
  /// What was held back: `>`, `>>Fro`.
  private var waiting: [UInt8] = []
  /// How many of those are marks.
  private var marks = 0
  private var isAtLineStart = true

  private static let word = Array("From ".utf8)
  private static let mark = UInt8(ascii: ">")
  /// Nobody has so many marks; what is longer is left as it is.
  private static let mostMarks = 1000

  /// - Parameter adds: whether marks are put, and not taken away.
  public init(adds: Bool) { self.adds = adds }

  /// Appends what becomes of a piece.
  public mutating func append(
    _ piece: Span<UInt8>, isLast: Bool, to text: ByteBuffer
  ) {
    var index = 0
    while index < piece.count {
      if isAtLineStart {
        index = goOn(piece, from: index, to: text)
        continue
      }
      let end = piece.offset(of: 0x0A, from: index)
      isAtLineStart = end < piece.count
      text.append(piece[index..<min(end + 1, piece.count)])
      index = end + 1
    }
    if isLast { flush(to: text) }
  }

  /// Goes on with what may be such a line, until it is one or is none.
  private mutating func goOn(
    _ piece: Span<UInt8>, from start: Int, to text: ByteBuffer
  ) -> Int {
    var index = start
    while index < piece.count {
      let byte = piece[index]
      let letters = waiting.count - marks
      if letters == 0, byte == Self.mark, marks < Self.mostMarks {
        marks += 1
      } else if byte != Self.word[letters] || !adds && marks == 0 {
        break
      }
      waiting.append(byte)
      index += 1
      guard letters == Self.word.count - 1 else { continue }
      if adds { text.append(Self.mark) } else { waiting.removeFirst() }
      flush(to: text)
      return index
    }
    if index < piece.count { flush(to: text) }
    return index
  }

  private mutating func flush(to text: ByteBuffer) {
    text.append(waiting)
    waiting.removeAll(keepingCapacity: true)
    marks = 0
    isAtLineStart = false
  }
}
