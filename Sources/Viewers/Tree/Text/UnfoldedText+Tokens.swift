internal import ConverterCore
import TreeModel

/// What stands in a line, for it to be shown, searched and copied.
extension UnfoldedText {
  /// A string's lexical form without the quotes, or as much of it as is within the first bytes.
  struct StringForm {
    var form: [UInt8]
    /// Whether that is all of it.
    var isWhole: Bool
    /// The offset behind the closing quote; `nil` where that is far away, or missing.
    var end: Int?
  }

  func string(at offset: Int, atMost most: Int) throws(ConversionError) -> StringForm {
    for count in [min(most, 256), most, max(most, 1 << 16)] {
      var form = try window.copy(from: offset + 1, count: count)
      guard let length = Self.length(ofString: form) else { continue }
      form.removeSubrange(min(most, length)...)
      return StringForm(form: form, isWhole: length <= most, end: offset + length + 2)
    }
    return StringForm(form: try window.copy(from: offset + 1, count: most), isWhole: false)
  }

  /// The bytes before the closing quote; `nil` where there is none.
  private static func length(ofString form: [UInt8]) -> Int? {
    var index = 0
    while index < form.count {
      if form[index] == UInt8(ascii: "\"") { return index }
      index += form[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// A number or a word, or as much of it as is within the first bytes.
  func word(at offset: Int, atMost most: Int) throws(ConversionError) -> [UInt8] {
    let bytes = try window.copy(from: offset, count: most)
    let end = bytes.firstIndex { byte in
      byte.isJSONBlank || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
        || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\"")
    }
    return Array(bytes[..<(end ?? bytes.count)])
  }

  /// The bytes of a line's value.
  ///
  /// - Returns: `nil` where the index has not come to its end yet, or the value has none.
  func range(ofValueAt walker: TextWalker) throws(ConversionError) -> Range<Int>? {
    if let container = try container(at: walker) {
      guard case .end(let end, _) = try extent(of: container, at: walker) else { return nil }
      return container.start..<end
    }
    let start = try walker.valueStart()
    switch try window.byte(at: start) {
    case UInt8(ascii: "\""): return start..<(try window.skipString(from: start))
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return start..<(try window.skipBlanks(from: start + 1)) + 1
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return start..<(try window.skipWord(from: start))
    default: return start..<(try window.skipNumber(from: start))
    }
  }

  /// The text that a string stands for, from its lexical form without the quotes.
  static func meaning(of form: Span<UInt8>) -> [UInt8] {
    let text = ByteBuffer(capacity: form.count)
    TreeText.decode(form, into: text)
    return text.span.array
  }

  func isFollowedByComma(_ end: Int) throws(ConversionError) -> Bool {
    try window.byte(at: try window.skipBlanks(from: end)) == UInt8(ascii: ",")
  }
}
