public import ConverterCore

/// The tokens of a tree one by one, whatever the batches that they come in.
///
/// It belongs to one thread at a time.
public final class TokenCursor {
  private let source: any TokenSource
  private let context: ConversionContext
  @usableFromInline let batch = TokenBatch()
  private var index = 0
  /// Bytes of the tokens so far, for whoever wants a sample alone.
  public private(set) var byteCount = 0

  public init(_ content: any TreeContent, in context: ConversionContext) throws(ConversionError) {
    source = try content.tokens(in: context)
    self.context = context
  }

  /// - Returns: `nil` at the end.
  @inline(__always)
  public func next() throws(ConversionError) -> Token? {
    while index == batch.tokens.count {
      guard try refill() else { return nil }
    }
    let token = batch.tokens[index]
    index += 1
    return token
  }

  /// What ``next()`` will return; the text of the last token is void then.
  public func peek() throws(ConversionError) -> Token? {
    while index == batch.tokens.count {
      guard try refill() else { return nil }
    }
    return batch.tokens[index]
  }

  /// The lexical form of the last token: valid until the next one is asked for.
  @inlinable @inline(__always)
  @_lifetime(borrow self)
  public func text(of token: Token) -> Span<UInt8> {
    let batch = batch
    // The cursor holds the batch for as long as it lives.
    return unsafe _overrideLifetime(batch.text(of: token), borrowing: self)
  }

  private func refill() throws(ConversionError) -> Bool {
    try context.checkpoint()
    batch.removeAll()
    index = 0
    guard try source.next(batch) else { return false }
    byteCount += batch.bytes.count + batch.tokens.count
    return true
  }
}
