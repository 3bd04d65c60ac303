/// A row of luma that becomes pixels of bytes with a row's colours.
///
/// Sixteen pixels are read and written at a time. Behind the last sample of a plane 64 bytes may be read, more than
/// sixteen samples take. The row that is written is one of a buffer made here, a multiple of 64 bytes: sixteen pixels of
/// four bytes fit. ``ColourLines`` has as many values, rounded up likewise.
@unsafe struct LumaRow {
  let samples: UnsafeRawPointer
  /// Alpha of 8 bits. There is always a row of it: with a constant in its place the optimiser takes
  /// vectors apart.
  let alpha: UnsafeRawPointer
  let colours: ColourLines
  let matrix: UnsafePointer<FixedPointMatrix>

  /// Writes RGBA for `width` pixels, rounded up to sixteen.
  @inline(never)
  func storeFromBytes(_ width: Int, to output: UnsafeMutableRawPointer) {
    var x = 0
    while x < width {
      let k = unsafe matrix.pointee
      unsafe put(interleaved(bytes(at: x, k), at: x, k), to: output + 4 * x)
      x += 16
    }
  }

  /// The same from samples of more than 8 bits.
  @inline(never)
  func storeFromWords(_ width: Int, to output: UnsafeMutableRawPointer) {
    var x = 0
    while x < width {
      let k = unsafe matrix.pointee
      unsafe put(interleaved(words(at: x, k), at: x, k), to: output + 4 * x)
      x += 16
    }
  }

  /// Luma of sixteen pixels from bytes, in 1/128.
  @inline(__always)
  private func bytes(at x: Int, _ k: FixedPointMatrix) -> (Words, Words) {
    let lanes = unsafe samples.lanes(Bytes.self, at: x)
    return unsafe (
      unsafeBitCast(interleavedLow(lanes, .zero), to: Words.self) &<< 7,
      unsafeBitCast(interleavedHigh(lanes, .zero), to: Words.self) &<< 7
    )
  }

  /// The same from words.
  @inline(__always)
  private func words(at x: Int, _ k: FixedPointMatrix) -> (Words, Words) {
    unsafe (
      samples.lanes(Words.self, at: 2 * x) &* k.lumaUnit,
      samples.lanes(Words.self, at: 2 * x + 16) &* k.lumaUnit
    )
  }

  /// Sixteen pixels of four bytes.
  @inline(__always)
  private func interleaved(
    _ luma: (Words, Words), at x: Int, _ k: FixedPointMatrix
  ) -> (Words, Words, Words, Words) {
    let low = upperProduct(luma.0, k.luma) &+ k.constant
    let high = upperProduct(luma.1, k.luma) &+ k.constant
    let alpha = unsafe self.alpha.lanes(Bytes.self, at: x)
    let opacity = unsafe (
      unsafeBitCast(interleavedLow(.zero, alpha), to: Words.self),
      unsafeBitCast(interleavedHigh(.zero, alpha), to: Words.self)
    )
    let first = unsafe pairs(low, at: 2 * x, opacity.0)
    let second = unsafe pairs(high, at: 2 * x + 16, opacity.1)
    return (
      interleavedLow(first.0, first.1), interleavedHigh(first.0, first.1),
      interleavedLow(second.0, second.1), interleavedHigh(second.0, second.1)
    )
  }

  /// Eight pixels as red with green and blue with alpha, a byte each.
  @inline(__always)
  private func pairs(_ luma: Words, at byte: Int, _ opacity: Words) -> (Words, Words) {
    let red = unsafe heldToBytes((luma &+ lanes(colours.red, byte)) &>> 5)
    let green = unsafe heldToBytes((luma &+ lanes(colours.green, byte)) &>> 5)
    let blue = unsafe heldToBytes((luma &+ lanes(colours.blue, byte)) &>> 5)
    return (red | green &<< 8, blue | opacity)
  }

  @inline(__always)
  private func lanes(_ line: UnsafeMutableRawPointer, _ byte: Int) -> Words {
    unsafe UnsafeRawPointer(line).lanes(Words.self, at: byte)
  }

  @inline(__always)
  private func put(
    _ pixels: (Words, Words, Words, Words), to address: UnsafeMutableRawPointer
  ) {
    unsafe address.storeBytes(of: pixels.0, as: Words.self)
    unsafe (address + 16).storeBytes(of: pixels.1, as: Words.self)
    unsafe (address + 32).storeBytes(of: pixels.2, as: Words.self)
    unsafe (address + 48).storeBytes(of: pixels.3, as: Words.self)
  }
}
