extension Span<UInt8> {
  /// The integer at a place.
  ///
  /// - Throws: ``EndOfBytes`` where it reaches past the end, or where the place is before the beginning.
  @inlinable
  public func integer<Value: FixedWidthInteger>(
    _: Value.Type = Value.self, at offset: Int, _ order: ByteOrder
  ) throws(EndOfBytes) -> Value {
    let size = Value.bitWidth / 8
    guard offset >= 0, offset <= count - size else {
      throw EndOfBytes(offset: offset, wanted: size)
    }
    var value: Value = 0
    for place in 0..<size {
      let byte = Value(truncatingIfNeeded: self[offset &+ place])
      value |= byte << Value(truncatingIfNeeded: 8 &* (order == .big ? size &- 1 &- place : place))
    }
    return value
  }

  /// An unsigned number of 0…8 bytes, a width that its format names at run time.
  ///
  /// - Throws: ``EndOfBytes`` where it reaches past the end, or where the place is before the beginning.
  @inlinable
  public func unsigned(
    at offset: Int, width: Int, _ order: ByteOrder
  ) throws(EndOfBytes) -> UInt64 {
    guard offset >= 0, (0...8).contains(width), offset <= count - width else {
      throw EndOfBytes(offset: offset, wanted: width)
    }
    var value: UInt64 = 0
    for place in 0..<width {
      value = value << 8 | UInt64(self[offset &+ (order == .big ? place : width &- 1 &- place)])
    }
    return value
  }

  /// The same as an `Int`; `nil` past the end, and for one that is larger.
  @inlinable
  public func number(at offset: Int, width: Int, _ order: ByteOrder) -> Int? {
    (try? unsigned(at: offset, width: width, order)).flatMap { Int(exactly: $0) }
  }

  /// `length` bytes from a place on; `nil` where not all of them are there.
  @inlinable
  public func range(at offset: Int, length: Int) -> Range<Int>? {
    guard offset >= 0, length >= 0, offset <= count, length <= count &- offset else { return nil }
    return offset..<offset &+ length
  }

  /// Whether the bytes of a text stand at a place.
  @inlinable
  public func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    let letters = text.span
    for place in letters.indices where self[offset &+ place] != letters[place] { return false }
    return true
  }

  /// Where a byte occurs first, searched from a place on; `nil` where it does not.
  @inlinable
  public func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
    var place = Swift.max(0, start)
    let near = Swift.min(count, place &+ 16)
    while place < near {
      if self[place] == byte { return place }
      place &+= 1
    }
    return place < count ? farOffset(of: byte, from: place) : nil
  }
}

/// The same for bytes that the reader owns; the compiler refuses spans of values that nothing holds.
extension [UInt8] {
  @inlinable
  public func number(at offset: Int, width: Int, _ order: ByteOrder) -> Int? {
    span.number(at: offset, width: width, order)
  }

  @inlinable
  public func range(at offset: Int, length: Int) -> Range<Int>? {
    span.range(at: offset, length: length)
  }
}
