import ConverterCore

/// Counts the directives before a document, as `%TAG ! tag:example.org,2000:`: LibYAML compares each with all
/// others.
struct YAMLDirectives {
  private var count = 0
  private var isAtLineStart = true

  static let most = 1000

  /// Takes the next bytes of the file.
  ///
  /// Lines that begin with blanks, and comments, may stand between directives; any other ends them.
  ///
  /// - Throws: `limitExceeded`.
  mutating func look(at bytes: Span<UInt8>) throws(ConversionError) {
    // Those of UTF-16 that are zero change nothing.
    for index in bytes.indices where bytes[index] != 0 {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        isAtLineStart = true
      } else if isAtLineStart {
        isAtLineStart = false
        if byte == UInt8(ascii: "%") {
          count += 1
          guard count <= Self.most else {
            throw ConversionError.exceeding(
              .init(fixed: "directives", needed: count, allowed: Self.most),
              "has more than \(Self.most) directives (%TAG …) before one document")
          }
        } else if byte != 0x20, byte != 0x09, byte != UInt8(ascii: "#") {
          count = 0
        }
      }
    }
  }
}
