import ConverterCore

/// Rows as PNG compresses them: each with its filter before it (PNG specification, section 9).
struct PNGFiltering {
  /// How the filter of a row is found.
  enum Choice: Equatable {
    case fixed(PNGRowFilter)
    /// The one whose bytes, taken as signed, are nearest to 0: what the specification suggests.
    case adaptive
  }

  /// Bytes of a row.
  let rowByteCount: Int
  /// From a sample to the same one of the pixel before.
  let pixelByteCount: Int

  /// Filters `count` rows that stand one behind the other, from `rows` on.
  ///
  /// Loops go over ``rowByteCount`` bytes of each, and back by that many at most, to the row before.
  ///
  /// - Parameters:
  ///   - rows: behind the row that comes before them, or zeros.
  ///   - output: room for `count` × (``rowByteCount`` + 1) bytes.
  ///   - trial: room for a row, for the adaptive choice.
  func filter(
    _ rows: UnsafePointer<UInt8>, count: Int, by choice: Choice,
    to output: UnsafeMutablePointer<UInt8>, trial: UnsafeMutablePointer<UInt8>
  ) {
    for y in 0..<count {
      let row = unsafe rows + y * rowByteCount
      let target = unsafe output + y * (rowByteCount + 1)
      switch choice {
      case .fixed(let filter):
        unsafe target[0] = filter.code
        unsafe apply(filter, to: row, into: target + 1)
      case .adaptive: unsafe filterAdaptively(row, to: target, trial: trial)
      }
    }
  }

  /// Both rooms have ``rowByteCount`` bytes behind what is written first.
  private func filterAdaptively(
    _ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>,
    trial: UnsafeMutablePointer<UInt8>
  ) {
    var best = Int.max
    for filter in PNGRowFilter.allCases {
      unsafe apply(filter, to: row, into: trial)
      let sum = unsafe distance(trial)
      guard sum < best else { continue }
      best = sum
      unsafe target[0] = filter.code
      unsafe (target + 1).update(from: trial, count: rowByteCount)
    }
  }

  /// The sum of the ``rowByteCount`` bytes of a row, each taken as a signed number, without sign.
  private func distance(_ bytes: UnsafePointer<UInt8>) -> Int {
    var sum = 0
    // Chunks whose sum fits into 32 bits, which are summed faster.
    for start in stride(from: 0, to: rowByteCount, by: 1 << 16) {
      var part: UInt32 = 0
      for index in start..<min(start &+ 1 << 16, rowByteCount) {
        let byte = unsafe bytes[index]
        part &+= UInt32(min(byte, 0 &- byte))
      }
      sum += Int(part)
    }
    return sum
  }

  /// What is to the left of byte `first` on stands in the row, and the row above in front of it: no index is below
  /// that, nor at `size` or beyond.
  private func apply(
    _ filter: PNGRowFilter, to row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
  ) {
    let above = unsafe row - rowByteCount
    let (size, first) = (rowByteCount, min(pixelByteCount, rowByteCount))
    switch filter {
    case .none: unsafe target.update(from: row, count: size)
    case .sub:
      unsafe target.update(from: row, count: first)
      let left = unsafe row - first
      for x in first..<size { unsafe target[x] = row[x] &- left[x] }
    case .up:
      for x in 0..<size { unsafe target[x] = row[x] &- above[x] }
    case .average:
      for x in 0..<first { unsafe target[x] = row[x] &- above[x] / 2 }
      let left = unsafe row - first
      for x in first..<size {
        unsafe target[x] =
          row[x] &- UInt8(truncatingIfNeeded: (UInt16(left[x]) &+ UInt16(above[x])) &>> 1)
      }
    case .paeth:
      for x in 0..<first { unsafe target[x] = row[x] &- above[x] }
      let (left, corner) = unsafe (row - first, above - first)
      for x in first..<size {
        unsafe target[x] = row[x] &- Self.paeth(left[x], above[x], corner[x])
      }
    }
  }

  /// The neighbour that is nearest to left + above − corner; of equally near ones the first.
  @inline(__always)
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
    let (toLeft, toAbove) = (abs(b &- c), abs(a &- c))
    let toCorner = abs(a &+ b &- c &- c)
    let second = toAbove <= toCorner ? above : corner
    return toLeft <= toAbove && toLeft <= toCorner ? left : second
  }
}

extension PNGRowFilter {
  /// The byte before a row.
  var code: UInt8 {
    switch self {
    case .none: 0
    case .sub: 1
    case .up: 2
    case .average: 3
    case .paeth: 4
    }
  }
}
