/// Walks over the bits of bytes that are borrowed, the highest of a byte first.
///
/// Behind the end are zeros, as codes are looked up by more bits than the last one may have left: what must not
/// reach past it asks ``remaining`` or ``isAtEnd``. As a ``ByteCursor``, it cannot outlive the bytes.
public struct BitCursor: ~Escapable {
  @usableFromInline let bytes: Span<UInt8>
  @usableFromInline var place: Int

  /// - Parameters:
  ///   - bytes: in which the bits are; the cursor borrows them.
  ///   - position: in bits from the beginning, not below 0.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    place = max(0, position)
  }

  /// In bits from the beginning; it may be behind the end.
  @inlinable public var position: Int { place }

  /// Bits that are left; below 0 behind the end.
  @inlinable public var remaining: Int { bytes.count &* 8 &- position }

  @inlinable public var isAtEnd: Bool { remaining <= 0 }

  /// The next bits without going over them.
  ///
  /// - Parameter count: 0…32.
  @inlinable
  public func peek(_ count: Int) -> Int { bytes.bits(at: position, count: count) }

  /// Goes over bits.
  ///
  /// - Parameter count: not below 0.
  @inlinable
  public mutating func skip(_ count: Int) { place += count }

  /// The next bits.
  ///
  /// - Parameter count: 0…32.
  @inlinable
  public mutating func take(_ count: Int) -> Int {
    defer { skip(count) }
    return peek(count)
  }

  /// Goes to the next beginning of a byte, unless it is at one.
  @inlinable
  public mutating func align() { place = (place + 7) & ~7 }
}

extension Span<UInt8> {
  /// The bits at a place, the highest of a byte first; behind the end are zeros.
  ///
  /// - Parameters:
  ///   - bit: from the beginning, not below 0.
  ///   - count: 0…32.
  @inlinable
  public func bits(at bit: Int, count: Int) -> Int {
    let first = bit >> 3
    let word: UInt64 =
      if first <= self.count &- 8 { littleEndian(at: first, as: UInt64.self).byteSwapped } else {
        endingWord(at: first)
      }
    return Int(truncatingIfNeeded: (word &<< UInt64(bit & 7)) >> UInt64(64 &- count))
  }

  /// Eight bytes, the most significant first, with zeros for those behind the end.
  @usableFromInline
  func endingWord(at first: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in first..<first + 8 {
      word = word << 8 | (place < count ? UInt64(self[place]) : 0)
    }
    return word
  }
}
