internal import ConverterCore
import TreeModel

/// Colours of a terminal, and texts that have no power over it.
struct TerminalStyle: TreeStyle {
  let usesColour: Bool
  /// Whether characters that are not seen, or turn the direction of text, are shown as escapes.
  let isForTerminal: Bool

  func begin(_ kind: Token.Kind, in buffer: ByteBuffer) {
    guard usesColour else { return }
    switch kind {
    case .beginObject, .endObject, .beginArray, .endArray: buffer.append("\u{1b}[2m")
    case .key: buffer.append("\u{1b}[36m")
    case .string: buffer.append("\u{1b}[32m")
    case .number: buffer.append("\u{1b}[33m")
    case .true, .false: buffer.append("\u{1b}[35m")
    case .null: buffer.append("\u{1b}[2m")
    }
  }

  func end(_ kind: Token.Kind, in buffer: ByteBuffer) {
    if usesColour { buffer.append("\u{1b}[0m") }
  }

  func beginPunctuation(in buffer: ByteBuffer) {
    if usesColour { buffer.append("\u{1b}[2m") }
  }

  func endPunctuation(in buffer: ByteBuffer) {
    if usesColour { buffer.append("\u{1b}[0m") }
  }

  func append(_ text: Span<UInt8>, to buffer: ByteBuffer) {
    guard isForTerminal, !text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      return buffer.append(text)
    }
    let bytes = text.array
    for piece in VisibleText(bytes[...]) {
      if piece.substitute == nil {
        buffer.append(bytes[piece.source])
      } else if let scalar = piece.scalar {
        append(escaped: scalar, to: buffer)
      } else {
        buffer.append((piece.substitute ?? "").utf8)
      }
    }
  }

  /// The character as an escape of JSON, so that what is shown still is JSON of the same meaning.
  private func append(escaped scalar: Unicode.Scalar, to buffer: ByteBuffer) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      buffer.append("\\u")
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
        buffer.append(digit + (digit < 10 ? 0x30 : 0x37))
      }
    }
  }
}
