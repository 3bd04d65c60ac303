/// A row of chroma between two rows of samples, in quarters, with its ends repeated beyond them.
///
/// There are 16 samples before it and 48 behind its width, as vector loops look at one beyond both ends and go on to a
/// multiple of 16. The rows that it is made from have the width's samples.
@safe final class ChromaLine {
  let samples: UnsafeMutablePointer<Int16>
  private let width: Int
  private let memory: UnsafeMutablePointer<Int16>

  init(_ width: Int) {
    self.width = width
    // Vector loops run on to a multiple of 16 pixels.
    unsafe memory = .allocate(capacity: width + 64)
    unsafe memory.initialize(repeating: 0, count: width + 64)
    unsafe samples = memory + 16
  }

  deinit { unsafe memory.deallocate() }

  /// Three quarters of the nearer row and one of the farther.
  func blend<Sample: UnsignedInteger & FixedWidthInteger>(
    _ nearRow: UnsafeRawPointer, _ farRow: UnsafeRawPointer, _ type: Sample.Type
  ) {
    let (near, far, samples) = unsafe (
      nearRow.assumingMemoryBound(to: type), farRow.assumingMemoryBound(to: type), self.samples
    )
    for x in 0..<width {
      unsafe samples[x] =
        3 &* Int16(truncatingIfNeeded: near[x]) &+ Int16(truncatingIfNeeded: far[x])
    }
    unsafe samples[-1] = samples[0]
    unsafe samples[width] = samples[width - 1]
  }
}
