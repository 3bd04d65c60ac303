internal import ConverterCore
internal import MIME

/// A text whose paragraphs were cut into lines for the mail (`format=flowed`, RFC 3676).
///
/// A line that ends with a blank goes on with the next one, unless that is quoted otherwise, or divides the signature
/// from the text.
struct FlowedText {
  /// Whether the blank at the end of a line is none of the text (`delsp=yes`), as languages without blanks need it.
  private let dropsBlanks: Bool

  /// - Returns: `nil` for a text that is not said to be such.
  init?(_ type: MediaTypeField) {
    guard type.type == "text/plain", type.parameters["format"]?.lowercased() == "flowed" else {
      return nil
    }
    dropsBlanks = type.parameters["delsp"]?.lowercased() == "yes"
  }

  /// The text with a line for each paragraph, and a blank behind the marks of a quoted one.
  func joined(_ text: Span<UInt8>) -> ByteBuffer {
    let result = ByteBuffer(capacity: text.count + text.count / 8 + 64)
    /// How deep the paragraph is quoted that goes on.
    var open: Int?
    var rest = text
    while !rest.isEmpty {
      let end = rest.firstOffset(of: 0x0A) ?? rest.count
      var line = rest[..<end]
      rest = rest.dropFirst(end + 1)
      if line.last == 0x0D { line = line.dropLast() }
      let depth = line.prefix { $0 == UInt8(ascii: ">") }.count
      line = line.dropFirst(depth)
      // What begins with a blank, `>` or `From ` was given one more.
      if line.first == 0x20 { line = line.dropFirst() }
      let isDivider = line.equals("-- ")
      if open != depth || isDivider {
        if open != nil { result.append(0x0A) }
        result.append(repeatElement(UInt8(ascii: ">"), count: depth))
        if depth > 0, !line.isEmpty { result.append(0x20) }
      }
      let goesOn = line.last == 0x20 && !isDivider
      if goesOn, dropsBlanks { line = line.dropLast() }
      result.append(line)
      if !goesOn { result.append(0x0A) }
      open = goesOn ? depth : nil
    }
    if open != nil { result.append(0x0A) }
    return result
  }
}

extension Message {
  /// The text of a part as it is read: of one that is cut into lines for the mail, the paragraphs.
  func readText(
    of part: Part, atMost most: Int = PartText.most
  ) throws(ConversionError) -> PartText {
    let text = try text(of: part, atMost: most)
    guard let flowed = FlowedText(part.type) else { return text }
    return PartText(
      bytes: text.bytes.withSpan { flowed.joined($0) }, encoding: text.encoding,
      remark: text.remark, isWhole: text.isWhole)
  }
}
