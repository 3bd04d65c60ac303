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
    let rowBytes = rowBytes
    // Not longer than the data, whatever the file says of its columns.
    let zeros = [UInt8](repeating: 0, count: min(rowBytes, coded.count))
    var result: [UInt8] = []
    result.reserveCapacity(coded.count)
    var start = 0
    while start < coded.count {
      // Of a row that is cut off, the part that is there.
      let count = min(rowBytes, coded.count - start - 1)
      let row = PNGRow(kind: coded[start], pixelBytes: pixelBytes, rowBytes: rowBytes)
      let filtered = coded.span.extracting(start + 1..<start + 1 + count)
      guard row.undo(filtered, above: zeros.span, into: &result) else {
        throw ConversionError(.damagedInput, "its predicted data are damaged")
      }
      start += rowBytes + 1
    }
    return result
  }

  private func undoneTIFF(_ coded: [UInt8]) -> [UInt8] {
    var result = coded
    var start = 0
    while start < result.count {
      let end = min(start + rowBytes, result.count)
      undoTIFFRow(&result, start..<end)
      start = end
    }
    return result
  }

  private func undoTIFFRow(_ bytes: inout [UInt8], _ place: Range<Int>) {
    var all = bytes.mutableSpan
    var row = all._mutatingExtracting(place)
    switch bits {
    case 8:
      for x in stride(from: colours, to: row.count, by: 1) { row[x] &+= row[x - colours] }
    case 16:
      let distance = 2 * colours
      var x = distance
      while x &+ 1 < row.count {
        // The lower half first: what it is compared with holds for the others.
        let low = UInt16(row[x &+ 1]) &+ UInt16(row[x &+ 1 &- distance])
        row[x &+ 1] = UInt8(truncatingIfNeeded: low)
        row[x] = row[x] &+ row[x &- distance] &+ UInt8(truncatingIfNeeded: low &>> 8)
        x &+= 2
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
