extension JSONReader {
  /// A number, kept in the form that writes the same digits again.
  mutating func number() throws(ConversionError) -> JSONValue {
    let start = position
    var isWhole = true
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      // No digit may follow; what does is unexpected in every place that a number can have.
      position += 1
    } else {
      try digits()
    }
    if next == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let text = String(decoding: bytes.extracting(start..<position))
    if isWhole, text != "-0", let value = Int(text) { return .integer(value) }
    // No `Double` is written with more than 24 characters.
    if text.utf8.count <= 24, let value = Double(text), JSONValue.number(value).description == text
    {
      return .number(value)
    }
    return .literal(text)
  }

  private mutating func digits() throws(ConversionError) {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
    guard position > start else { throw expected("a digit") }
  }
}
