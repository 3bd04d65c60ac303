import ConverterCore

/// A row behind one of PNG's filters (PNG, 9.2).
struct PNGRow {
  let kind: UInt8
  /// From a sample to the same one of the pixel before; at least 1.
  let pixelBytes: Int
  /// Of the rows before.
  let rowBytes: Int

  /// Adds the row as it was before it was filtered.
  ///
  /// - Parameters:
  ///   - zeros: the row above the first one.
  ///   - result: the rows before, each of ``rowBytes``.
  /// - Returns: whether there is such a filter.
  func undo(_ source: Span<UInt8>, above zeros: Span<UInt8>, into result: inout [UInt8]) -> Bool {
    let (start, count) = (result.count, source.count)
    result += repeatElement(0, count: count)
    precondition(start == 0 ? zeros.count >= count : start >= rowBytes && rowBytes >= count)
    // The loops touch `count` bytes of each: the source has so many, the target was just given them, and the row
    // above is one of the result or the zeros, both compared with `count` in front of them.
    return unsafe source.withUnsafeBufferPointer { source in
      unsafe zeros.withUnsafeBufferPointer { zeros in
        unsafe result.withUnsafeMutableBufferPointer { result in
          guard let from = source.baseAddress, let to = result.baseAddress,
            let zeros = zeros.baseAddress
          else { return kind <= 4 }
          let target = unsafe to + start
          let above = unsafe start == 0 ? zeros : UnsafePointer(target - rowBytes)
          return unsafe undo(from, above, target, count: count)
        }
      }
    }
  }

  /// Each has `count` bytes. None looks back from the first `head` of them, which are a pixel, or all.
  private func undo(
    _ source: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Bool {
    let head = min(pixelBytes, count)
    switch kind {
    case 0: unsafe target.update(from: source, count: count)
    case 1:
      unsafe target.update(from: source, count: head)
      for x in head..<max(head, count) {
        unsafe target[x] = source[x] &+ target[x - pixelBytes]
      }
    case 2:
      for x in 0..<count { unsafe target[x] = source[x] &+ above[x] }
    case 3:
      for x in 0..<head { unsafe target[x] = source[x] &+ above[x] >> 1 }
      for x in head..<max(head, count) {
        let mean = unsafe (UInt16(target[x - pixelBytes]) &+ UInt16(above[x])) >> 1
        unsafe target[x] = source[x] &+ UInt8(truncatingIfNeeded: mean)
      }
    case 4:
      for x in 0..<head { unsafe target[x] = source[x] &+ above[x] }
      for x in head..<max(head, count) {
        unsafe target[x] =
          unsafe source[x]
          &+ PNGFilters.paeth(target[x - pixelBytes], above[x], above[x - pixelBytes])
      }
    default: return false
    }
    return true
  }
}
