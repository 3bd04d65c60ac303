internal import CISAL

/// Inflates with ISA-L, at twice the speed of zlib.
final class ISALInflater: StreamDecoder {
  private static let isInstalled = fairy_isal_open() == nil

  let mayLackEnd = false
  private let state: UnsafeMutablePointer<inflate_state>

  /// `nil` where the library is not installed.
  static func make() -> ISALInflater? { isInstalled ? ISALInflater() : nil }

  private init() {
    state = .allocate(capacity: 1)
    isal_inflate_init(state)
  }

  deinit { state.deallocate() }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    // The library only reads its input, though its header does not say so. Pieces are far below 4 GB.
    state.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_in = UInt32(input.count)
    state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_out = UInt32(output.count)
    guard isal_inflate(state) == ISAL_DECOMP_OK else { throw .damaged }
    let isAtEnd = state.pointee.block_state == ISAL_BLOCK_FINISH
    // What it took too much is still in its bit buffer.
    let unused = isAtEnd ? Int(state.pointee.read_in_length / 8) : 0
    return DecodingStep(
      consumed: max(0, input.count - Int(state.pointee.avail_in) - unused),
      produced: output.count - Int(state.pointee.avail_out), isAtEnd: isAtEnd)
  }
}
