import SystemPackage

/// Writing from memory that callers have, and reading into it.
extension OutputFile {
  /// Adds bytes at the end.
  ///
  /// - Throws: `writeFailed`: a full disk, a file size limit of the system; `limitExceeded`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    try unsafe write(Span(borrowing: bytes))
  }

  /// Puts bytes at an offset, as the other form does.
  public func write(_ bytes: Span<UInt8>, at offset: Int) throws(ConversionError) {
    try unsafe bytes.withUnsafeBytes { (bytes) throws(ConversionError) in
      try unsafe write(bytes, at: offset)
    }
  }

  /// Puts bytes at an offset; what lies between the end and the offset becomes zeros.
  ///
  /// An output is either written from its beginning to its end, or by this.
  ///
  /// - Throws: `writeFailed`, `limitExceeded`.
  public func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(ConversionError) {
    let (end, overflow) = offset.addingReportingOverflow(bytes.count)
    precondition(offset >= 0 && !overflow, "an offset is within a file")
    preconditionNotStream()
    try limits?.check(.output, end, for: "the result")
    if case .memory = storage {
      if end > buffer.count { buffer += repeatElement(0, count: end - buffer.count) }
      unsafe buffer.withUnsafeMutableBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: bytes)
      }
    } else {
      guard let descriptor = storage.descriptor else { preconditionFailure("written to too late") }
      do {
        try unsafe descriptor.writeAll(toAbsoluteOffset: Int64(offset), bytes)
      } catch {
        throw writing(error)
      }
    }
    byteCount = max(byteCount, end)
  }

  /// Fills `room` with bytes that were put there before.
  ///
  /// - Returns: how many came; fewer than fit only at the end.
  public func read(
    at offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    preconditionNotStream()
    let available = max(0, min(room.count, byteCount - offset))
    guard available > 0 else { return 0 }
    if case .memory = storage {
      unsafe buffer.withUnsafeBytes {
        unsafe room.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + available]))
      }
      return available
    }
    try flush()
    guard let descriptor = storage.descriptor else { preconditionFailure("read too late") }
    var filled = 0
    while filled < available {
      do {
        let got = try unsafe descriptor.read(
          fromAbsoluteOffset: Int64(offset + filled),
          into: UnsafeMutableRawBufferPointer(rebasing: room[filled..<available]))
        if got == 0 { break }
        filled += got
      } catch {
        throw writing(error)
      }
    }
    return filled
  }
}
