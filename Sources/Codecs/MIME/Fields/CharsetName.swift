import CharacterEncodings
internal import ConverterCore

/// The names that mail has for encodings.
enum CharsetName {
  /// The name in small letters, without blanks and quotes around it and what follows a blank.
  static func key(_ name: Span<UInt8>) -> [UInt8] {
    let isOuter: (UInt8) -> Bool = { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 }
    let start = name.firstOffset { !isOuter($0) } ?? name.count
    let end = name.firstOffset(from: start) { isOuter($0) || $0 == 0x3B } ?? name.count
    return name[start..<end].prefix(longest + 1).array.map(\.lowercasedASCII)
  }

  private static let longest = 63

  /// - Parameter key: as ``key(_:)`` makes it.
  static func charset(_ key: [UInt8]) -> Charset? {
    guard key.count <= longest, key.allSatisfy({ $0 < 0x80 }) else { return nil }
    let name = String(decoding: key, as: UTF8.self)
    let short = String(name.filter { $0 != "-" && $0 != "_" && $0 != "." && $0 != ":" })
    let plain = short.hasPrefix("x") ? String(short.dropFirst()) : short
    if let known = aliases[plain] { return Charset(known) }
    if let other = libraryNames[plain] { return Charset(named: other) }
    // What a hostile file may have the library do is kept to what mail needs.
    guard families.contains(where: plain.hasPrefix) else { return nil }
    return Charset(named: name) ?? Charset(named: plain)
  }

  /// Whether the name says that there are no bytes above 0x7F, so that those that there are say nothing.
  static func isASCII(_ key: [UInt8]) -> Bool {
    asciiNames.contains(key)
  }

  private static let asciiNames: Set<[UInt8]> = Set(
    [
      "us-ascii", "ascii", "ansi_x3.4-1968", "ansi_x3.4-1986", "iso646-us", "iso_646.irv:1991",
      "us",
    ]
    .map { Array($0.utf8) })

  /// Without hyphens, points, and an "x" for "experimental" before them.
  private static let aliases: [String: Charset.Known] = [
    "utf8": .utf8, "utf8mb4": .utf8, "unicode11utf8": .utf8, "unicode20utf8": .utf8,
    "usascii": .utf8, "ascii": .utf8, "ansix341968": .utf8, "ansix341986": .utf8,
    "iso646us": .utf8, "iso646irv1991": .utf8, "us": .utf8,
    "iso88591": .windows1252, "iso885911987": .windows1252, "88591": .windows1252,
    "latin1": .windows1252, "l1": .windows1252, "cp819": .windows1252, "ibm819": .windows1252,
    "isoir100": .windows1252, "windows1252": .windows1252, "cp1252": .windows1252,
    "win1252": .windows1252, "ansi": .windows1252,
    "gb2312": .gbk, "gb231280": .gbk, "gbk": .gbk, "gb18030": .gbk, "euccn": .gbk, "cp936": .gbk,
    "windows936": .gbk, "ms936": .gbk, "chinese": .gbk, "isoir58": .gbk,
    "ksc56011987": .eucKR, "ksc56011989": .eucKR, "ksc5601": .eucKR, "euckr": .eucKR,
    "korean": .eucKR, "isoir149": .eucKR, "cp949": .eucKR, "windows949": .eucKR, "uhc": .eucKR,
    "shiftjis": .shiftJIS, "sjis": .shiftJIS, "mskanji": .shiftJIS, "windows31j": .shiftJIS,
    "cp932": .shiftJIS, "mscp932": .shiftJIS, "ms932": .shiftJIS, "windows932": .shiftJIS,
    "eucjp": .eucJP, "euc": .eucJP, "iso2022jp": .iso2022JP, "iso2022jpms": .iso2022JP,
    "big5": .big5, "xbig5": .big5, "cnbig5": .big5, "cp950": .big5, "windows950": .big5,
    "macroman": .macRoman, "macintosh": .macRoman, "mac": .macRoman,
    "utf16": .utf16LE, "utf16le": .utf16LE, "utf16be": .utf16BE, "utf32": .utf32LE,
    "utf32le": .utf32LE, "utf32be": .utf32BE, "ucs2": .utf16LE, "unicode": .utf16LE,
  ]

  private static let libraryNames: [String: String] = [
    "utf7": "UTF-7", "unicode11utf7": "UTF-7", "unicode20utf7": "UTF-7",
    "iso88598i": "ISO-8859-8", "iso88598e": "ISO-8859-8", "logical": "ISO-8859-8",
    "visual": "ISO-8859-8", "big5hkscs": "BIG5-HKSCS",
    "maccyrillic": "MAC-CYRILLIC", "macce": "MAC-CENTRALEUROPE",
    "windows874": "CP874", "dos874": "CP874", "tis620": "TIS-620", "koi8": "KOI8-R",
  ]

  private static let families = [
    "iso8859", "iso2022jp", "iso2022kr", "latin", "windows125", "win125", "cp125", "cp4", "cp7",
    "cp8", "ibm4", "ibm7", "ibm8", "koi8", "mac", "euc", "johab", "tis", "tcvn", "viscii",
    "armscii8", "georgian", "ptcp154", "rk1048", "hproman8",
  ]
}

extension CharsetCache {
  /// Whether a name says that there are no bytes above 0x7F.
  package static func isASCII(_ name: String) -> Bool {
    CharsetName.isASCII(CharsetName.key(name.utf8Span.span))
  }
}

extension UInt8 {
  var lowercasedASCII: UInt8 {
    self >= 0x41 && self <= 0x5A ? self | 0x20 : self
  }
}
