extension InputFile {
  /// Appends at most `count` bytes from `offset` to a buffer.
  ///
  /// - Returns: how many came; fewer only at the end of the file.
  /// - Throws: `readFailed`.
  public func read(
    at offset: Int, count: Int, to buffer: ByteBuffer
  ) throws(ConversionError) -> Int {
    // As many bytes as there is room for now.
    let room = UnsafeMutableRawBufferPointer(start: buffer.reserve(count), count: count)
    let got = try read(at: offset, into: room)
    buffer.count += got
    return got
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
    return try all.withUnsafeMutableBytes { (all) throws(ConversionError) in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: all[place]))
    }
  }
}
