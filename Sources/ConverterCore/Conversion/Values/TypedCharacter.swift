/// One ASCII character as people type it.
public enum TypedCharacter {
  /// The words for characters that a shell makes hard to type.
  private static let words: [(word: String, byte: UInt8)] = [
    ("tab", 0x09), ("comma", 0x2C), ("semicolon", 0x3B), ("pipe", 0x7C), ("space", 0x20),
    ("colon", 0x3A), ("double", 0x22), ("single", 0x27), ("backslash", 0x5C),
  ]

  /// One ASCII character: itself, by a word (`tab`, `semicolon`), as `\t`, or by its number (`0x1f`).
  ///
  /// - Parameters:
  ///   - text: as the user typed it.
  ///   - flag: what it is for, in the message.
  /// - Throws: `usage`.
  public static func byte(
    parsing text: String, for flag: String
  ) throws(ConversionError) -> UInt8 {
    if let named = words.first(where: { $0.word == text.lowercased() }) { return named.byte }
    if text == "\\t" { return 0x09 }
    let bytes = Array(text.utf8)
    if bytes.count == 1, bytes[0] < 0x80, bytes[0] != 0x0A, bytes[0] != 0x0D, bytes[0] != 0 {
      return bytes[0]
    }
    if bytes.count > 2, text.lowercased().hasPrefix("0x"),
      let byte = UInt8(text.dropFirst(2), radix: 16), byte > 0, byte < 0x80, byte != 0x0A,
      byte != 0x0D
    {
      return byte
    }
    let known = words.map(\.word).joined(separator: ", ")
    throw ConversionError(
      .usage,
      "\(flag) takes one ASCII character that ends no line, such as ; or 0x1f, or a word (\(known)), "
        + "not \"\(text.printable)\"")
  }

  /// The character itself, which ``byte(parsing:for:)`` reads.
  public static func text(of byte: UInt8) -> String { String(Unicode.Scalar(byte)) }
}
