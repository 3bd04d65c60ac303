import ConverterCore

/// Bytes from the first to the last: of a file, or what a compressed file holds.
protocol ByteSource: AnyObject {
  /// Bytes of the input that have been taken so far.
  var consumed: Int { get }

  /// Goes on to the next bytes.
  ///
  /// - Returns: `false` behind the last.
  /// - Throws: `damagedInput`, `readFailed`, `interrupted`, `limitExceeded`.
  func advance() throws(ConversionError) -> Bool

  /// The bytes that ``advance()`` went to, at least one, valid until it is called again; none before the first and
  /// behind the last.
  var piece: Span<UInt8> { @_lifetime(borrow self) get }
}
