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
    let start = position - 1
    switch bytes.escape(at: start) {
    case .letter(let letter):
      position += 1
      return Unicode.Scalar(JSONEscape.meaning(of: letter))
    case .unknown: throw expected("one of \" \\ / b f n r t u after a backslash")
    case .noDigit(let place): throw noDigit(place)
    case .unit(let unit):
      position += 5
      return try scalar(of: unit, from: start)
    }
  }

  /// The character of a code unit whose escape began at `start`; two such escapes make one beyond U+FFFF.
  private mutating func scalar(
    of unit: UInt32, from start: Int
  ) throws(ConversionError) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit & 0xFC00 == 0xD800, next == UInt8(ascii: "\\") {
      let second = bytes.escape(at: position)
      if case .noDigit(let place) = second { throw noDigit(place) }
      if case .unit(let trail) = second, trail & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x1_0000 + (unit & 0x3FF) << 10 + (trail & 0x3FF))
      {
        position += second.count
        return scalar
      }
    }
    position = start
    throw refused("half of a surrogate pair stands alone")
  }

  private mutating func noDigit(_ place: Int) -> ConversionError {
    position = place
    return expected("a hexadecimal digit")
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
