extension JSONReader {
  /// A string, from its opening quotation mark to behind its closing one.
  mutating func string() throws(ConversionError) -> String {
    position += 1
    let start = position
    var isASCII = true
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = bytes.extracting(start..<position)
        let string = isASCII ? String(decoding: text) : try validated(text, at: start)
        position += 1
        return string
      case UInt8(ascii: "\\"): return try unescapedString(from: start)
      case 0x00..<0x20: throw expected("a control character only as an escape")
      case 0x80...0xFF:
        isASCII = false
        position += 1
      default: position += 1
      }
    }
    throw expected("a quotation mark")
  }

  /// The rest of a string that has an escape at the position.
  private mutating func unescapedString(from start: Int) throws(ConversionError) -> String {
    var text = ""
    var run = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        text += try validated(bytes.extracting(run..<position), at: run)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += try validated(bytes.extracting(run..<position), at: run)
        position += 1
        text.unicodeScalars.append(try escape())
        run = position
      case 0x00..<0x20: throw expected("a control character only as an escape")
      default: position += 1
      }
    }
    throw expected("a quotation mark")
  }

  /// The character that an escape stands for; the position is behind its backslash.
  private mutating func escape() throws(ConversionError) -> Unicode.Scalar {
    let letter = next
    let scalar: Unicode.Scalar
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{c}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw expected("one of \" \\ / b f n r t u after a backslash")
    }
    position += 1
    return scalar
  }

  /// `u` and four digits; two such escapes for a character beyond U+FFFF.
  private mutating func unicodeEscape() throws(ConversionError) -> Unicode.Scalar {
    let start = position - 1
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\") {
      position += 1
      let trail = next == UInt8(ascii: "u") ? try codeUnit() : 0
      let value = 0x1_0000 + (UInt32(unit) & 0x3FF) << 10 + (UInt32(trail) & 0x3FF)
      if UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(value) { return scalar }
    }
    position = start
    throw refused("half of a surrogate pair stands alone")
  }

  private mutating func codeUnit() throws(ConversionError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      position += 1
      switch next {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(next - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(next - 0x61 + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(next - 0x41 + 10)
      default: throw expected("a hexadecimal digit")
      }
    }
    position += 1
    return unit
  }

  private mutating func validated(
    _ text: Span<UInt8>, at start: Int
  ) throws(ConversionError) -> String {
    if let string = String(validating: text) { return string }
    position = start
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = text.array.makeIterator()
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { position += scalar.count }
    throw refused("the bytes are not UTF-8")
  }
}
