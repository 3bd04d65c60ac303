import SystemPackage

/// Reading into memory that callers have. No more is asked for than there is room, and than the file has.
extension InputFile {
  /// Up to `count` bytes from `offset`; fewer only at the end of the file.
  public func read(at offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    let available = max(0, min(count, byteCount - offset))
    if case .bytes(let bytes) = storage {
      return available == 0 ? [] : Array(bytes[offset..<offset + available])
    }
    var failure: ConversionError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: available) { buffer, filled in
      unsafe LargePages.request(UnsafeRawBufferPointer(buffer))
      do throws(ConversionError) {
        filled = try unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Fills `buffer` with bytes from `offset`.
  ///
  /// - Returns: how many came; fewer than fit only at the end of the file.
  public func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    let available = max(0, min(buffer.count, byteCount - offset))
    guard available > 0 else { return 0 }
    switch storage {
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBytes { all in
        unsafe buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: all[offset..<offset + available]))
      }
      return available
    case .content(let content):
      return try unsafe content.read(
        at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<available]))
    case .folder: return 0
    case .descriptor(let descriptor):
      var filled = 0
      while filled < available {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<available])
        do {
          let got = try unsafe descriptor.read(
            fromAbsoluteOffset: Int64(offset + filled), into: rest)
          if got == 0 { break }
          filled += got
        } catch {
          throw ConversionError(
            .readFailed, "could not be read: \(error)", file: path, cause: error)
        }
      }
      return filled
    }
  }

  /// Fills the beginning of `bytes`, at most `count` of them, with those from `offset`.
  ///
  /// - Returns: how many came; fewer than fit only at the end of the file.
  /// - Throws: `readFailed`.
  public func read(
    at offset: Int, atMost count: Int = .max, into bytes: inout MutableSpan<UInt8>
  ) throws(ConversionError) -> Int {
    try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(ConversionError) in
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(max(0, count)))
      return try unsafe read(at: offset, into: part)
    }
  }

  /// Fills a part of `bytes` with those from `offset`; a place outside of `bytes` stops the program.
  ///
  /// - Returns: how many came; fewer than fit only at the end of the file.
  /// - Throws: `readFailed`.
  public func read(
    at offset: Int, into bytes: inout [UInt8], _ place: Range<Int>
  ) throws(ConversionError) -> Int {
    precondition(place.lowerBound >= 0 && place.upperBound <= bytes.count)
    var all = bytes.mutableSpan
    return try unsafe all.withUnsafeMutableBytes { (all) throws(ConversionError) in
      try unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: all[place]))
    }
  }
}
