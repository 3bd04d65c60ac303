extension ByteBuffer {
  /// Appends up to `count` bytes of a file.
  ///
  /// - Returns: how many came; fewer only at the end of the file.
  public func append(
    _ count: Int, of input: InputFile, at offset: Int
  ) throws(ConversionError) -> Int {
    // `reserve` makes room for `count` bytes, and `read` fills no more.
    let room = unsafe UnsafeMutableRawBufferPointer(start: reserve(count), count: count)
    let got = try unsafe input.read(at: offset, into: room)
    self.count += got
    return got
  }
}
