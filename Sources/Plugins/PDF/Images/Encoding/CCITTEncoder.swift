/// Encodes ITU-T T.6, Group 4, with the mark of its end.
struct CCITTEncoder {
  /// - Parameter blackIs1: whether ones are the colour that is the rarer one, which `BlackIs1` says.
  static func encode(_ bitmap: Bitmap, blackIs1: Bool) -> [UInt8] {
    let width = bitmap.width
    var bits = BitWriter(capacity: bitmap.bytes.count / 8)
    let room = width + 8
    // Both lines have room for the changes of a row and four behind. What looks for a change at or behind a place stops
    // at the first that is the width, and looks at two more at most.
    precondition(bitmap.bytes.count >= bitmap.rowBytes * bitmap.height, "all rows are there")
    let lines = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * room)
    unsafe lines.initialize(repeating: Int32(truncatingIfNeeded: width), count: 2 * room)
    defer { unsafe lines.deallocate() }
    var (above, current) = unsafe (lines, lines + room)
    let (white, black) = (CCITTCodes.white, CCITTCodes.black)
    unsafe bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<bitmap.height {
        _ = unsafe Bitmap.findChanges(
          base + y * bitmap.rowBytes, width: width, inverts: !blackIs1, into: current)
        unsafe encodeRow(current, above, width, &bits, white, black)
        unsafe swap(&above, &current)
      }
    }
    bits.put(CCITTCodes.endOfLine)
    bits.put(CCITTCodes.endOfLine)
    return bits.finish()
  }

  /// T.6, 2.2.
  @inline(__always)
  private static func encodeRow(
    _ row: UnsafePointer<Int32>, _ above: UnsafePointer<Int32>, _ width: Int,
    _ bits: inout BitWriter, _ white: [CCITTCodes.Code], _ black: [CCITTCodes.Code]
  ) {
    var position = -1
    var isBlack = false
    var (index, reference) = (0, 0)
    while position < width {
      while reference > 0, unsafe Int(above[reference - 1]) > position { reference -= 1 }
      while unsafe Int(above[reference]) <= position, unsafe Int(above[reference]) < width {
        reference += 1
      }
      if reference & 1 != (isBlack ? 1 : 0) { reference += 1 }
      let (a1, b1, b2) = unsafe (Int(row[index]), Int(above[reference]), Int(above[reference + 1]))
      if b2 < a1 {
        bits.put(0b0001, count: 4)
        position = b2
        continue
      }
      let offset = a1 - b1
      if offset.magnitude <= 3 {
        bits.putVertical(offset)
        position = a1
        isBlack.toggle()
        index += 1
        continue
      }
      let a2 = unsafe Int(row[index + 1])
      bits.put(0b001, count: 3)
      bits.putRun(a1 - max(position, 0), isBlack ? black : white)
      bits.putRun(a2 - a1, isBlack ? white : black)
      position = a2
      index += 2
    }
  }
}

/// Bits, the highest of a byte first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// - Parameter count: at most 24.
  @inline(__always)
  mutating func put(_ value: UInt32, count: Int) {
    pending = pending << UInt64(count) | UInt64(value)
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  mutating func put(_ code: CCITTCodes.Code) { put(code.bits, count: code.count) }

  @inline(__always)
  mutating func putVertical(_ offset: Int) {
    switch offset {
    case 0: put(1, count: 1)
    case 1: put(0b011, count: 3)
    case -1: put(0b010, count: 3)
    case 2: put(0b000011, count: 6)
    case -2: put(0b000010, count: 6)
    case 3: put(0b0000011, count: 7)
    default: put(0b0000010, count: 7)
    }
  }

  mutating func putRun(_ length: Int, _ codes: [CCITTCodes.Code]) {
    var rest = length
    while rest > 2560 {
      put(codes[63 + 40])
      rest -= 2560
    }
    if rest >= 64 {
      put(codes[63 + rest / 64])
      rest %= 64
    }
    put(codes[rest])
  }

  /// All bytes, the last filled up with zeros.
  mutating func finish() -> [UInt8] {
    if pendingCount > 0 { put(0, count: 8 - pendingCount) }
    return bytes
  }
}
