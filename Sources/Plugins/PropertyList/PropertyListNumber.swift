import ConverterCore

/// Numbers between property lists and the grammar of JSON.
enum PropertyListNumber {
  static func trimmed(_ text: Span<UInt8>) -> ArraySlice<UInt8> {
    var result = text.array[...]
    while let first = result.first, first <= 0x20 { result.removeFirst() }
    while let last = result.last, last <= 0x20 { result.removeLast() }
    return result
  }

  /// Digits with a sign, or `0x` and up to 32 digits.
  ///
  /// - Returns: the integer as JSON writes it.
  static func integer(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = text
    var result: [UInt8] = []
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
      if sign == UInt8(ascii: "-") { result.append(sign) }
    }
    if rest.count > 2, rest.first == UInt8(ascii: "0"),
      rest[rest.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    {
      let digits = String(decoding: rest.dropFirst(2), as: UTF8.self)
      guard rest.dropFirst(2).allSatisfy({ $0.hexadecimalValue != nil }),
        let value = UInt128(digits, radix: 16)
      else { return nil }
      return result + Array(String(value).utf8)
    }
    guard !rest.isEmpty, rest.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    let digits = rest.drop { $0 == UInt8(ascii: "0") }
    return digits.isEmpty ? [UInt8(ascii: "0")] : result + digits
  }

  /// - Returns: a number as JSON writes it, with the digits that are there; or infinity and NaN as texts.
  static func real(_ text: ArraySlice<UInt8>) -> (text: [UInt8], isSpecial: Bool)? {
    if isNumber(text) { return (Array(text), false) }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    switch word {
    case "nan", "+nan", "-nan": return (Array("nan".utf8), true)
    case "inf", "+inf", "infinity", "+infinity": return (Array("inf".utf8), true)
    case "-inf", "-infinity": return (Array("-inf".utf8), true)
    default: break
    }
    // `+1`, `.5`, `5.`, `007`: the same number in other digits.
    guard text.allSatisfy({ $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }), let value = Double(word),
      value.isFinite
    else { return nil }
    return (Array(value.description.utf8), false)
  }

  /// Whether a text is a number in the grammar of JSON.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    guard case .end(let end) = text.span.endOfNumber(from: 0) else { return false }
    return end == text.count
  }

  /// What a number of JSON is to a property list.
  enum Kind: Equatable {
    case integer
    case real
    /// An integer beyond 64 bits.
    case tooLarge
  }

  static func kind(of text: Span<UInt8>) -> Kind {
    // An integer has no minus zero.
    if text.equals("-0") { return .real }
    guard text.allSatisfy({ $0 &- 48 < 10 || $0 == UInt8(ascii: "-") }) else { return .real }
    let word = String(decoding: text.prefix(24))
    return text.count <= 20 && (Int64(word) != nil || UInt64(word) != nil) ? .integer : .tooLarge
  }
}
