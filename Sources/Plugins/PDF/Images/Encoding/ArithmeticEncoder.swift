/// The adaptive binary arithmetic encoder of JBIG2 (ITU-T T.88, annex E), as software does it.
struct ArithmeticEncoder {
  /// A row of table E.1: the probability of the less probable symbol, and the states that follow.
  ///
  /// A state is the row's number above a bit for the more probable symbol.
  static let states: [UInt32] = (0..<94).map { state in
    let row = table[state / 2]
    let symbol = UInt32(state & 1)
    let switched = row.switches ? symbol ^ 1 : symbol
    return row.probability | (row.nextMore << 1 | symbol) << 16 | (row.nextLess << 1 | switched)
      << 24
  }

  private var a: UInt32 = 0x8000
  private var c: UInt32 = 0
  private var shift = 12
  private var byte: UInt32 = 0
  private var isBegun = false
  private var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  @inline(__always)
  mutating func encode(
    _ bit: UInt32, in context: Int, _ contexts: UnsafeMutablePointer<UInt8>,
    _ states: UnsafePointer<UInt32>
  ) {
    let state = unsafe contexts[context]
    let entry = unsafe states[Int(state)]
    let probability = entry & 0xFFFF
    a &-= probability
    if bit == UInt32(state & 1) {
      if a & 0x8000 != 0 {
        c &+= probability
        return
      }
      if a < probability { a = probability } else { c &+= probability }
      unsafe contexts[context] = UInt8(truncatingIfNeeded: entry >> 16)
    } else {
      if a < probability { c &+= probability } else { a = probability }
      unsafe contexts[context] = UInt8(truncatingIfNeeded: entry >> 24)
    }
    repeat {
      a <<= 1
      c <<= 1
      shift &-= 1
      if shift == 0 { putByte() }
    } while a & 0x8000 == 0
  }

  /// BYTEOUT (figure E.3): after a byte of ones comes a bit that takes the carry.
  private mutating func putByte() {
    if byte != 0xFF, c >= 0x800_0000 {
      byte += 1
      if byte == 0xFF { c &= 0x7FF_FFFF }
    }
    let isStuffed = byte == 0xFF
    append()
    if isStuffed {
      byte = c >> 20
      c &= 0xF_FFFF
      shift = 7
    } else {
      byte = c >> 19 & 0xFF
      c &= 0x7_FFFF
      shift = 8
    }
  }

  private mutating func append() {
    // Before the first byte there is none, but for a carry that never comes.
    if isBegun { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    isBegun = true
  }

  /// FLUSH (figure E.10), with the marker behind.
  mutating func finish() -> [UInt8] {
    let limit = c &+ a
    c |= 0xFFFF
    if c >= limit { c &-= 0x8000 }
    c <<= UInt32(shift)
    putByte()
    c <<= UInt32(shift)
    putByte()
    append()
    if byte != 0xFF { bytes.append(0xFF) }
    bytes.append(0xAC)
    return bytes
  }

  private struct Row {
    let probability: UInt32
    let nextMore: UInt32
    let nextLess: UInt32
    let switches: Bool

    init(_ probability: UInt32, _ nextMore: UInt32, _ nextLess: UInt32, _ switches: Int) {
      (self.probability, self.nextMore, self.nextLess) = (probability, nextMore, nextLess)
      self.switches = switches == 1
    }
  }

  private static let table = [
    Row(0x5601, 1, 1, 1), Row(0x3401, 2, 6, 0), Row(0x1801, 3, 9, 0), Row(0x0AC1, 4, 12, 0),
    Row(0x0521, 5, 29, 0), Row(0x0221, 38, 33, 0), Row(0x5601, 7, 6, 1), Row(0x5401, 8, 14, 0),
    Row(0x4801, 9, 14, 0), Row(0x3801, 10, 14, 0), Row(0x3001, 11, 17, 0), Row(0x2401, 12, 18, 0),
    Row(0x1C01, 13, 20, 0), Row(0x1601, 29, 21, 0), Row(0x5601, 15, 14, 1), Row(0x5401, 16, 14, 0),
    Row(0x5101, 17, 15, 0), Row(0x4801, 18, 16, 0), Row(0x3801, 19, 17, 0), Row(0x3401, 20, 18, 0),
    Row(0x3001, 21, 19, 0), Row(0x2801, 22, 19, 0), Row(0x2401, 23, 20, 0), Row(0x2201, 24, 21, 0),
    Row(0x1C01, 25, 22, 0), Row(0x1801, 26, 23, 0), Row(0x1601, 27, 24, 0), Row(0x1401, 28, 25, 0),
    Row(0x1201, 29, 26, 0), Row(0x1101, 30, 27, 0), Row(0x0AC1, 31, 28, 0), Row(0x09C1, 32, 29, 0),
    Row(0x08A1, 33, 30, 0), Row(0x0521, 34, 31, 0), Row(0x0441, 35, 32, 0), Row(0x02A1, 36, 33, 0),
    Row(0x0221, 37, 34, 0), Row(0x0141, 38, 35, 0), Row(0x0111, 39, 36, 0), Row(0x0085, 40, 37, 0),
    Row(0x0049, 41, 38, 0), Row(0x0025, 42, 39, 0), Row(0x0015, 43, 40, 0), Row(0x0009, 44, 41, 0),
    Row(0x0005, 45, 42, 0), Row(0x0001, 45, 43, 0), Row(0x5601, 46, 46, 0),
  ]
}
