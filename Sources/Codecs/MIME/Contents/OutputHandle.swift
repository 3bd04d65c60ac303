internal import ConverterCore

extension ByteBuffer {
  /// Appends what `body` writes: at most so many bytes, which is checked for each.
  func append<Result>(
    atMost most: Int, _ body: (inout OutputSpan<UInt8>) -> Result
  ) -> Result {
    let room = unsafe UnsafeMutableBufferPointer(start: reserve(most), count: most)
    // Whoever writes cannot reach beyond `most` bytes, for which there is room now.
    var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
    let result = body(&output)
    count += unsafe output.finalize(for: room)
    return result
  }
}

extension OutputSpan<UInt8> {
  /// Appends bytes, for which there has to be room.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity)
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe bytes.withUnsafeBytes { bytes in
        // There is room behind the `count` bytes.
        unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(room)[count...]
        )
        .copyMemory(from: bytes)
      }
      count += bytes.count
    }
  }
}
