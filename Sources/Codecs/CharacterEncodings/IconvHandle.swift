internal import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A converter of the C library from some encoding to UTF-8.
///
/// It is one for all threads, each of which has it for a name at a time. ``IconvStream`` is for files.
package final class IconvHandle: Sendable {
  /// As the library knows it.
  let encoding: String
  /// The bits of `iconv_t`, which nobody has without the lock.
  private let descriptor: Mutex<UInt>

  /// - Returns: `nil` where the C library does not know the encoding.
  init?(_ encoding: String) {
    // The library takes words after "//" for instructions, and nothing for the locale's encoding.
    let isName = encoding.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
      default: false
      }
    }
    guard isName, !encoding.isEmpty, encoding.utf8.count < 64 else { return nil }
    let bits = unsafe UInt(bitPattern: iconv_open("UTF-8", encoding))
    guard bits != .max else { return nil }
    descriptor = Mutex(bits)
    self.encoding = encoding
  }

  deinit {
    descriptor.withLock { _ = unsafe iconv_close(iconv_t(bitPattern: $0)) }
  }

  /// Appends the text that the bytes are; a byte that is none is appended as it is.
  func decode(_ raw: [UInt8], into text: inout [UInt8]) {
    let decoded = descriptor.withLock { bits in
      unsafe raw.withUnsafeBytes { unsafe Self.decode($0, iconv_t(bitPattern: bits)) }
    }
    text += decoded
  }

  /// What a byte is by itself.
  enum Character: Equatable {
    case scalar(Unicode.Scalar)
    case none
    /// Part of a character of several bytes, or of a change of state.
    case several
  }

  func character(of byte: UInt8) -> Character {
    descriptor.withLock { bits in
      let descriptor = unsafe iconv_t(bitPattern: bits)
      unsafe iconv(descriptor, nil, nil, nil, nil)
      var source = CChar(bitPattern: byte)
      var left = 1
      var free = 16
      var outcome = 0
      var failure: Int32 = 0
      // The library is told that there are `free` bytes, and says how many it leaves.
      let text = unsafe [UInt8](unsafeUninitializedCapacity: free) { buffer, count in
        unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
          unsafe withUnsafeMutablePointer(to: &source) { pointer in
            var input: UnsafeMutablePointer<CChar>? = unsafe pointer
            var output = buffer.baseAddress
            outcome = unsafe iconv(descriptor, &input, &left, &output, &free)
            failure = errno
            // A letter that waits for its accent comes out now.
            if outcome != -1 { unsafe iconv(descriptor, nil, nil, &output, &free) }
          }
        }
        count = 16 - free
      }
      if outcome == -1 { return failure == EILSEQ ? .none : .several }
      guard let scalars = String(validating: text, as: UTF8.self)?.unicodeScalars,
        let first = scalars.first, scalars.count == 1
      else { return .several }
      return .scalar(first)
    }
  }

  private static func decode(_ raw: UnsafeRawBufferPointer, _ descriptor: iconv_t?) -> [UInt8] {
    guard let start = raw.baseAddress, raw.count > 0 else { return [] }
    var result: [UInt8] = []
    var consumed = 0
    // No character of the encodings that there are takes more than eight times its bytes in UTF-8.
    let room = raw.count * 8 + 64
    unsafe iconv(descriptor, nil, nil, nil, nil)
    while consumed < raw.count {
      // It reads `left` bytes from there on, and writes at most `room`; it says how many it leaves of both.
      var left = raw.count - consumed
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
          var input: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutablePointer(
            mutating: (start + consumed).assumingMemoryBound(to: CChar.self))
          var output = buffer.baseAddress
          var free = room
          unsafe iconv(descriptor, &input, &left, &output, &free)
          // Ends what the encoding holds back for a character that may follow.
          unsafe iconv(descriptor, nil, nil, &output, &free)
          count = room - free
        }
      }
      result += piece
      consumed = raw.count - left
      if consumed < raw.count {
        unsafe result.append(raw[consumed])
        consumed += 1
        unsafe iconv(descriptor, nil, nil, nil, nil)
      }
    }
    return result
  }
}
