/// How the content of a part is written in its lines (RFC 2045, 6).
public enum TransferEncoding: String, Sendable {
  /// As it is: `7bit`, `8bit`, `binary`.
  case identity
  case base64
  case quotedPrintable = "quoted-printable"
  case uuencode
  case yEnc = "yenc"

  /// Reads the value of a `Content-Transfer-Encoding` field: one word among blanks and comments, in quotes or not, in
  /// any case; what follows the word does not count.
  ///
  /// - Returns: ``identity`` for a value without a word, which is the default of RFC 2045; `nil` for a word that names
  ///   no encoding known here, which is best taken for ``identity``, too, and told.
  public init?(parsing value: Span<UInt8>) {
    switch Self.word(of: value) {
    case "", "7bit", "8bit", "binary", "7-bit", "8-bit", "7bits", "8bits": self = .identity
    case "base64", "x-base64", "base-64": self = .base64
    case "quoted-printable": self = .quotedPrintable
    case "x-uuencode", "uuencode", "x-uue", "uue": self = .uuencode
    case "x-yencode", "yencode", "x-yenc", "yenc": self = .yEnc
    default: return nil
    }
  }

  /// The first word, in small letters; no name of an encoding is as long as 32 bytes.
  private static func word(of value: Span<UInt8>) -> String {
    var word = ""
    var depth = 0
    var isEscaped = false
    for index in value.indices {
      let byte = value[index]
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "("):
        guard word.isEmpty else { return word }
        depth += 1
      case UInt8(ascii: ")") where depth > 0: depth -= 1
      case _ where depth > 0: break
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ";"), UInt8(ascii: ","):
        guard word.isEmpty else { return word }
      default:
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        word.unicodeScalars.append(Unicode.Scalar(isCapital ? byte | 0x20 : byte))
        if word.utf8.count >= 32 { return word }
      }
    }
    return word
  }
}
