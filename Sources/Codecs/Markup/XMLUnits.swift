internal import ConverterCore

/// XML as bytes of ASCII, out of UTF-8, UTF-16 and what else has ASCII in it.
///
/// libxml2 takes whatever encoding the system knows. Those in which a search for tags may miss some are refused.
struct XMLUnits {
  private enum Width {
    /// Each byte is a unit: UTF-8, and what has ASCII in it.
    case one
    /// UTF-16.
    case two(isBigEndian: Bool)
  }

  private var width: Width?
  /// The first bytes, until they are enough to tell the width.
  private var start: [UInt8] = []
  /// The first byte of a unit of two.
  private var half: UInt8?
  /// What the text says of itself, up to its first `>`, until that has been looked at.
  private var heading: [UInt8]? = []

  /// - Returns: the next unit, 0x80 for one beyond ASCII; `nil` within one.
  /// - Throws: `unsupportedContent` for other encodings.
  mutating func next(_ byte: UInt8) throws(ConversionError) -> UInt8? {
    switch width {
    case nil:
      start.append(byte)
      heading?.append(byte)
      if start.count == 4 { try findWidth() }
      // In all encodings that go on, the bytes of ASCII are those that are not 0.
      return byte == 0 ? nil : byte
    case .one:
      try read(heading: byte)
      return byte
    case .two(let isBigEndian):
      guard let first = half else {
        half = byte
        return nil
      }
      half = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      return high == 0 ? low : 0x80
    }
  }

  private mutating func findWidth() throws(ConversionError) {
    switch (start[0], start[1], start[2], start[3]) {
    case (0, 0, _, _), (_, 0, 0, 0): throw Self.hidden("UTF-32")
    case (0xFF, 0xFE, 0, 0): throw Self.hidden("UTF-32")
    case (0x4C, 0x6F, 0xA7, 0x94): throw Self.hidden("EBCDIC")
    case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): width = .two(isBigEndian: true)
    case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): width = .two(isBigEndian: false)
    default: width = .one
    }
  }

  /// Looks at the encoding that the text names.
  private mutating func read(heading byte: UInt8) throws(ConversionError) {
    guard heading != nil else { return }
    heading?.append(byte)
    guard let text = heading, byte == 0x3E || text.count > 512 else { return }
    heading = nil
    guard let name = Self.encoding(in: String(decoding: text, as: UTF8.self).lowercased()) else {
      return
    }
    let hasASCII = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"]
    guard hasASCII.contains(name) || name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125")
    else { throw Self.hidden(name.printable) }
  }

  private static func encoding(in heading: String) -> String? {
    var rest = heading[...]
    while !rest.isEmpty, !rest.hasPrefix("encoding") { rest = rest.dropFirst() }
    guard !rest.isEmpty else { return nil }
    let blanks = " \t\r\n=\"'"
    return String(
      rest.dropFirst(8).drop { blanks.contains($0) }.prefix { !blanks.contains($0) && $0 != "?" })
  }

  private static func hidden(_ encoding: String) -> ConversionError {
    ConversionError(
      .unsupportedContent, "holds XML in \(encoding); UTF-8 and UTF-16 are what it may be in")
  }
}
