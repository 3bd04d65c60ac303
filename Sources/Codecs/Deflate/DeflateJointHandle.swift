/// Makes a whole stream one that another can follow (RFC 1951).
///
/// libdeflate is the fastest compressor, and knows whole streams alone. Parts that several threads compressed
/// become one stream when none but the last says that its last block is the last, and when each ends with a
/// full byte. Where the last block begins is found by going over the stream, which takes a tenth of the time
/// to compress it.
public enum DeflateJoint {
  /// The room that ``open(_:count:)`` needs behind a stream.
  public static let byteCount = 6

  /// Takes the mark off the last block of a stream, and adds an empty stored block, which ends with a full byte.
  ///
  /// - Parameters:
  ///   - room: the stream, and at least ``byteCount`` bytes more.
  ///   - count: bytes of the stream.
  /// - Returns: bytes of the stream as it is then; `nil` where it is none.
  public static func open(_ room: inout MutableSpan<UInt8>, count: Int) -> Int? {
    guard count >= 0, count + byteCount <= room.count else { return nil }
    // The walk reads the first `count` bytes alone, and is over before the room is changed.
    let last = unsafe room.span.extracting(..<count).withUnsafeBytes { bytes in
      var walk = unsafe DeflateWalk(bytes)
      return walk.lastBlock()
    }
    guard let end = last else { return nil }
    room[end.header / 8] &= ~(1 << UInt8(end.header % 8))
    // What is left of the last byte is 0, and so is the header of a stored block that is not the last.
    let headerEnd = (end.end + 3 + 7) / 8
    if headerEnd > count { room[count] = 0 }
    for (index, byte) in [0, 0, 0xFF, 0xFF].enumerated() {
      room[headerEnd + index] = UInt8(byte)
    }
    return headerEnd + 4
  }
}

/// Goes over the blocks of a stream without making the bytes that they stand for.
private struct DeflateWalk {
  private var bits: BitStream
  private var literals = CodeTable(bits: 11, capacity: 288)
  private var distances = CodeTable(bits: 8, capacity: 32)

  init(_ bytes: UnsafeRawBufferPointer) {
    bits = unsafe BitStream(bytes)
  }

  /// The bits at which the header of the last block begins, and at which the block ends.
  mutating func lastBlock() -> (header: Int, end: Int)? {
    while true {
      let header = bits.position
      bits.refill()
      let isLast = bits.take(1) == 1
      let isPassed =
        switch bits.take(2) {
        case 0: passStored()
        case 1: setFixedCodes() && passCodes()
        case 2: readCodes() && passCodes()
        default: false
        }
      guard isPassed, !bits.isPastEnd else { return nil }
      if isLast { return (header, bits.position) }
    }
  }

  private mutating func passStored() -> Bool {
    bits.skipToByte()
    bits.refill()
    let (length, complement) = (bits.take(16), bits.take(16))
    guard length ^ complement == 0xFFFF else { return false }
    bits.skip(bytes: Int(length))
    return true
  }

  private mutating func setFixedCodes() -> Bool {
    var lengths = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    return literals.build(lengths[...], kind: .literals)
      && distances.build([UInt8](repeating: 5, count: 30)[...], kind: .distances)
  }

  /// Section 3.2.7.
  private mutating func readCodes() -> Bool {
    let literalCount = Int(bits.take(5)) + 257
    let distanceCount = Int(bits.take(5)) + 1
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<Int(bits.take(4)) + 4 {
      bits.refill()
      codeLengths[order[index]] = UInt8(bits.take(3))
    }
    var table = CodeTable(bits: 7, capacity: 19)
    guard table.build(codeLengths[...], kind: .plain) else { return false }
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount, !bits.isPastEnd {
      bits.refill()
      let entry = table.entry(bits.window)
      guard entry.bits > 0 else { return false }
      bits.drop(entry.bits)
      switch entry.symbol {
      case 16:
        guard let last = lengths.last else { return false }
        lengths += [UInt8](repeating: last, count: Int(bits.take(2)) + 3)
      case 17: lengths += [UInt8](repeating: 0, count: Int(bits.take(3)) + 3)
      case 18: lengths += [UInt8](repeating: 0, count: Int(bits.take(7)) + 11)
      default: lengths.append(UInt8(entry.symbol))
      }
    }
    guard lengths.count == literalCount + distanceCount, literalCount <= 286 else { return false }
    return literals.build(lengths[..<literalCount], kind: .literals)
      && distances.build(lengths[literalCount...], kind: .distances)
  }

  /// Goes over the codes of a block, up to its end.
  private mutating func passCodes() -> Bool {
    while !bits.isPastEnd {
      // A code with its extra bits has at most 20 of 56 bits, one of a distance 28.
      bits.refill()
      var entry = literals.entry(bits.window)
      if entry.kind == .literal {
        bits.drop(entry.bits)
        entry = literals.entry(bits.window)
        if entry.kind == .literal {
          bits.drop(entry.bits)
          continue
        }
        bits.refill()
      }
      switch entry.kind {
      case .literal: bits.drop(entry.bits)
      case .length:
        bits.drop(entry.bits)
        let distance = distances.entry(bits.window)
        guard distance.bits > 0 else { return false }
        bits.drop(distance.bits)
      case .end:
        bits.drop(entry.bits)
        return true
      case .none: return false
      }
    }
    return false
  }
}

/// Bits, the lowest of a byte first.
///
/// The bytes are what libdeflate has just written, and are gone over at a tenth of the time that took; with spans it is
/// a sixth more. ``refill()`` alone reads them, and compares with their end before each access.
@safe private struct BitStream {
  private let bytes: UnsafeRawBufferPointer
  /// The next byte that is not in ``window`` yet.
  private var next = 0
  private(set) var window: UInt64 = 0
  private var count = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes
  }

  /// Bits that have been taken.
  var position: Int { next * 8 - count }
  var isPastEnd: Bool { unsafe position > bytes.count * 8 }

  /// Makes at least 56 bits of the window those of the stream; behind its end they are 0.
  @inline(__always)
  mutating func refill() {
    if unsafe next + 8 <= bytes.count {
      let word = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
      window |= word &<< UInt64(truncatingIfNeeded: count)
      let taken = (63 &- count) &>> 3
      next &+= taken
      count &+= taken &* 8
    } else {
      while count <= 56 {
        let byte = unsafe next < bytes.count ? UInt64(bytes[next]) : 0
        window |= byte &<< UInt64(truncatingIfNeeded: count)
        next += 1
        count += 8
      }
    }
  }

  @inline(__always)
  mutating func drop(_ bits: Int) {
    window &>>= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  mutating func take(_ bits: Int) -> UInt64 {
    let value = window & (1 << UInt64(bits) - 1)
    drop(bits)
    return value
  }

  mutating func skipToByte() { drop(count % 8) }

  mutating func skip(bytes skipped: Int) {
    next = next - count / 8 + skipped
    (window, count) = (0, 0)
  }
}

/// A Huffman code, looked up by the bits to come.
private struct CodeTable {
  enum Kind: UInt32 {
    case none, literal, length, end
  }

  enum Alphabet {
    case plain, literals, distances
  }

  struct Entry {
    /// Kind, symbol and bits.
    fileprivate let packed: UInt32

    /// Of the code and what belongs to it; 0 where there is no such code.
    var bits: Int { Int(packed & 0xFF) }
    var symbol: Int { Int(packed >> 8 & 0xFFFF) }
    var kind: Kind { Kind(rawValue: packed >> 24) ?? .none }
  }

  private static let longest = 15
  private let bits: Int
  /// By the next ``bits`` bits, and from there on by the next 15 where a code is longer.
  private var entries: [UInt32]

  init(bits: Int, capacity: Int) {
    self.bits = bits
    entries = [UInt32](repeating: 0, count: 1 << bits + 1 << Self.longest)
  }

  @inline(__always)
  func entry(_ window: UInt64) -> Entry {
    // Both places are masked: there are 1 << bits entries, and 1 << longest behind them.
    unsafe entries.withUnsafeBufferPointer { entries in
      let short = unsafe entries[Int(truncatingIfNeeded: window) & (1 &<< bits &- 1)]
      if short != .max { return Entry(packed: short) }
      return unsafe Entry(
        packed: entries[
          1 &<< bits &+ Int(truncatingIfNeeded: window) & (1 &<< Self.longest &- 1)])
    }
  }

  /// - Parameter lengths: bits of the code of each symbol; 0 for those without.
  /// - Returns: whether the lengths make a code.
  mutating func build(_ lengths: ArraySlice<UInt8>, kind: Alphabet) -> Bool {
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in lengths {
      guard length <= Self.longest else { return false }
      counts[Int(length)] += 1
    }
    counts[0] = 0
    var codes = [Int](repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest {
      codes[length + 1] = (codes[length] + counts[length]) << 1
      guard codes[length] + counts[length] <= 1 << length else { return false }
    }
    for index in 0..<1 << bits { entries[index] = 0 }
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      fill(code: codes[length], length: length, with: Self.packed(symbol, length, kind))
      codes[length] += 1
    }
    return true
  }

  private mutating func fill(code: Int, length: Int, with entry: UInt32) {
    // Codes stand in the stream with their highest bit first.
    var reversed = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    if length <= bits {
      for index in stride(from: reversed, to: 1 << bits, by: 1 << length) {
        entries[index] = entry
      }
    } else {
      entries[reversed & (1 << bits - 1)] = .max
      for index in stride(from: reversed, to: 1 << Self.longest, by: 1 << length) {
        entries[1 << bits + index] = entry
      }
    }
  }

  /// The bits of a code include the extra ones that stand behind it (section 3.2.5).
  private static func packed(_ symbol: Int, _ length: Int, _ alphabet: Alphabet) -> UInt32 {
    let kind: Kind
    var extra = 0
    switch alphabet {
    case .plain: kind = .literal
    case .distances:
      kind = .length
      extra = max(0, symbol / 2 - 1)
    case .literals:
      kind = symbol < 256 ? .literal : symbol == 256 ? .end : .length
      if (265...284).contains(symbol) { extra = (symbol - 261) / 4 }
    }
    return kind.rawValue << 24 | UInt32(symbol) << 8 | UInt32(length + extra)
  }
}
