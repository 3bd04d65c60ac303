/// Rows as they were before they were filtered (PNG specification, section 9).
struct PNGUnfiltering {
  /// Bytes of a row.
  let rowByteCount: Int
  /// From a sample to the same one of the pixel before.
  let pixelByteCount: Int

  /// Undoes a filter.
  ///
  /// Each of the three rows has ``rowByteCount`` bytes, of which a pixel at least: no loop goes further, and none looks
  /// back from the first pixel.
  ///
  /// - Parameter code: of the filter.
  /// - Returns: `false` for a filter that PNG does not know.
  func undo(
    _ code: UInt8, of coded: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>,
    to row: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    switch code {
    case 0: unsafe row.update(from: coded, count: rowByteCount)
    case 2: for x in 0..<rowByteCount { unsafe row[x] = coded[x] &+ above[x] }
    case 1, 3, 4:
      // The loops are compiled for each distance between pixels, whose samples go on independently.
      switch pixelByteCount {
      case 1: unsafe undo(code, 1, coded, above, row)
      case 2: unsafe undo(code, 2, coded, above, row)
      case 3: unsafe undo(code, 3, coded, above, row)
      case 4: unsafe undo(code, 4, coded, above, row)
      case 6: unsafe undo(code, 6, coded, above, row)
      default: unsafe undo(code, 8, coded, above, row)
      }
    default: return false
    }
    return true
  }

  @inline(__always)
  private func undo(
    _ code: UInt8, _ pixel: Int, _ coded: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    _ row: UnsafeMutablePointer<UInt8>
  ) {
    let size = rowByteCount
    switch code {
    case 1:
      unsafe row.update(from: coded, count: pixel)
      for x in pixel..<size { unsafe row[x] = coded[x] &+ row[x &- pixel] }
    case 3:
      for x in 0..<pixel { unsafe row[x] = coded[x] &+ above[x] / 2 }
      for x in pixel..<size {
        let sum = unsafe UInt32(row[x &- pixel]) &+ UInt32(above[x])
        unsafe row[x] = coded[x] &+ UInt8(truncatingIfNeeded: sum &>> 1)
      }
    default:
      for x in 0..<pixel { unsafe row[x] = coded[x] &+ above[x] }
      for x in pixel..<size {
        let (a, b, c) = unsafe (
          Int32(row[x &- pixel]), Int32(above[x]), Int32(above[x &- pixel])
        )
        unsafe row[x] = coded[x] &+ UInt8(truncatingIfNeeded: Self.nearest(a, b, c))
      }
    }
  }

  /// The neighbour that is nearest to left + above − corner; of equally near ones the first.
  @inline(__always)
  private static func nearest(_ left: Int32, _ above: Int32, _ corner: Int32) -> Int32 {
    let toLeft = abs(above &- corner)
    let toAbove = abs(left &- corner)
    let toCorner = abs(left &+ above &- corner &- corner)
    let second = toAbove <= toCorner ? above : corner
    return toLeft <= min(toAbove, toCorner) ? left : second
  }
}
