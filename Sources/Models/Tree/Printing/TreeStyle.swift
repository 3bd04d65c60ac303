public import ConverterCore

/// What is put around the parts of printed values, such as colours of a terminal, and how texts appear.
public protocol TreeStyle {
  /// Called before a token is printed; for a text or a key before its quote.
  func begin(_ kind: Token.Kind, in buffer: ByteBuffer)
  func end(_ kind: Token.Kind, in buffer: ByteBuffer)
  /// Called before a comma or a colon, and after it.
  func beginPunctuation(in buffer: ByteBuffer)
  func endPunctuation(in buffer: ByteBuffer)
  /// Appends the text of a key or a string, which stands between quotes.
  func append(_ text: Span<UInt8>, to buffer: ByteBuffer)
}

extension TreeStyle {
  @inline(__always)
  public func append(_ text: Span<UInt8>, to buffer: ByteBuffer) {
    buffer.append(text)
  }
}

/// Nothing around anything.
public struct PlainStyle: TreeStyle {
  public init() {}
  @inline(__always) public func begin(_ kind: Token.Kind, in buffer: ByteBuffer) {}
  @inline(__always) public func end(_ kind: Token.Kind, in buffer: ByteBuffer) {}
  @inline(__always) public func beginPunctuation(in buffer: ByteBuffer) {}
  @inline(__always) public func endPunctuation(in buffer: ByteBuffer) {}
}
