// The vectors of 16 bytes that every x86-64 and arm64 processor has. The comments name the
// instruction that each function becomes; writing them otherwise loses it.

typealias Words = SIMD8<Int16>
typealias Bytes = SIMD16<UInt8>

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
}

extension UnsafeRawPointer {
  @inline(__always)
  func lanes<T: BitwiseCopyable>(_ type: T.Type, at index: Int) -> T {
    loadUnaligned(fromByteOffset: index, as: T.self)
  }
}
