/// Fields whose place a caller has compared with the end already, and pieces of bytes as values.
///
/// All accesses are checked: a place outside stops the program instead of reading what stands there.
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

  /// Whether the same bytes follow each other in both; eight at a time.
  @inlinable
  public func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while place &+ 8 <= count {
      let word: UInt64 = littleEndian(at: place)
      guard word == other.littleEndian(at: place) else { return false }
      place &+= 8
    }
    while place < count {
      guard self[place] == other[place] else { return false }
      place &+= 1
    }
    return true
  }

  /// Whether the same bytes follow each other in both.
  ///
  /// - Parameter areSame: whether two bytes count as the same.
  @inlinable
  public func isEqual(to other: Span<UInt8>, by areSame: (UInt8, UInt8) -> Bool) -> Bool {
    guard count == other.count else { return false }
    for place in indices where !areSame(self[place], other[place]) { return false }
    return true
  }

  @inlinable
  public func contains(_ byte: UInt8) -> Bool { firstOffset(of: byte) != nil }

  /// What is left without the bytes at both ends for which a condition holds.
  @inlinable
  @_lifetime(copy self)
  public func trimmed(where isBlank: (UInt8) -> Bool) -> Span<UInt8> {
    var (start, end) = (0, count)
    while start < end, isBlank(self[start]) { start &+= 1 }
    while start < end, isBlank(self[end &- 1]) { end &-= 1 }
    return extracting(start..<end)
  }
}

extension ByteBuffer {
  /// Appends bytes that are borrowed.
  @inline(__always)
  public func append(_ bytes: Span<UInt8>) { bytes.withUnsafeBytes { append($0) } }
}

extension OutputFile {
  /// Adds bytes at the end.
  public func write(_ bytes: Span<UInt8>) throws(ConversionError) {
    try bytes.withUnsafeBytes { (bytes) throws(ConversionError) in try write(bytes) }
  }

  /// Puts bytes at a place.
  public func write(_ bytes: Span<UInt8>, at offset: Int) throws(ConversionError) {
    try bytes.withUnsafeBytes { (bytes) throws(ConversionError) in try write(bytes, at: offset) }
  }
}

extension String {
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
  /// The borrow ends with `bytes`, which is only the address: whoever calls keeps the memory until the span is no
  /// longer used.
  @inlinable
  @_lifetime(borrow bytes)
  public init(borrowing bytes: UnsafeRawBufferPointer) {
    unsafe self.init(_unsafeBytes: bytes)
  }
}
