extension ByteBuffer {
  /// The bytes, which may not be used any more once the buffer is changed.
  // Other modules ask for it at every byte or token, and have to see what it does.
  @inlinable @inline(__always)
  public var span: Span<UInt8> {
    @_lifetime(borrow self) get {
      #if ADDRESS_SANITIZER
        // It forbids what is behind them.
        _ = unsafe bytes
      #endif
      // `start` has room for `count` bytes, and lives as long as the buffer.
      let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
      return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }
  }

  /// A copy of the bytes.
  public var array: [UInt8] { span.array }

  /// Gives the bytes to `body`, to be changed in place.
  public func withMutableSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The bytes in use, which nobody else touches meanwhile: it belongs to one thread at a time.
    var span = unsafe MutableSpan(_unsafeStart: start, count: count)
    return try body(&span)
  }

  /// Gives the bytes to `body`, and stays for as long as that runs.
  public func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(span)
  }

  /// Appends bytes that are borrowed.
  @inline(__always)
  public func append(_ bytes: Span<UInt8>) { unsafe bytes.withUnsafeBytes { unsafe append($0) } }
}
