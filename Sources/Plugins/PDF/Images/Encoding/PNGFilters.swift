/// PNG's filters of rows (PNG, 9.2), which FlateDecode undoes as predictor 15.
enum PNGFilters {
  @inline(__always)
  static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
    let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - c - c))
    if pa <= pb, pa <= pc { return left }
    return pb <= pc ? above : corner
  }

  /// A byte before each row that says which filter makes it smallest, and the row filtered so.
  ///
  /// - Parameters:
  ///   - rows: bytes of a row, row after row.
  ///   - pixelBytes: at least 1.
  static func filtered(_ rows: [UInt8], rowBytes: Int, pixelBytes: Int) -> [UInt8] {
    // Rows are whole, and each is filtered into four lines of its length; the result has a byte more for each.
    let height = rows.count / max(1, rowBytes)
    let lines = UnsafeMutablePointer<UInt8>.allocate(capacity: 5 * rowBytes)
    // The fifth is the row above the first one.
    unsafe lines.initialize(repeating: 0, count: 5 * rowBytes)
    defer { unsafe lines.deallocate() }
    return unsafe [UInt8](unsafeUninitializedCapacity: height * (rowBytes + 1)) { room, count in
      unsafe rows.withUnsafeBufferPointer { rows in
        guard let base = rows.baseAddress, let target = room.baseAddress else { return }
        for y in 0..<height {
          let row = unsafe base + y * rowBytes
          let above = unsafe y == 0 ? UnsafePointer(lines + 4 * rowBytes) : row - rowBytes
          let kind = unsafe best(row, above, rowBytes, pixelBytes, lines)
          let output = unsafe target + y * (rowBytes + 1)
          unsafe output[0] = UInt8(kind)
          unsafe (output + 1).update(
            from: kind == 0 ? row : UnsafePointer(lines + (kind - 1) * rowBytes), count: rowBytes)
        }
        count = height * (rowBytes + 1)
      }
    }
  }

  /// Fills four lines with the row filtered, and finds the one with the smallest sum of differences.
  ///
  /// There are `count` bytes in both rows and in each line; none looks back from the first `head` of them.
  private static func best(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ pixelBytes: Int,
    _ lines: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let (sub, up) = unsafe (lines, lines + count)
    let (average, paeth) = unsafe (lines + 2 * count, lines + 3 * count)
    let head = min(pixelBytes, count)
    for x in 0..<head {
      unsafe sub[x] = row[x]
      unsafe up[x] = row[x] &- above[x]
      unsafe average[x] = row[x] &- above[x] >> 1
      unsafe paeth[x] = row[x] &- above[x]
    }
    for x in head..<max(head, count) { unsafe sub[x] = row[x] &- row[x &- pixelBytes] }
    for x in head..<max(head, count) { unsafe up[x] = row[x] &- above[x] }
    for x in head..<max(head, count) {
      let mean = unsafe (UInt16(row[x &- pixelBytes]) &+ UInt16(above[x])) >> 1
      unsafe average[x] = row[x] &- UInt8(truncatingIfNeeded: mean)
    }
    for x in head..<max(head, count) {
      unsafe paeth[x] =
        unsafe row[x] &- PNGFilters.paeth(row[x &- pixelBytes], above[x], above[x &- pixelBytes])
    }
    var (kind, smallest) = unsafe (0, sum(row, count))
    for candidate in 1...4 {
      let value = unsafe sum(lines + (candidate - 1) * count, count)
      if value < smallest { (kind, smallest) = (candidate, value) }
    }
    return kind
  }

  private static func sum(_ line: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    var sum: UInt32 = 0
    for x in 0..<count { unsafe sum &+= UInt32(min(line[x], 0 &- line[x])) }
    return sum
  }
}
