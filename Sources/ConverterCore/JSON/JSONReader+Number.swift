extension JSONReader {
  /// A number, kept in the form that writes the same digits again.
  mutating func number() throws(ConversionError) -> JSONValue {
    let start = position
    switch bytes.endOfNumber(from: start) {
    // No digit may follow a zero; what does is unexpected in every place that a number can have.
    case .end(let end): position = end
    case .noDigit(let place, _):
      position = place
      throw expected("a digit")
    }
    let text = String(decoding: bytes.extracting(start..<position))
    // `Int` takes no fraction and no exponent.
    if text != "-0", let value = Int(text) { return .integer(value) }
    // No `Double` is written with more than 24 characters.
    if text.utf8.count <= 24, let value = Double(text), JSONValue.number(value).description == text
    {
      return .number(value)
    }
    return .literal(text)
  }
}
