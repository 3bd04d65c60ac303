extension InputFile {
  /// What `body` gives; an error of it that names no file is about this one.
  public func namedInErrors<Result>(
    _ body: () throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    do {
      return try body()
    } catch {
      throw error.about(path)
    }
  }

  /// All bytes, for a library that wants them in memory.
  ///
  /// - Parameters:
  ///   - what: the file, in the words of an error: "a drawing".
  ///   - context: its limits for an input and for memory apply.
  /// - Throws: `limitExceeded`, `readFailed`.
  public func bytes(
    of what: String, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    try context.limits.check(.input, byteCount, for: what)
    try context.limits.check(.memory, byteCount, for: what)
    return try read(at: 0, count: byteCount)
  }
}
