/// What the standard library has for pointers, of borrowed bytes: it is given the address and the number of a span.
extension Span<UInt8> {
  /// The integer at a place, least significant byte first.
  ///
  /// It is one load behind one comparison, for loops in which ``integer(_:at:_:)`` shows in the figures.
  @inlinable
  public func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as _: Value.Type = Value.self
  ) -> Value {
    // `unsafeLoadUnaligned` compares with the end; unsafe is only that some types have bytes that are no value of
    // theirs, which integers do not have.
    unsafe Value(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self))
  }

  /// A copy, for what outlives the bytes.
  public var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

extension String {
  /// A text of the bytes that `body` writes, made in place; up to 15 of them take no memory.
  @inlinable
  init(upTo most: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: most) { room in
      var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
      body(&output)
      return unsafe output.finalize(for: room)
    }
  }

  /// A text of bytes that are borrowed; what is no UTF-8 becomes U+FFFD.
  @inlinable
  public init(decoding bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// A text of bytes that are borrowed; `nil` for what is no UTF-8.
  @inlinable
  public init?(validating bytes: Span<UInt8>) {
    let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) }
    guard let text else { return nil }
    self = text
  }
}

extension Span<UInt8> {
  /// Bytes of a library or a mapped file.
  ///
  /// The borrow ends with `bytes`, which is only the address: the caller keeps the memory until the span is no longer
  /// used.
  @inlinable
  @_lifetime(borrow bytes)
  public init(borrowing bytes: UnsafeRawBufferPointer) {
    unsafe self.init(_unsafeBytes: bytes)
  }
}

extension [UInt8] {
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension StaticString {
  /// Its bytes, which are never freed.
  @inlinable
  public var span: Span<UInt8> {
    @_lifetime(immortal) get {
      let letters = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
      return unsafe _overrideLifetime(Span(_unsafeElements: letters), copying: ())
    }
  }
}

extension Hasher {
  /// Adds bytes that are borrowed.
  @inlinable
  public mutating func combine(bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
  }
}
