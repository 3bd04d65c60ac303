import ConverterCore
import TreeModel

extension LenientLexer {
  /// A number of JSON5 as JSON has it; what is none becomes a text.
  func number(into text: ByteBuffer) throws(ConversionError) -> Token.Kind {
    let start = cursor.offset
    var isLoose = false
    switch try cursor.peek() {
    case UInt8(ascii: "+"):
      isLoose = true
      cursor.advance()
    case UInt8(ascii: "-"):
      text.append(UInt8(ascii: "-"))
      cursor.advance()
    default: break
    }
    for word in ["Infinity", "NaN"] as [StaticString] where try cursor.hasNext(word) {
      json5Features.add(.infinity)
      text.append(word)
      cursor.advance(word.utf8CodeUnitCount)
      try endNumber(from: start)
      return .string
    }
    let (first, second) = (try cursor.peek(), try cursor.peek(1))
    if first == UInt8(ascii: "0"), second == UInt8(ascii: "x") || second == UInt8(ascii: "X") {
      isLoose = true
      try hexadecimalNumber(into: text)
    } else {
      if try decimalNumber(into: text) { isLoose = true }
    }
    try endNumber(from: start)
    if isLoose { json5Features.add(.number) }
    return .number
  }

  private func hexadecimalNumber(into text: ByteBuffer) throws(ConversionError) {
    cursor.advance(2)
    var value: UInt64 = 0
    var digits = 0
    while let byte = try cursor.peek(), let digit = byte.hexadecimalValue {
      guard value >> 60 == 0 else {
        throw try damaged("a hexadecimal number has more than 64 bits")
      }
      value = value << 4 | UInt64(digit)
      digits += 1
      cursor.advance()
    }
    guard digits > 0 else { throw try expected("a hexadecimal digit") }
    text.append(String(value).utf8)
  }

  /// - Returns: whether JSON has it in another form.
  private func decimalNumber(into text: ByteBuffer) throws(ConversionError) -> Bool {
    var isLoose = false
    let begin = text.count
    let whole = try digits(into: text)
    if whole == 0 {
      isLoose = true
      text.append(UInt8(ascii: "0"))
    } else if whole > 1, text.span[begin] == UInt8(ascii: "0") {
      throw try damaged("a number does not begin with a zero and another digit")
    }
    if try cursor.peek() == UInt8(ascii: ".") {
      cursor.advance()
      text.append(UInt8(ascii: "."))
      if try digits(into: text) == 0 {
        guard whole > 0 else { throw try expected("a digit") }
        isLoose = true
        text.count -= 1
      }
    } else if whole == 0 {
      throw try expected("a value")
    }
    if let byte = try cursor.peek(), byte | 0x20 == UInt8(ascii: "e") {
      text.append(byte)
      cursor.advance()
      if let sign = try cursor.peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        text.append(sign)
        cursor.advance()
      }
      guard try digits(into: text) > 0 else {
        throw try expected("a digit in the exponent")
      }
    }
    return isLoose
  }

  private func digits(into text: ByteBuffer) throws(ConversionError) -> Int {
    var count = 0
    while let byte = try cursor.peek(), isDigit(byte) {
      text.append(byte)
      cursor.advance()
      count += 1
      if count & 0xFFFF == 0 {
        try context.limits.check(.memory, text.count, for: "a number of the file")
      }
    }
    return count
  }

  private func endNumber(from start: Int) throws(ConversionError) {
    guard let byte = try cursor.peek() else { return }
    if isIdentifier(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") {
      throw try expected("the end of the number")
    }
  }
}
