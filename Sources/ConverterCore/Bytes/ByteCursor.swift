/// Walks over bytes that are borrowed, each access checked against their end.
///
/// Hostile input is read through it: a number or a piece that reaches past the end throws ``EndOfBytes`` and moves
/// nothing. It cannot outlive the bytes that it walks over; the compiler sees to that.
///
/// ```swift
/// var cursor = ByteCursor(header.span)
/// let width = try cursor.u32be()
/// let name = try cursor.slice(Int(try cursor.u16be()))
/// ```
public struct ByteCursor: ~Escapable {
  /// All bytes, those before ``offset`` included.
  public let bytes: Span<UInt8>
  @usableFromInline var position: Int

  /// - Parameters:
  ///   - bytes: what to walk over.
  ///   - offset: where in them to begin; beyond the end it counts as the end.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, at offset: Int = 0) {
    self.bytes = bytes
    position = min(max(0, offset), bytes.count)
  }

  /// Where the next byte is, 0…`bytes.count`.
  @inlinable public var offset: Int { position }

  /// Bytes that are left.
  @inlinable public var remaining: Int { bytes.count &- offset }

  @inlinable public var isAtEnd: Bool { offset == bytes.count }

  /// The next byte without going over it; `nil` at the end.
  @inlinable public func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The next byte; `nil` at the end.
  @inlinable
  public mutating func next() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { position &+= 1 }
    return bytes[offset]
  }

  /// Goes over `count` bytes.
  ///
  /// - Throws: ``EndOfBytes`` where there are fewer, or where `count` is negative.
  @inlinable
  public mutating func skip(_ count: Int) throws(EndOfBytes) {
    guard count >= 0, count <= remaining else { throw end(count) }
    position &+= count
  }

  /// Goes to a place, 0…`bytes.count`.
  ///
  /// - Throws: ``EndOfBytes`` for a place outside.
  @inlinable
  public mutating func move(to place: Int) throws(EndOfBytes) {
    guard place >= 0, place <= bytes.count else { throw end(place - offset) }
    position = place
  }

  /// The next `count` bytes.
  ///
  /// - Throws: ``EndOfBytes`` where there are fewer, or where `count` is negative.
  @inlinable
  @_lifetime(copy self)
  public mutating func slice(_ count: Int) throws(EndOfBytes) -> Span<UInt8> {
    guard count >= 0, count <= remaining else { throw end(count) }
    defer { position &+= count }
    return bytes.extracting(offset..<offset &+ count)
  }

  /// Goes over the next byte where it is this one.
  ///
  /// - Returns: whether it is.
  @inlinable
  @discardableResult
  public mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }

  /// The next bytes for which a condition holds.
  @inlinable
  @_lifetime(copy self)
  public mutating func take(while isMeant: (UInt8) -> Bool) -> Span<UInt8> {
    let start = offset
    while let byte = peek(), isMeant(byte) { position &+= 1 }
    return bytes.extracting(start..<offset)
  }

  /// What is left, without going over it.
  @inlinable public var rest: Span<UInt8> {
    @_lifetime(copy self) get { bytes.extracting(offset..<bytes.count) }
  }

  @usableFromInline
  func end(_ count: Int) -> EndOfBytes { EndOfBytes(offset: offset, wanted: count) }
}

/// What is read reaches past the end of the bytes.
public struct EndOfBytes: Error, Equatable {
  /// Where it was to be read.
  public let offset: Int
  /// How many bytes it takes.
  public let wanted: Int

  public init(offset: Int, wanted: Int) {
    self.offset = offset
    self.wanted = wanted
  }
}

/// Integers of fixed width, by the order of their bytes: `be` with the most significant byte first, `le` with the
/// least. All throw ``EndOfBytes`` where too few bytes are left, and then move nothing.
extension ByteCursor {
  @inlinable public mutating func u8() throws(EndOfBytes) -> UInt8 {
    guard let byte = next() else { throw end(1) }
    return byte
  }

  @inlinable public mutating func u16be() throws(EndOfBytes) -> UInt16 { try bigEndian() }
  @inlinable public mutating func u32be() throws(EndOfBytes) -> UInt32 { try bigEndian() }
  @inlinable public mutating func u64be() throws(EndOfBytes) -> UInt64 { try bigEndian() }
  @inlinable public mutating func u16le() throws(EndOfBytes) -> UInt16 { try littleEndian() }
  @inlinable public mutating func u32le() throws(EndOfBytes) -> UInt32 { try littleEndian() }
  @inlinable public mutating func u64le() throws(EndOfBytes) -> UInt64 { try littleEndian() }

  /// An integer in the order that its format names at run time, as TIFF does.
  @inlinable
  public mutating func integer<Value: FixedWidthInteger>(
    _: Value.Type, _ order: ByteOrder
  ) throws(EndOfBytes) -> Value {
    order == .big ? try bigEndian() : try littleEndian()
  }

  @inlinable
  mutating func bigEndian<Value: FixedWidthInteger>() throws(EndOfBytes) -> Value {
    let value: Value = try bytes.integer(at: offset, .big)
    position &+= Value.bitWidth / 8
    return value
  }

  @inlinable
  mutating func littleEndian<Value: FixedWidthInteger>() throws(EndOfBytes) -> Value {
    let value: Value = try bytes.integer(at: offset, .little)
    position &+= Value.bitWidth / 8
    return value
  }
}

/// Which byte of an integer comes first.
public enum ByteOrder: Sendable {
  /// The most significant one.
  case big
  /// The least significant one.
  case little
}
