internal import CVectors
internal import ConverterCore

/// Base64 a vector of bytes at a time.
extension ByteBuffer {
  /// Appends what a piece of base64 stands for.
  func append(base64 piece: Span<UInt8>, _ state: inout fairy_base64_state) {
    // As FAIRY_BASE64_ROOM has it: no more is written.
    let room = unsafe reserve((piece.count / 4 + 1) * 3 + 32)
    count += unsafe piece.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe fairy_base64_decode(&state, base, bytes.count, room, FAIRY_INSTRUCTIONS_BEST)
    }
  }

  /// Appends what a group at the very end holds that lacks its `=`: at most two bytes.
  func finish(base64 state: inout fairy_base64_state) {
    count += unsafe fairy_base64_finish(&state, reserve(2))
  }

  /// Appends bytes with a number added to each, modulo 256.
  func append(_ bytes: Span<UInt8>, adding number: UInt8) {
    let room = unsafe UnsafeMutableBufferPointer(start: reserve(bytes.count), count: bytes.count)
    for place in bytes.indices { unsafe room[place] = bytes[place] &+ number }
    count += bytes.count
  }
}

extension Span<UInt8> {
  /// How many bytes a piece of base64 stands for.
  func base64Measure(_ state: inout fairy_base64_state) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      // Nothing is read but `bytes.count` bytes.
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe fairy_base64_measure(&state, base, bytes.count, FAIRY_INSTRUCTIONS_BEST)
    }
  }
}
