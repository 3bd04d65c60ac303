import ConverterCore

/// Bytes from the first to the last: of a file, or what a compressed file holds.
protocol ByteSource: AnyObject {
  /// Bytes of the input that have been taken so far.
  var consumed: Int { get }

  /// The next bytes, at least one, valid until the next call; `nil` after the last.
  ///
  /// - Throws: `damagedInput`, `readFailed`, `interrupted`, `limitExceeded`.
  func next() throws(ConversionError) -> UnsafeRawBufferPointer?
}
