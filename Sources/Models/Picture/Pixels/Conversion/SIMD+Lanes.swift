// The vectors of 16 bytes that every x86-64 and arm64 processor has. The comments name the
// instruction that each function becomes; writing them otherwise loses it.

typealias Words = SIMD8<Int16>
typealias Bytes = SIMD16<UInt8>

/// The upper halves of the products (pmulhw).
///
/// A factor that is the same for all rows has to be loaded from memory each time: once the
/// optimiser has moved its widening out of the loop, the products are made of 32-bit ones.
@inline(__always)
func upperProduct(_ a: Words, _ b: Words) -> Words {
  let product = widened(a) &* widened(b)
  var upper = Words()
  for lane in 0..<8 { upper[lane] = Int16(truncatingIfNeeded: product[lane] &>> 16) }
  return upper
}

/// Lane by lane, for the vectors' own `init(truncatingIfNeeded:)` is generic and is not inlined across
/// the files of a module; what the optimiser makes of this is a part of pmulhw.
@inline(__always)
private func widened(_ words: Words) -> SIMD8<Int32> {
  var wide = SIMD8<Int32>()
  for lane in 0..<8 { wide[lane] = Int32(words[lane]) }
  return wide
}

/// The words held within 0…255 (pmaxsw, pminsw).
@inline(__always)
func heldToBytes(_ words: Words) -> Words {
  let (black, white) = (Words.zero, Words(repeating: 255))
  let raised = words.replacing(with: black, where: words .< black)
  return raised.replacing(with: white, where: raised .> white)
}

/// The lower lanes of both in turn (punpcklbw).
@inline(__always)
func interleavedLow(_ a: Bytes, _ b: Bytes) -> Bytes {
  Bytes(
    a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
}

/// The upper lanes of both in turn (punpckhbw).
@inline(__always)
func interleavedHigh(_ a: Bytes, _ b: Bytes) -> Bytes {
  Bytes(
    a[8], b[8], a[9], b[9], a[10], b[10], a[11], b[11], a[12], b[12], a[13], b[13], a[14], b[14],
    a[15], b[15])
}

/// The lower lanes of both in turn (punpcklwd).
@inline(__always)
func interleavedLow(_ a: Words, _ b: Words) -> Words {
  Words(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
}

/// The upper lanes of both in turn (punpckhwd).
@inline(__always)
func interleavedHigh(_ a: Words, _ b: Words) -> Words {
  Words(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
}

extension SIMD8<Float> {
  /// What `clamped(lowerBound:upperBound:)` gives, which goes lane by lane.
  @inline(__always)
  func held(from low: Self, to high: Self) -> Self {
    let raised = replacing(with: low, where: self .< low)
    return raised.replacing(with: high, where: raised .> high)
  }

  /// Stores the nearest whole numbers of lanes within 0…65535.
  @inline(__always)
  func storeRounded(to address: UnsafeMutablePointer<UInt16>) {
    // Adding 2²³ leaves no bits for fractions, and the whole number in the lowest bits.
    let bits = unsafe unsafeBitCast(self + 8_388_608, to: SIMD8<UInt32>.self)
    for lane in 0..<8 { unsafe address[lane] = UInt16(truncatingIfNeeded: bits[lane]) }
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  func lanes<T: BitwiseCopyable>(_ type: T.Type, at index: Int) -> T {
    unsafe loadUnaligned(fromByteOffset: index, as: T.self)
  }
}
