internal import CLibMagic

/// An open libmagic database.
///
/// libmagic keeps its last answer in the handle, so a handle serves one thread.
@safe struct MagicHandle: ~Copyable {
  private let cookie: magic_t

  /// `nil` when the library or its database is not installed.
  init?() {
    guard unsafe fairy_libmagic_open() == nil, let cookie = unsafe magic_open(MAGIC_MIME_TYPE)
    else { return nil }
    guard unsafe magic_load(cookie, nil) == 0 else {
      unsafe magic_close(cookie)
      return nil
    }
    unsafe self.cookie = unsafe cookie
  }

  deinit { unsafe magic_close(cookie) }

  /// The media type, such as `audio/x-hcom`.
  func mediaType(of bytes: [UInt8]) -> String? { answer(about: bytes, MAGIC_MIME_TYPE) }

  /// A description in English, often with details: "Macintosh HCOM sound".
  func description(of bytes: [UInt8]) -> String? {
    // Without the flag it may go into compressed data and name what is in there.
    answer(about: bytes, MAGIC_NO_CHECK_COMPRESS)
  }

  private func answer(about bytes: [UInt8], _ flags: Int32) -> String? {
    guard unsafe magic_setflags(cookie, flags) == 0,
      let text = unsafe bytes.withUnsafeBytes({
        unsafe magic_buffer(cookie, $0.baseAddress, $0.count)
      })
    else { return nil }
    let answer = unsafe String(cString: text)
    return answer.isEmpty ? nil : answer
  }
}
