internal import CISAL

/// ISA-L's decompressor, for what comes in pieces: twice as fast as zlib.
public final class InflateStreamHandle {
  private static let isInstalled = fairy_isal_open() == nil

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
    state = .allocate(capacity: 1)
    isal_inflate_init(state)
  }

  deinit { state.deallocate() }

  /// Goes on, until one of both is used up or the stream ends; `nil` where it is damaged.
  ///
  /// - Parameters:
  ///   - input: under 4 GB.
  ///   - output: under 4 GB.
  public func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Step? {
    // The library only reads its input, though its header does not say so.
    state.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_in = UInt32(input.count)
    state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_out = UInt32(output.count)
    guard isal_inflate(state) == ISAL_DECOMP_OK else { return nil }
    let isAtEnd = state.pointee.block_state == ISAL_BLOCK_FINISH
    // What it took too much is still in its bit buffer.
    let unused = isAtEnd ? Int(state.pointee.read_in_length / 8) : 0
    return Step(
      consumed: max(0, input.count - Int(state.pointee.avail_in) - unused),
      produced: output.count - Int(state.pointee.avail_out), isAtEnd: isAtEnd)
  }
}
