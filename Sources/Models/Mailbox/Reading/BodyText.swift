public import ConverterCore
internal import HTMLText
internal import MIME

/// What there is to read in a message, as plain text: where the same is there as a page, too, the plain text.
///
/// One text is in memory at a time.
struct BodyText {
  let message: Message

  init(of message: Message) { self.message = message }

  /// Gives each text to `body`, until that returns false.
  ///
  /// - Parameter most: the most bytes of each text that are looked at.
  func forEach(
    atMost most: Int = PartText.most, _ body: (ByteBuffer) -> Bool
  ) throws(ConversionError) {
    let bodies = try message.bodies
    for part in bodies.texts {
      let text =
        try part.type.type == "text/html"
        ? message.readableText(of: part, atMost: most)
        : message.readText(of: part, atMost: most).bytes
      guard body(text) else { return }
    }
    if let calendar = bodies.calendar {
      _ = body(try message.text(of: calendar, atMost: most).bytes)
    }
  }

  /// Whether each of some words is in one of the texts.
  func contain(_ words: [FoldedWord]) throws(ConversionError) -> Bool {
    var missing = words
    try forEach { text in
      missing.removeAll { $0.isIn(text.span) }
      return !missing.isEmpty
    }
    return missing.isEmpty
  }
}

extension Message {
  /// Appends what there is to read in it, each text with a line feed behind it.
  ///
  /// - Parameters:
  ///   - text: takes them, in UTF-8.
  ///   - most: the most bytes of all texts together; a character that does not fit whole is left out.
  public func append(
    readableTextTo text: ByteBuffer, atMost most: Int
  ) throws(ConversionError) {
    var room = most
    try BodyText(of: self).forEach(atMost: most) { piece in
      piece.withSpan { piece in
        var count = min(room, piece.count)
        if count < piece.count {
          while count > 0, piece[count] & 0xC0 == 0x80 { count -= 1 }
        }
        text.append(piece.prefix(count))
        room -= min(room, piece.count)
      }
      text.append(0x0A)
      return room > 0
    }
  }

  /// The text of a page.
  func readableText(
    of part: Part, atMost most: Int = PartText.most
  ) throws(ConversionError) -> ByteBuffer {
    let source = try text(of: part, atMost: most)
    let limits = reader.context.limits
    let page = try source.bytes.withSpan { html throws(ConversionError) in
      try HTMLText(html, within: limits)
    }
    let text = ByteBuffer(capacity: page.text.utf8.count + 16)
    text.append(page.text.utf8)
    return text
  }
}
