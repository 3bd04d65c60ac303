import ConverterCore

extension TreeText {
  /// What stands at the beginning of some bytes, as messages say what was found: `"]"`, `a string`.
  package static func shown(_ here: [UInt8]) -> String {
    guard let byte = here.first else { return "the end of the file" }
    if byte < 0x20 || byte == 0x7F { return "the control character \(hexadecimal(byte))" }
    let text = String(decoding: here, as: UTF8.self)
    guard byte < 0x80 || !text.hasPrefix("\u{FFFD}") else { return "the byte \(hexadecimal(byte))" }
    let letters = text.prefix { $0.isLetter || $0.isNumber }
    if letters.count > 1 { return "\"\(String(letters.prefix(12)).printable)\"" }
    return byte == 0x22 ? "a string" : "\"\(String(text.prefix(1)).printable)\""
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
