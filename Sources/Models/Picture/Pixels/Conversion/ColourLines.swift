/// What a row's chroma adds to red, green and blue, in 1/32 of an 8-bit code.
///
/// Each loop is a function of its own: small ones are optimised best. They go over the width in steps of 16 pixels, for
/// which the three lines have room, as those of chroma have.
@safe final class ColourLines {
  private let width: Int
  private let memory: UnsafeMutablePointer<Int16>
  var red: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(memory) }
  var green: UnsafeMutableRawPointer { unsafe red + pitch }
  var blue: UnsafeMutableRawPointer { unsafe green + pitch }
  /// Bytes from one line to the next.
  private let pitch: Int

  init(_ width: Int) {
    self.width = width
    // Vector loops run on to a multiple of 16 pixels.
    let count = (width + 31) & ~15
    unsafe memory = .allocate(capacity: 3 * count)
    unsafe memory.initialize(repeating: 0, count: 3 * count)
    pitch = 2 * count
  }

  deinit { unsafe memory.deallocate() }

  func load(
    _ cb: ChromaLine, _ cr: ChromaLine, isHalf: Bool, _ matrix: UnsafePointer<FixedPointMatrix>
  ) {
    if isHalf { unsafe spread(cb, cr, matrix) } else { unsafe take(cb, cr, matrix) }
  }

  /// Chroma for every other column, spread linearly between the centres of its samples.
  @inline(never)
  private func spread(_ cb: ChromaLine, _ cr: ChromaLine, _ matrix: UnsafePointer<FixedPointMatrix>)
  {
    let (cb, cr) = unsafe (UnsafeRawPointer(cb.samples), UnsafeRawPointer(cr.samples))
    let (red, green, blue, end) = unsafe (red, green, blue, width)
    var x = 0
    while x < end {
      let k = unsafe matrix.pointee
      let blues = unsafe spreadLanes(cb, at: x, k)
      let reds = unsafe spreadLanes(cr, at: x, k)
      unsafe put(upperProduct(reds.0, k.redCr), upperProduct(reds.1, k.redCr), red + 2 * x)
      unsafe put(
        upperProduct(blues.0, k.greenCb) &+ upperProduct(reds.0, k.greenCr),
        upperProduct(blues.1, k.greenCb) &+ upperProduct(reds.1, k.greenCr), green + 2 * x)
      unsafe put(upperProduct(blues.0, k.blueCb), upperProduct(blues.1, k.blueCb), blue + 2 * x)
      x += 16
    }
  }

  /// Chroma for every column.
  @inline(never)
  private func take(_ cb: ChromaLine, _ cr: ChromaLine, _ matrix: UnsafePointer<FixedPointMatrix>) {
    let (cb, cr) = unsafe (UnsafeRawPointer(cb.samples), UnsafeRawPointer(cr.samples))
    let (red, green, blue, end) = unsafe (red, green, blue, width)
    var x = 0
    while x < end {
      let k = unsafe matrix.pointee
      let blues = unsafe ((cb.lanes(Words.self, at: 2 * x) &<< 2) &- k.chromaZero) &* k.chromaUnit
      let reds = unsafe ((cr.lanes(Words.self, at: 2 * x) &<< 2) &- k.chromaZero) &* k.chromaUnit
      unsafe (red + 2 * x).storeBytes(of: upperProduct(reds, k.redCr), as: Words.self)
      unsafe (green + 2 * x).storeBytes(
        of: upperProduct(blues, k.greenCb) &+ upperProduct(reds, k.greenCr), as: Words.self)
      unsafe (blue + 2 * x).storeBytes(of: upperProduct(blues, k.blueCb), as: Words.self)
      x += 8
    }
  }

  /// Sixteen columns from the eight samples at byte `x`: the even ones, then the odd ones.
  @inline(__always)
  private func spreadLanes(
    _ line: UnsafeRawPointer, at x: Int, _ k: FixedPointMatrix
  ) -> (Words, Words) {
    let middle = unsafe line.lanes(Words.self, at: x)
    let weighted = middle &+ middle &+ middle &- k.chromaZero
    return unsafe (
      (weighted &+ line.lanes(Words.self, at: x - 2)) &* k.chromaUnit,
      (weighted &+ line.lanes(Words.self, at: x + 2)) &* k.chromaUnit
    )
  }

  /// Even and odd columns in turn.
  @inline(__always)
  private func put(_ even: Words, _ odd: Words, _ address: UnsafeMutableRawPointer) {
    unsafe address.storeBytes(of: interleavedLow(even, odd), as: Words.self)
    unsafe (address + 16).storeBytes(of: interleavedHigh(even, odd), as: Words.self)
  }
}
