extension InlineStyle {
  /// Whether what is in the element is not seen, whatever the elements in it say.
  var hides: Bool {
    if word("display") == "none" { return true }
    if let opacity = number("opacity"), opacity.value == 0 { return true }
    let clips = word("overflow") == "hidden"
    return clips && ["max-height", "height", "max-width", "width"].contains { isNothing($0) }
  }

  /// Whether its text is too small to be seen, unless elements in it have another size; `nil` for no word on
  /// it.
  var isTiny: Bool? {
    guard let size = number("font-size") else { return word("font-size").map { _ in false } }
    // Texts before the visible one, for lists of messages, have one pixel.
    let isAbsolute = ["", "px", "pt"].contains(size.unit)
    return size.value == 0 || isAbsolute && size.value < 2
  }

  /// Whether it is not seen, unless elements in it say otherwise; `nil` for no word on it.
  var isInvisible: Bool? {
    word("visibility").map { $0 == "hidden" || $0 == "collapse" }
  }

  /// Whether white space stays as it is; `nil` for no word on it.
  var isPreserved: Bool? {
    word("white-space").map { ["pre", "pre-wrap", "break-spaces"].contains($0) }
  }

  private func word(_ property: String) -> String? { self[property]?.lowercased() }

  private func isNothing(_ property: String) -> Bool {
    guard let length = number(property) else { return false }
    return length.value == 0
  }

  private func number(_ property: String) -> (value: Double, unit: String)? {
    guard let text = word(property) else { return nil }
    let digits = text.prefix { $0 == "." || $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let value = Double("0" + digits)
    else { return nil }
    return (value, String(text.dropFirst(digits.count)))
  }
}
