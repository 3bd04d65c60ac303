public import ConverterCore

/// Some tokens that follow each other, and the bytes that they are made of.
///
/// It is used again and again for the next tokens, and belongs to one thread at a time.
public final class TokenBatch {
  public let bytes = ByteBuffer(capacity: 1 << 16)
  public var tokens: [Token] = []

  public init() {}

  /// Makes it empty, with its room kept.
  public func removeAll() {
    bytes.removeAll()
    tokens.removeAll(keepingCapacity: true)
  }

  /// The lexical form of a token: valid until the batch changes.
  @inlinable @inline(__always)
  @_lifetime(borrow self)
  public func text(of token: Token) -> Span<UInt8> {
    let bytes = bytes
    let text = bytes.span.extracting(token.start..<token.start &+ token.count)
    // The batch holds the buffer for as long as it lives.
    return unsafe _overrideLifetime(text, borrowing: self)
  }

  /// Adds a token whose text is not in the buffer yet.
  public func append(_ kind: Token.Kind, _ text: Span<UInt8>) {
    tokens.append(Token(kind, start: bytes.count, count: text.count))
    bytes.append(text)
  }

  public func append(_ kind: Token.Kind, _ text: [UInt8] = []) {
    append(kind, text.span)
  }
}

/// The smallest part of a tree.
public struct Token: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    case beginObject, endObject, beginArray, endArray
    /// The key of a member; its text is as that of a `string`.
    case key
    /// A text in UTF-8, with the escapes of JSON and without the quotes around it.
    case string
    /// A number in the grammar of JSON.
    case number
    case `true`, `false`, null
  }

  public let kind: Kind
  @usableFromInline let place: UInt32
  @usableFromInline let size: UInt32

  /// - Parameters:
  ///   - kind: what it is.
  ///   - start: where its text stands in the batch.
  ///   - count: of its bytes; 0 for brackets and words.
  @inlinable @inline(__always)
  public init(_ kind: Kind, start: Int, count: Int) {
    self.kind = kind
    place = UInt32(truncatingIfNeeded: start)
    size = UInt32(truncatingIfNeeded: count)
  }

  @inlinable @inline(__always) public var start: Int { Int(place) }
  @inlinable @inline(__always) public var count: Int { Int(size) }
}
