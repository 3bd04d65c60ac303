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

  /// Whether the bytes of a text stand at a place.
  @inlinable
  public func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      letters.indices.allSatisfy { self[offset &+ $0] == letters[$0] }
    }
  }

  /// A copy, for what outlives the bytes.
  public var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

  /// Where a byte occurs first, searched from a place on; `nil` where it does not.
  @inlinable
  public func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
    var place = Swift.max(0, start)
    while place < count {
      if self[place] == byte { return place }
      place &+= 1
    }
    return nil
  }
}
