/// Bytes at any offset that are neither a file of their own nor all in memory.
public protocol RandomAccessContent: Sendable {
  /// How many bytes there are.
  var byteCount: Int { get }

  /// Fills `buffer` with bytes from `offset`; the caller asks for none past the end.
  ///
  /// Any thread may call it.
  ///
  /// - Returns: how many came: all, unless the content is shorter than was said.
  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int
}
