import ConverterCore

/// A drawing's text as it can be looked through: where markup stands for itself, byte by byte.
enum DrawingText {
  /// UTF-16 as UTF-8; what is written in UTF-8, or in an encoding that has ASCII's markup, as it is.
  ///
  /// - Throws: `damagedInput` for an encoding that hides markup from who does not know it, which no program writes
  ///   drawings in: UTF-32, UTF-7, EBCDIC, ISO-2022.
  static func scannable(_ bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    guard bytes.count >= 4 else { return bytes }
    let isQuadruple = bytes[0..<2] == [0, 0] || bytes[2..<4] == [0, 0]
    if isQuadruple || bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) {
      throw hidden(in: isQuadruple ? "UTF-32" : "EBCDIC")
    }
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes[0] != 0 && bytes[1] == 0
    let isBig = bytes.starts(with: [0xFE, 0xFF]) || bytes[0] == 0 && bytes[1] != 0
    guard isLittle || isBig else {
      if let name = declaredEncoding(of: bytes), !hasMarkupOfASCII(name) {
        throw hidden(in: name.printable)
      }
      return bytes
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (low, high) = isLittle ? (index, index + 1) : (index + 1, index)
      return UInt16(bytes[high]) << 8 | UInt16(bytes[low])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What the XML declaration says, which stands at the very beginning or nowhere.
  private static func declaredEncoding(of bytes: [UInt8]) -> String? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.has("<?xml", at: start) else { return nil }
    let declaration = bytes[start..<bytes.end(of: "?>", from: start)]
    return declaration.attributes.first { $0.name == "encoding" }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// Whether `<`, `&` and quotes are single bytes as in ASCII, and no part of anything else.
  private static func hasMarkupOfASCII(_ encoding: String) -> Bool {
    let name = encoding.lowercased()
    return families.contains { name.hasPrefix($0) }
  }

  private static let families = [
    "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "ansi_x3.4", "iso-8859-", "iso8859-",
    "iso_8859-", "latin", "l1", "windows-", "cp125", "cp874", "koi8-", "macintosh", "tis-620",
    "shift_jis", "shift-jis", "sjis", "euc-", "gb", "big5",
  ]

  private static func hidden(in encoding: String) -> ConversionError {
    ConversionError(
      .damagedInput,
      "is written in \(encoding), which cannot be looked through for what is unsafe; save it as "
        + "UTF-8")
  }
}
