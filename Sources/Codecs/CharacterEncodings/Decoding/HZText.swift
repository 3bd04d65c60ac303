package import ConverterCore

/// Chinese in seven bits (HZ-GB-2312, RFC 1843), which the C library lacks: GB 2312 without the upper bits, between
/// `~{` and `~}`.
package enum HZText {
  /// As it is shown.
  package static let name = "HZ-GB-2312"

  /// Whether a name means it.
  package static func isName(_ name: String) -> Bool {
    ["hz-gb-2312", "hz", "hzgb2312", "x-hz-gb-2312", "x-hz"].contains(name.lowercased())
  }

  /// The text in the encoding that has those bits (GBK).
  ///
  /// `~~` is `~`, and `~` at the end of a line joins it to the next one. A line end leaves Chinese, as a writer has to
  /// before; what is no escape stays.
  package static func withUpperBits(_ text: Span<UInt8>) -> ByteBuffer {
    let result = ByteBuffer(capacity: text.count + 1)
    var isChinese = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      index += 1
      switch (byte, next) {
      case (UInt8(ascii: "~"), UInt8(ascii: "}")) where isChinese:
        isChinese = false
        index += 1
      case (0x0A, _):
        isChinese = false
        result.append(byte)
      case (0x21...0x7E, 0x21...0x7E) where isChinese:
        result.append(byte | 0x80)
        result.append(next | 0x80)
        index += 1
      case (UInt8(ascii: "~"), UInt8(ascii: "{")):
        isChinese = true
        index += 1
      case (UInt8(ascii: "~"), UInt8(ascii: "~")):
        result.append(byte)
        index += 1
      case (UInt8(ascii: "~"), 0x0A): index += 1
      default: result.append(byte)
      }
    }
    return result
  }
}
