/// The declarations of a `style` attribute (CSS Style Attributes, 3).
struct InlineStyle {
  /// Names in small letters; values without blanks around them and without `!important`.
  private(set) var declarations: [(property: String, value: String)] = []

  private static let longest = 8192
  private static let most = 100

  init(_ bytes: UnsafeRawBufferPointer) {
    let style = bytes.prefix(Self.longest)
    var start = style.startIndex
    while start < style.endIndex, declarations.count < Self.most {
      let end = Self.end(of: style[start...])
      add(style[start..<end])
      start = end + 1
    }
  }

  subscript(property: String) -> String? {
    declarations.last { $0.property == property }?.value
  }

  /// Where a declaration ends: a semicolon outside of quotes and parentheses.
  private static func end(of style: Slice<UnsafeRawBufferPointer>) -> Int {
    var quote: UInt8?
    var depth = 0
    for (index, byte) in zip(style.indices, style) {
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
    return style.endIndex
  }

  private mutating func add(_ declaration: Slice<UnsafeRawBufferPointer>) {
    guard let colon = declaration.firstIndex(of: 0x3A) else { return }
    var value = Self.trimmed(declaration[(colon + 1)...])
    if let mark = value.lastIndex(of: 0x21) { value = Self.trimmed(value[..<mark]) }
    let property = Self.trimmed(declaration[..<colon]).map(\.lowercased)
    declarations.append(
      (String(decoding: property, as: UTF8.self), String(decoding: value, as: UTF8.self)))
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var kept = bytes
    while let first = kept.first, first.isBlank { kept.removeFirst() }
    while let last = kept.last, last.isBlank { kept.removeLast() }
    return kept
  }
}
