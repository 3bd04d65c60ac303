internal import CISAL

/// ISA-L's decompressor, for what comes in pieces: twice as fast as zlib.
@safe public final class InflateStreamHandle {
  private static let isInstalled = unsafe fairy_isal_open() == nil

  /// What one call did.
  public struct Step {
    public let consumed: Int
    public let produced: Int
    public let isAtEnd: Bool
  }

  private let state: UnsafeMutablePointer<inflate_state>

  /// For a stream without header and checksum (RFC 1951); `nil` where the library is not installed.
  public static func make() -> InflateStreamHandle? { isInstalled ? InflateStreamHandle() : nil }

  private init() {
    unsafe state = .allocate(capacity: 1)
    unsafe isal_inflate_init(state)
  }

  deinit { unsafe state.deallocate() }

  /// Goes on, until one of both is used up or the stream ends; `nil` where it is damaged.
  ///
  /// - Parameters:
  ///   - input: under 4 GB.
  ///   - output: under 4 GB.
  ///   - start: where in the output the first byte goes; 0…`output.count`.
  public func inflate(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, from start: Int = 0
  ) -> Step? {
    precondition(start >= 0 && start <= output.count)
    return unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe inflate(input, into: UnsafeMutableRawBufferPointer(rebasing: output[start...]))
      }
    }
  }

  private func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Step? {
    // The library only reads its input, though its header does not say so.
    unsafe state.pointee.next_in = unsafe UnsafeMutableRawPointer(mutating: input.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.avail_in = UInt32(input.count)
    unsafe state.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.avail_out = UInt32(output.count)
    guard unsafe isal_inflate(state) == ISAL_DECOMP_OK else { return nil }
    let isAtEnd = unsafe state.pointee.block_state == ISAL_BLOCK_FINISH
    // What it took too much is still in its bit buffer.
    let unused = unsafe isAtEnd ? Int(state.pointee.read_in_length / 8) : 0
    return unsafe Step(
      consumed: max(0, input.count - Int(state.pointee.avail_in) - unused),
      produced: output.count - Int(state.pointee.avail_out), isAtEnd: isAtEnd)
  }
}
