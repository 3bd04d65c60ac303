import Markup

extension ElementAttributes {
  /// A whole number as browsers find it: white space before it and anything behind it are passed over.
  func number(_ name: StaticString) -> Int? {
    guard let value = text(name) else { return nil }
    let digits = value.drop { $0.isWhitespace }.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    // Any larger number is as large.
    return Int(digits.prefix(9))
  }
}
