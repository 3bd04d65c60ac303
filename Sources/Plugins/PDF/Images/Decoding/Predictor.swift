import ConverterCore

/// How rows were made more alike before they were compressed (ISO 32000-1, 7.4.4.4).
struct Predictor: Sendable, Equatable {
  /// TIFF's: each sample less its left neighbour. Else PNG's: a byte before each row says which.
  let isTIFF: Bool
  let colours: Int
  let bits: Int
  let columns: Int

  /// `nil` for what the specification does not have.
  init?(kind: Int, colours: Int, bits: Int, columns: Int) {
    guard kind == 2 || (10...15).contains(kind), (1...32).contains(colours),
      [1, 2, 4, 8, 16].contains(bits), (1...1 << 26).contains(columns)
    else { return nil }
    isTIFF = kind == 2
    (self.colours, self.bits, self.columns) = (colours, bits, columns)
  }

  private var rowBytes: Int { (columns * colours * bits + 7) / 8 }
  private var pixelBytes: Int { (colours * bits + 7) / 8 }

  /// How many bytes `count` bytes of rows come to with a byte before each.
  func codedCount(_ count: Int) -> Int { isTIFF ? count : count + count / rowBytes + 1 }

  /// The rows themselves. The last may be a part of one.
  ///
  /// - Throws: `damagedInput`.
  func undone(_ coded: [UInt8]) throws(ConversionError) -> [UInt8] {
    isTIFF ? undoneTIFF(coded) : try undonePNG(coded)
  }

  private func undonePNG(_ coded: [UInt8]) throws(ConversionError) -> [UInt8] {
    let (rowBytes, pixelBytes) = (rowBytes, pixelBytes)
    let rows = (coded.count + rowBytes) / (rowBytes + 1)
    let lastCount = coded.count - (rows - 1) * (rowBytes + 1) - 1
    guard rows > 0 else { return [] }
    var isDamaged = false
    let result = [UInt8](unsafeUninitializedCapacity: coded.count) { room, count in
      coded.withUnsafeBufferPointer { coded in
        guard let from = coded.baseAddress, let to = room.baseAddress else { return }
        // Not longer than the data, whatever the file says of its columns.
        let zeroCount = min(rowBytes, coded.count)
        let zeros = UnsafeMutablePointer<UInt8>.allocate(capacity: zeroCount)
        zeros.initialize(repeating: 0, count: zeroCount)
        defer { zeros.deallocate() }
        for row in 0..<rows {
          let source = from + row * (rowBytes + 1)
          let target = to + row * rowBytes
          let above = row == 0 ? UnsafePointer(zeros) : UnsafePointer(target - rowBytes)
          let length = row == rows - 1 ? lastCount : rowBytes
          // Of a row that is cut off, the part that is there.
          guard
            Self.undoRow(
              source[0], source + 1, above, target, count: length, pixelBytes: pixelBytes)
          else {
            isDamaged = true
            break
          }
          count += length
        }
      }
    }
    if isDamaged { throw ConversionError(.damagedInput, "its predicted data are damaged") }
    return result
  }

  /// - Returns: whether there is such a filter (PNG, 9.2).
  private static func undoRow(
    _ kind: UInt8, _ source: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, count: Int, pixelBytes: Int
  ) -> Bool {
    let head = min(pixelBytes, count)
    switch kind {
    case 0: target.update(from: source, count: count)
    case 1:
      target.update(from: source, count: head)
      for x in head..<max(head, count) { target[x] = source[x] &+ target[x - pixelBytes] }
    case 2:
      for x in 0..<count { target[x] = source[x] &+ above[x] }
    case 3:
      for x in 0..<head { target[x] = source[x] &+ above[x] >> 1 }
      for x in head..<max(head, count) {
        let mean = (UInt16(target[x - pixelBytes]) &+ UInt16(above[x])) >> 1
        target[x] = source[x] &+ UInt8(truncatingIfNeeded: mean)
      }
    case 4:
      for x in 0..<head { target[x] = source[x] &+ above[x] }
      for x in head..<max(head, count) {
        target[x] =
          source[x]
          &+ PNGFilters.paeth(target[x - pixelBytes], above[x], above[x - pixelBytes])
      }
    default: return false
    }
    return true
  }

  private func undoneTIFF(_ coded: [UInt8]) -> [UInt8] {
    var result = coded
    result.withUnsafeMutableBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + rowBytes, bytes.count)
        undoTIFFRow(UnsafeMutableBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
    return result
  }

  private func undoTIFFRow(_ row: UnsafeMutableBufferPointer<UInt8>) {
    switch bits {
    case 8:
      for x in stride(from: colours, to: row.count, by: 1) { row[x] &+= row[x - colours] }
    case 16:
      for x in stride(from: 2 * colours, to: row.count - 1, by: 2) {
        let left = UInt16(row[x - 2 * colours]) << 8 | UInt16(row[x - 2 * colours + 1])
        let value = (UInt16(row[x]) << 8 | UInt16(row[x + 1])) &+ left
        (row[x], row[x + 1]) = (UInt8(value >> 8), UInt8(truncatingIfNeeded: value))
      }
    default:
      let mask = UInt8(1 << bits - 1)
      var left = [UInt8](repeating: 0, count: colours)
      for sample in 0..<min(columns * colours, row.count * 8 / bits) {
        let (byte, shift) = (sample * bits / 8, 8 - bits - sample * bits % 8)
        let value = (row[byte] >> UInt8(shift) &+ left[sample % colours]) & mask
        row[byte] = row[byte] & ~(mask << UInt8(shift)) | value << UInt8(shift)
        left[sample % colours] = value
      }
    }
  }
}
