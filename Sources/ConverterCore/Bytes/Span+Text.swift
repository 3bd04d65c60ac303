/// What scanners of text ask of borrowed bytes.
extension Span<UInt8> {
  /// A piece; a place outside stops the program.
  @inlinable
  public subscript(_ bounds: some RangeExpression<Int>) -> Span<UInt8> {
    @_lifetime(copy self) get { extracting(bounds) }
  }

  @inlinable public var first: UInt8? { isEmpty ? nil : self[0] }
  @inlinable public var last: UInt8? { isEmpty ? nil : self[count &- 1] }

  @inlinable
  public func firstOffset(from start: Int = 0, where isMeant: (UInt8) -> Bool) -> Int? {
    var place = start
    while place < count {
      if isMeant(self[place]) { return place }
      place &+= 1
    }
    return nil
  }

  @inlinable
  public func allSatisfy(_ isMeant: (UInt8) -> Bool) -> Bool { firstOffset { !isMeant($0) } == nil }

  @inlinable
  public func contains(where isMeant: (UInt8) -> Bool) -> Bool {
    firstOffset(where: isMeant) != nil
  }

  @inlinable
  public func count(where isMeant: (UInt8) -> Bool) -> Int {
    var number = 0
    for place in indices where isMeant(self[place]) { number &+= 1 }
    return number
  }

  /// At most so many bytes of the beginning.
  @inlinable
  @_lifetime(copy self)
  public func prefix(_ most: Int) -> Span<UInt8> { extracting(first: most) }

  /// The bytes of the beginning for which a condition holds.
  @inlinable
  @_lifetime(copy self)
  public func prefix(while isMeant: (UInt8) -> Bool) -> Span<UInt8> {
    extracting(0..<(firstOffset { !isMeant($0) } ?? count))
  }

  /// What is behind the first bytes; nothing where there are no more.
  @inlinable
  @_lifetime(copy self)
  public func dropFirst(_ number: Int = 1) -> Span<UInt8> {
    extracting(Swift.min(number, count)..<count)
  }

  @inlinable
  @_lifetime(copy self)
  public func dropLast() -> Span<UInt8> { extracting(0..<Swift.max(0, count &- 1)) }

  /// Whether it is a text, and nothing else.
  @inlinable
  public func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && has(text)
  }

  /// Whether the bytes of a text in small letters stand at a place, in whatever capitals.
  @inlinable
  public func hasLetters(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    let letters = text.span
    for place in letters.indices {
      let byte = self[offset &+ place]
      guard (byte &- 0x41 < 26 ? byte | 0x20 : byte) == letters[place] else { return false }
    }
    return true
  }
}

extension Optional where Wrapped == Span<UInt8> {
  /// What a function makes of the bytes, if there are any.
  @inlinable
  public func map<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    switch self {
    case .some(let bytes): try body(bytes)
    case .none: nil
    }
  }
}
