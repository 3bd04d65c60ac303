/// Fields whose place a caller has compared with the end already, and pieces of bytes as values.
///
/// All accesses are checked: a place outside stops the program instead of reading what stands there.
extension Span<UInt8> {
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
