import ConverterCore
import PictureModel

/// Samples of one bit, eight to a byte, the first in the highest; rows begin with a byte.
struct Bitmap: Sendable, Equatable {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  var rowBytes: Int { (width + 7) / 8 }

  /// - Precondition: `bytes` has all rows.
  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height) = (width, height)
    self.bytes = bytes
    let count = rowBytes * height
    precondition(bytes.count >= count, "all rows are there")
    if bytes.count > count { self.bytes.removeLast(bytes.count - count) }
    clearPadding()
  }

  /// - Parameter gray: 8 bits a sample; the lighter half becomes 1.
  init(packing gray: PixelBuffer) {
    let rowBytes = (gray.width + 7) / 8
    var bytes = [UInt8](repeating: 0, count: rowBytes * gray.height)
    for y in 0..<gray.height {
      // A row has a byte for each pixel of the width.
      let row = unsafe gray.planes[0].row(y, as: UInt8.self)
      for x in 0..<gray.width where unsafe row[x] >= 128 {
        bytes[y * rowBytes + (x >> 3)] |= 0x80 >> UInt8(x & 7)
      }
    }
    self.init(width: gray.width, height: gray.height, bytes: bytes)
  }

  /// Bits beyond the width say nothing, and may be anything.
  private mutating func clearPadding() {
    guard width % 8 != 0 else { return }
    let (rowBytes, mask) = (rowBytes, UInt8(truncatingIfNeeded: 0xFF00 >> (width % 8)))
    for row in 0..<height { bytes[(row + 1) * rowBytes - 1] &= mask }
  }

  /// How many samples are 1.
  var oneCount: Int { bytes.reduce(0) { $0 &+ $1.nonzeroBitCount } }
}

extension Bitmap {
  /// Where a row changes from one colour to the other.
  ///
  /// It reads `rowBytes` of the row, eight at a time while so many are left. A position that is below the width is
  /// noted once, so that with those behind there are at most 4 more than the width.
  ///
  /// - Parameters:
  ///   - row: its bytes, bits beyond the width 0.
  ///   - inverts: whether ones count as white.
  ///   - changes: gets the positions, beginning with that of the first black sample, and then the width, for
  ///     as long as there is room behind; at least 4 more than the width.
  /// - Returns: how many changes there are.
  @inline(__always)
  static func findChanges(
    _ row: UnsafePointer<UInt8>, width: Int, inverts: Bool,
    into changes: UnsafeMutablePointer<Int32>
  ) -> Int {
    var count = 0
    let flip: UInt64 = inverts ? ~0 : 0
    // All ones where the sample before is black.
    var previous: UInt64 = 0
    let rowBytes = (width + 7) / 8
    var start = 0
    while start < rowBytes {
      let length = min(8, rowBytes - start)
      var word: UInt64 = 0
      if length == 8 {
        word = unsafe UnsafeRawPointer(row + start).loadUnaligned(as: UInt64.self).bigEndian
      } else {
        for index in 0..<length {
          unsafe word |= UInt64(row[start + index]) << UInt64(56 - 8 * index)
        }
      }
      word ^= flip
      // A one where a sample differs from the one before.
      var edges = word ^ (word >> 1 | previous << 63)
      previous = word & 1
      while edges != 0 {
        let bit = edges.leadingZeroBitCount
        let position = start * 8 + bit
        if position >= width { break }
        unsafe changes[count] = Int32(truncatingIfNeeded: position)
        count += 1
        edges &= ~(1 << UInt64(63 - bit))
      }
      start += 8
    }
    for index in 0..<4 { unsafe changes[count + index] = Int32(truncatingIfNeeded: width) }
    return count
  }
}
