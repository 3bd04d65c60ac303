public import ConverterCore

/// The tokens of a source with escapes in place of all characters that are not ASCII.
public final class ASCIITokens: TokenSource {
  private let source: any TokenSource
  private let original = TokenBatch()

  public init(_ source: any TokenSource) {
    self.source = source
  }

  public func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    guard try source.next(original) else { return false }
    let original = original
    for token in original.tokens {
      let text = original.text(of: token)
      let start = batch.bytes.count
      Self.escape(text, into: batch.bytes)
      batch.tokens.append(Token(token.kind, start: start, count: batch.bytes.count - start))
    }
    return true
  }

  private static func escape(_ text: Span<UInt8>, into buffer: ByteBuffer) {
    var index = 0
    while index < text.count {
      var end = index
      while end < text.count, text[end] < 0x80 { end += 1 }
      buffer.append(text.extracting(index..<end))
      index = end
      guard index < text.count else { return }
      let length = max(1, UTF8Sequence.length(in: text, at: index))
      let character = String(decoding: text.extracting(index..<index + length))
      for unit in character.utf16 { append(unit, to: buffer) }
      index += length
    }
  }

  private static func append(_ unit: UInt16, to buffer: ByteBuffer) {
    buffer.append("\\u")
    for shift in [12, 8, 4, 0] as [UInt16] {
      buffer.append(TreeText.hexDigit(UInt8(truncatingIfNeeded: unit >> shift & 15)))
    }
  }
}
