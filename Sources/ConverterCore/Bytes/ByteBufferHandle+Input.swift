package import SystemPackage

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

  /// Appends up to `count` bytes that come next from a file or pipe.
  ///
  /// - Returns: how many came; none at the end.
  package func append(_ count: Int, from file: FileDescriptor) throws -> Int {
    let room = unsafe UnsafeMutableRawBufferPointer(start: reserve(count), count: count)
    let got = try unsafe file.read(into: room)
    self.count += got
    return got
  }

  /// Appends up to `count` bytes of an open file.
  ///
  /// - Returns: how many came; none at the end.
  package func append(_ count: Int, from file: FileDescriptor, at offset: Int) throws -> Int {
    let room = unsafe UnsafeMutableRawBufferPointer(start: reserve(count), count: count)
    let got = try unsafe file.read(fromAbsoluteOffset: Int64(offset), into: room)
    self.count += got
    return got
  }

  /// Appends what `body` writes, which gets room for `most` bytes.
  ///
  /// - Parameters:
  ///   - most: how many bytes `body` may write at most, from 0 on.
  ///   - body: returns how many of them it has written, from the first on.
  /// - Returns: the same.
  @discardableResult
  public func append<Failure: Error>(
    upTo most: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    // `reserve` makes room for `most` bytes, which stay where they are until it is called again.
    var room = unsafe MutableSpan<UInt8>(_unsafeStart: reserve(most), count: most)
    let written = try body(&room)
    precondition(written >= 0 && written <= most)
    count += written
    return written
  }
}
