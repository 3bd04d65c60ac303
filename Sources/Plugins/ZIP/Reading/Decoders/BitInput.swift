import ConverterCore

/// Bits of bytes that come in pieces, the lowest bit of each byte first.
struct BitInput: ~Escapable {
  /// Bits that go before those of the next piece.
  struct Rest {
    fileprivate var bits: UInt64 = 0
    fileprivate var count = 0
  }

  private let input: Span<UInt8>
  private var next = 0
  private var bits: UInt64
  private var count: Int
  /// Whether the last call wanted more than there is.
  private var isStarved = false

  /// - Parameter rest: what the piece before has left.
  @_lifetime(copy input)
  init(_ input: Span<UInt8>, behind rest: Rest = Rest()) {
    self.input = input
    (bits, count) = (rest.bits, rest.count)
  }

  /// Ends with the piece.
  ///
  /// - Returns: the bytes of it that were used. What is left of the last one is kept, and where bits were
  ///   missing, all.
  consuming func end() -> (used: Int, rest: Rest) {
    if !isStarved {
      let unused = min(count / 8, next)
      next -= unused
      count -= unused * 8
    }
    return (next, Rest(bits: bits & (1 << UInt64(count) &- 1), count: count))
  }

  @inline(__always)
  private mutating func fill() {
    if next &+ 8 <= input.count {
      bits |= input.littleEndian(at: next, as: UInt64.self) << UInt64(count)
      let taken = (63 &- count) >> 3
      next &+= taken
      count &+= taken &* 8
    } else {
      while count <= 56, next < input.count {
        bits |= UInt64(input[next]) << UInt64(count)
        next &+= 1
        count &+= 8
      }
    }
  }

  /// - Parameter width: at most 32.
  /// - Returns: `nil` where fewer bits are left.
  @inline(__always)
  mutating func take(_ width: Int) -> Int? {
    if count < width { fill() }
    guard count >= width else {
      isStarved = true
      return nil
    }
    let value = Int(bits & (1 << UInt64(width) &- 1))
    drop(width)
    return value
  }

  /// - Returns: `nil` where its bits are not all there.
  /// - Throws: `damaged` where no code begins with the bits.
  @inline(__always)
  mutating func take(_ code: PrefixCode) throws(DecodingFailure) -> Int? {
    if count < code.longest { fill() }
    // Above the bits that are there may stand some that come again with the next piece.
    let known = bits & (1 << UInt64(count) &- 1)
    let (symbol, length) = code.symbol(known)
    guard length > 0, length <= count else {
      guard count < code.longest else { throw .damaged }
      isStarved = true
      return nil
    }
    drop(length)
    return symbol
  }

  /// Leaves out what is left of a byte.
  mutating func alignToByte() { drop(count & 7) }

  private mutating func drop(_ width: Int) {
    bits >>= UInt64(width)
    count &-= width
  }
}
