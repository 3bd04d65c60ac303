/// What a row's chroma adds to red, green and blue, in 1/32 of an 8-bit code.
///
final class ColourLines {
  private let width: Int
  private let memory: UnsafeMutablePointer<Int16>
  var red: UnsafeMutableRawPointer { UnsafeMutableRawPointer(memory) }
  var green: UnsafeMutableRawPointer { red + pitch }
  var blue: UnsafeMutableRawPointer { green + pitch }
  /// Bytes from one line to the next.
  private let pitch: Int

  init(_ width: Int) {
    self.width = width
    // Vector loops run on to a multiple of 16 pixels.
    let count = (width + 31) & ~15
    memory = .allocate(capacity: 3 * count)
    memory.initialize(repeating: 0, count: 3 * count)
    pitch = 2 * count
  }

  deinit { memory.deallocate() }

  func load(
    _ cb: ChromaLine, _ cr: ChromaLine, isHalf: Bool, _ matrix: UnsafePointer<FixedPointMatrix>
  ) {
    if isHalf { spread(cb, cr, matrix) } else { take(cb, cr, matrix) }
  }

  /// Chroma for every other column, spread linearly between the centres of its samples.
  @inline(never)
  private func spread(_ cb: ChromaLine, _ cr: ChromaLine, _ matrix: UnsafePointer<FixedPointMatrix>)
  {
    let (cb, cr) = (UnsafeRawPointer(cb.samples), UnsafeRawPointer(cr.samples))
    let (red, green, blue, end) = (red, green, blue, width)
    var x = 0
    while x < end {
      let k = matrix.pointee
      let blues = spreadLanes(cb, at: x, k)
      let reds = spreadLanes(cr, at: x, k)
      put(upperProduct(reds.0, k.redCr), upperProduct(reds.1, k.redCr), red + 2 * x)
      put(
        upperProduct(blues.0, k.greenCb) &+ upperProduct(reds.0, k.greenCr),
        upperProduct(blues.1, k.greenCb) &+ upperProduct(reds.1, k.greenCr), green + 2 * x)
      put(upperProduct(blues.0, k.blueCb), upperProduct(blues.1, k.blueCb), blue + 2 * x)
      x += 16
    }
  }

  /// Chroma for every column.
  @inline(never)
  private func take(_ cb: ChromaLine, _ cr: ChromaLine, _ matrix: UnsafePointer<FixedPointMatrix>) {
    let (cb, cr) = (UnsafeRawPointer(cb.samples), UnsafeRawPointer(cr.samples))
    let (red, green, blue, end) = (red, green, blue, width)
    var x = 0
    while x < end {
      let k = matrix.pointee
      let blues = ((cb.lanes(Words.self, at: 2 * x) &<< 2) &- k.chromaZero) &* k.chromaUnit
      let reds = ((cr.lanes(Words.self, at: 2 * x) &<< 2) &- k.chromaZero) &* k.chromaUnit
      (red + 2 * x).storeBytes(of: upperProduct(reds, k.redCr), as: Words.self)
      (green + 2 * x).storeBytes(
        of: upperProduct(blues, k.greenCb) &+ upperProduct(reds, k.greenCr), as: Words.self)
      (blue + 2 * x).storeBytes(of: upperProduct(blues, k.blueCb), as: Words.self)
      x += 8
    }
  }

  /// Sixteen columns from the eight samples at byte `x`: the even ones, then the odd ones.
  @inline(__always)
  private func spreadLanes(
    _ line: UnsafeRawPointer, at x: Int, _ k: FixedPointMatrix
  ) -> (Words, Words) {
    let middle = line.lanes(Words.self, at: x)
    let weighted = middle &+ middle &+ middle &- k.chromaZero
    return (
      (weighted &+ line.lanes(Words.self, at: x - 2)) &* k.chromaUnit,
      (weighted &+ line.lanes(Words.self, at: x + 2)) &* k.chromaUnit
    )
  }

  /// Even and odd columns in turn.
  @inline(__always)
  private func put(_ even: Words, _ odd: Words, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: interleavedLow(even, odd), as: Words.self)
    (address + 16).storeBytes(of: interleavedHigh(even, odd), as: Words.self)
  }
}

/// A row of luma that becomes pixels of bytes with a row's colours.
struct LumaRow {
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
      let k = matrix.pointee
      put(interleaved(bytes(at: x, k), at: x, k), to: output + 4 * x)
      x += 16
    }
  }

  /// The same from samples of more than 8 bits.
  @inline(never)
  func storeFromWords(_ width: Int, to output: UnsafeMutableRawPointer) {
    var x = 0
    while x < width {
      let k = matrix.pointee
      put(interleaved(words(at: x, k), at: x, k), to: output + 4 * x)
      x += 16
    }
  }

  /// Luma of sixteen pixels from bytes, in 1/128.
  @inline(__always)
  private func bytes(at x: Int, _ k: FixedPointMatrix) -> (Words, Words) {
    let lanes = samples.lanes(Bytes.self, at: x)
    return (
      unsafeBitCast(interleavedLow(lanes, .zero), to: Words.self) &<< 7,
      unsafeBitCast(interleavedHigh(lanes, .zero), to: Words.self) &<< 7
    )
  }

  /// The same from words.
  @inline(__always)
  private func words(at x: Int, _ k: FixedPointMatrix) -> (Words, Words) {
    (
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
    let alpha = self.alpha.lanes(Bytes.self, at: x)
    let opacity = (
      unsafeBitCast(interleavedLow(.zero, alpha), to: Words.self),
      unsafeBitCast(interleavedHigh(.zero, alpha), to: Words.self)
    )
    let first = pairs(low, at: 2 * x, opacity.0)
    let second = pairs(high, at: 2 * x + 16, opacity.1)
    return (
      interleavedLow(first.0, first.1), interleavedHigh(first.0, first.1),
      interleavedLow(second.0, second.1), interleavedHigh(second.0, second.1)
    )
  }

  /// Eight pixels as red with green and blue with alpha, a byte each.
  @inline(__always)
  private func pairs(_ luma: Words, at byte: Int, _ opacity: Words) -> (Words, Words) {
    let red = heldToBytes((luma &+ lanes(colours.red, byte)) &>> 5)
    let green = heldToBytes((luma &+ lanes(colours.green, byte)) &>> 5)
    let blue = heldToBytes((luma &+ lanes(colours.blue, byte)) &>> 5)
    return (red | green &<< 8, blue | opacity)
  }

  @inline(__always)
  private func lanes(_ line: UnsafeMutableRawPointer, _ byte: Int) -> Words {
    UnsafeRawPointer(line).lanes(Words.self, at: byte)
  }

  @inline(__always)
  private func put(
    _ pixels: (Words, Words, Words, Words), to address: UnsafeMutableRawPointer
  ) {
    address.storeBytes(of: pixels.0, as: Words.self)
    (address + 16).storeBytes(of: pixels.1, as: Words.self)
    (address + 32).storeBytes(of: pixels.2, as: Words.self)
    (address + 48).storeBytes(of: pixels.3, as: Words.self)
  }
}

// MARK: - Instructions

/// The upper halves of the products (pmulhw).
///
/// A factor that is the same for all rows has to be loaded from memory each time: once the
/// optimiser has moved its widening out of the loop, the products are made of 32-bit ones.
@inline(__always)
private func upperProduct(_ a: Words, _ b: Words) -> Words {
  let product = widened(a) &* widened(b)
  var upper = Words()
  for lane in 0..<8 { upper[lane] = Int16(truncatingIfNeeded: product[lane] &>> 16) }
  return upper
}

@inline(__always)
private func widened(_ words: Words) -> SIMD8<Int32> {
  var wide = SIMD8<Int32>()
  for lane in 0..<8 { wide[lane] = Int32(words[lane]) }
  return wide
}

/// The words held within 0…255 (pmaxsw, pminsw).
@inline(__always)
private func heldToBytes(_ words: Words) -> Words {
  let (black, white) = (Words.zero, Words(repeating: 255))
  let raised = words.replacing(with: black, where: words .< black)
  return raised.replacing(with: white, where: raised .> white)
}
