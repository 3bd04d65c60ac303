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
  let product =
    SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
  return Words(truncatingIfNeeded: product &>> 16)
}

/// The words as bytes, those out of range at its ends (packuswb).
@inline(__always)
func saturatedBytes(_ low: Words, _ high: Words) -> Bytes {
  Bytes(
    truncatingIfNeeded: SIMD16(lowHalf: low, highHalf: high)
      .clamped(lowerBound: .zero, upperBound: SIMD16(repeating: 255)))
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

/// Stores four pixels of four bytes as four of three; writes 14 bytes.
@inline(__always)
func storeWithoutFourth(_ pixels: Words, to address: UnsafeMutableRawPointer) {
  let pairs = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
  let packed = (pairs & 0xFF_FFFF) | ((pairs &>> 8) & 0xFFFF_FF00_0000)
  address.storeBytes(of: packed[0], as: UInt64.self)
  (address + 6).storeBytes(of: packed[1], as: UInt64.self)
}

extension UnsafeRawPointer {
  @inline(__always)
  func lanes<T: BitwiseCopyable>(_ type: T.Type, at index: Int) -> T {
    loadUnaligned(fromByteOffset: index, as: T.self)
  }
}
