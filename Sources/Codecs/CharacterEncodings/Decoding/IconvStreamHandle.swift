internal import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A converter of the C library for one text that comes in pieces.
///
/// It belongs to one thread at a time.
@safe struct IconvStream: ~Copyable {
  private let descriptor: iconv_t

  /// - Returns: `nil` where the C library does not know the encoding.
  init?(_ encoding: String) {
    guard let descriptor = unsafe iconv_open("UTF-8", encoding),
      Int(bitPattern: descriptor) != -1
    else { return nil }
    unsafe self.descriptor = unsafe descriptor
  }

  deinit { unsafe iconv_close(descriptor) }

  enum Stop {
    case end
    /// The bytes that are left begin a character.
    case cut
    /// The next byte has no character.
    case invalid
  }

  /// Appends the characters that `bytes` begin with.
  ///
  /// - Returns: how many bytes those are, and why it is not all of them.
  func decode(
    _ bytes: Span<UInt8>, into text: ByteBuffer
  ) -> (consumed: Int, stop: Stop) {
    unsafe bytes.withUnsafeBytes { unsafe decode($0, into: text) }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, into text: ByteBuffer
  ) -> (consumed: Int, stop: Stop) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return (0, .end) }
    var input: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutablePointer(
      mutating: start.assumingMemoryBound(to: CChar.self))
    // The library reads `left` bytes from `input` on, and moves both; it writes no more than it is told is free.
    var left = bytes.count
    while true {
      let outcome = unsafe withRoom(left * 2 + 64, in: text) { output, free in
        unsafe iconv(descriptor, &input, &left, &output, &free)
      }
      let failure = errno
      if outcome != -1 { return (bytes.count - left, .end) }
      if failure == E2BIG { continue }
      return (bytes.count - left, failure == EINVAL ? .cut : .invalid)
    }
  }

  /// Appends what the encoding holds back for a character that may follow.
  func finish(into text: ByteBuffer) {
    _ = unsafe withRoom(64, in: text) { output, free in
      unsafe iconv(descriptor, nil, nil, &output, &free)
    }
  }

  private func withRoom(
    _ room: Int, in text: ByteBuffer,
    _ body: (inout UnsafeMutablePointer<CChar>?, inout Int) -> Int
  ) -> Int {
    var free = room
    let place = unsafe UnsafeMutableRawPointer(text.reserve(room))
    var output: UnsafeMutablePointer<CChar>? = unsafe place.assumingMemoryBound(to: CChar.self)
    let outcome = unsafe body(&output, &free)
    text.count += room - free
    return outcome
  }
}
