internal import ConverterCore

/// Where a link leads or a picture comes from, as a browser would take it.
struct LinkTarget {
  enum Kind: Equatable {
    /// Nothing, or a place in the page itself.
    case here
    case web
    /// Another page of what the page belongs to, which a mail does not hold.
    case relative
    case contentID
    case data
    /// A kind that does no more than to open a program: mail, telephone.
    case harmless
    /// Any other: it may run something.
    case blocked
  }

  let kind: Kind
  /// In small letters, without the colon; empty for a relative one.
  let scheme: String
  /// Without anything invisible: such characters, blanks, quotes and angle brackets are escaped
  /// (RFC 3986, 2.1).
  let text: String

  static let longest = 8192

  /// - Parameter bytes: the value of an attribute, references decoded.
  init(_ bytes: Span<UInt8>) { self.init(bytes.array) }

  init(_ bytes: some Collection<UInt8>) {
    let trimmed = Self.trimmed(bytes)
    let scheme = Self.scheme(of: trimmed)
    self.scheme = scheme ?? ""
    switch scheme {
    case nil where trimmed.isEmpty || trimmed[0] == 0x23: kind = .here
    case nil where trimmed.count > 1 && trimmed[0].isSlash && trimmed[1].isSlash: kind = .web
    case nil: kind = .relative
    case "http", "https": kind = .web
    case "cid": kind = .contentID
    case "data": kind = .data
    case "mailto", "tel", "sms", "ftp", "ftps", "sip", "sips", "xmpp", "geo", "webcal", "news",
      "nntp", "irc", "ircs", "callto":
      kind = .harmless
    default: kind = .blocked
    }
    let isWeb = kind == .web
    text = Self.escaped(
      isWeb ? Self.withPlainSlashes(trimmed) : trimmed, isBounded: kind != .data)
  }

  /// Browsers leave out tabs and line ends anywhere, and blanks and control characters at both ends (WHATWG
  /// URL, 4.4). Other control characters are left out as well.
  private static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var kept = bytes.filter { $0 >= 0x20 && $0 != 0x7F }[...]
    while kept.first == 0x20 { kept.removeFirst() }
    while kept.last == 0x20 { kept.removeLast() }
    return Array(kept)
  }

  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let first = bytes.first, first.isLetter else { return nil }
    for (index, byte) in bytes.prefix(64).enumerated() {
      if byte == 0x3A { return String(decoding: bytes[..<index].map(\.lowercased), as: UTF8.self) }
      guard byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        return nil
      }
    }
    return nil
  }

  /// Browsers take `\` before the query for `/`.
  private static func withPlainSlashes(_ bytes: [UInt8]) -> [UInt8] {
    let end = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count
    guard bytes[..<end].contains(0x5C) else { return bytes }
    return bytes[..<end].map { $0 == 0x5C ? 0x2F : $0 } + bytes[end...]
  }

  private static func escaped(_ bytes: [UInt8], isBounded: Bool) -> String {
    let isLong = isBounded && bytes.count > longest
    let whole = String(decoding: isLong ? bytes[..<longest] : bytes[...], as: UTF8.self)
    let isPlain = whole.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E
    }
    guard !isPlain || isLong else { return whole }
    return visible(whole) + (isLong ? "…" : "")
  }

  /// The same address with what is invisible, and what would end it in a text, escaped.
  static func visible(_ address: String) -> String {
    address.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isSafeInTarget {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 { text += "%" + byte.hexadecimal }
      }
    }
  }
}

extension UInt8 {
  fileprivate var isSlash: Bool { self == 0x2F || self == 0x5C }

  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}

extension Unicode.Scalar {
  fileprivate var isSafeInTarget: Bool {
    guard value >= 0x80 else {
      return value > 0x20 && value < 0x7F && value != 0x22 && value != 0x3C && value != 0x3E
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned, .surrogate:
      return false
    default: return !properties.isDefaultIgnorableCodePoint
    }
  }
}
