extension Limits {
  /// Changes a limit by the word for it and an amount such as `500000`, `2e9` or `4GB`.
  ///
  /// - Throws: `usage` for another word, or an amount below 1.
  package mutating func set(_ word: String, to amount: String) throws(ConversionError) {
    self[try Name(parsing: word)] = try Limits.amount(parsing: amount)
  }

  /// - Throws: `usage` unless it is a number from 1.
  package static func amount(parsing text: String) throws(ConversionError) -> Int {
    if let exact = Int(text), exact >= 1 { return exact }
    let bytes = try? ByteCount(parsing: text)
    guard let number = Double(text) ?? (bytes?.value).map(Double.init), number >= 1, number < 9e18
    else {
      throw ConversionError(
        .usage, "\"\(text)\" is no limit: use a whole number such as 500000, 2e9 or 4GB")
    }
    return Int(number)
  }
}

extension Limits.Name {
  /// - Throws: `usage` for a word that names no limit.
  package init(parsing word: String) throws(ConversionError) {
    guard let name = Limits.Name(rawValue: word) else {
      let names = Limits.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw ConversionError(.usage, "there is no limit \"\(word)\": use \(names)")
    }
    self = name
  }
}
