/// Bytes that do not change any more, at a fixed place: any thread may read them.
///
/// Unchecked, since nobody else has the buffer, which was sent here: its bytes are only read, until it is freed with
/// the last reference to this.
@safe public final class FixedBytes: @unchecked Sendable {
  private let buffer: ByteBuffer
  public let start: UnsafePointer<UInt8>
  public let count: Int
  /// Bytes of memory.
  public let capacity: Int

  public init(_ buffer: sending ByteBuffer) {
    unsafe start = unsafe UnsafePointer(buffer.start)
    (count, capacity) = unsafe (buffer.bytes.count, buffer.capacity)
    self.buffer = buffer
  }

  /// All of them.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let buffer = buffer
      // The buffer lives as long as this.
      return unsafe _overrideLifetime(buffer.span, borrowing: self)
    }
  }
}
