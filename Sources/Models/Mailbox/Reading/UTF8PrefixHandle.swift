internal import CVectors
internal import ConverterCore

extension ByteBuffer {
  /// Bytes from its beginning on that are well-formed UTF-8.
  var utf8Count: Int {
    // Nothing is read but the bytes in use.
    unsafe fairy_utf8_valid_prefix(start, count)
  }
}
