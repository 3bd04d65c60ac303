internal import ConverterCore

/// The declarations of a `style` attribute (CSS Style Attributes, 3).
struct InlineStyle {
  /// Names in small letters; values without blanks around them and without `!important`.
  private(set) var declarations: [(property: String, value: String)] = []

  private static let longest = 8192
  private static let most = 100

  init(_ bytes: Span<UInt8>) {
    let style = bytes.prefix(Self.longest)
    var start = 0
    while start < style.count, declarations.count < Self.most {
      let end = Self.end(of: style, from: start)
      add(style[start..<end])
      start = end + 1
    }
  }

  subscript(property: String) -> String? {
    declarations.last { $0.property == property }?.value
  }

  /// Where a declaration ends: a semicolon outside of quotes and parentheses.
  private static func end(of style: Span<UInt8>, from start: Int) -> Int {
    var quote: UInt8?
    var depth = 0
    for index in start..<style.count {
      let byte = style[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == 0x28 {
        depth += 1
      } else if byte == 0x29 {
        depth -= 1
      } else if byte == 0x3B, depth <= 0 {
        return index
      }
    }
    return style.count
  }

  private mutating func add(_ declaration: Span<UInt8>) {
    guard let colon = declaration.firstOffset(of: 0x3A) else { return }
    var value = declaration[(colon + 1)...].trimmed(where: \.isBlank)
    if let mark = value.indices.last(where: { value[$0] == 0x21 }) {
      value = value[..<mark].trimmed(where: \.isBlank)
    }
    let property = declaration[..<colon].trimmed(where: \.isBlank).array.map(\.lowercased)
    declarations.append((String(decoding: property, as: UTF8.self), String(decoding: value)))
  }
}
