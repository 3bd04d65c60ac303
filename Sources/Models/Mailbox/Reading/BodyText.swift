public import ConverterCore
internal import HTMLText
internal import MIME

/// What there is to read in a message, as plain text: where the same is there as a page, too, the plain text.
struct BodyText {
  let pieces: [ByteBuffer]

  /// - Parameter most: the most bytes of each text that are looked at.
  init(of message: Message, atMost most: Int = PartText.most) throws(ConversionError) {
    let bodies = try message.structure.bodies
    var pieces: [ByteBuffer] = []
    if let plain = bodies.plain {
      pieces.append(try message.text(of: plain, atMost: most).bytes)
    } else if let html = bodies.html {
      pieces.append(try message.readableText(of: html, atMost: most))
    }
    for part in bodies.further where part.type.type == "text/plain" {
      pieces.append(try message.text(of: part, atMost: most).bytes)
    }
    if let calendar = bodies.calendar {
      pieces.append(try message.text(of: calendar, atMost: most).bytes)
    }
    self.pieces = pieces
  }

  func contains(_ word: FoldedWord) -> Bool {
    pieces.contains { piece in
      guard word.needsFolding else { return word.isIn(piece.bytes) }
      return word.isIn(String(decoding: piece.bytes, as: UTF8.self))
    }
  }
}

extension Message {
  /// Appends what there is to read in it, each text with a line feed behind it.
  ///
  /// - Parameter most: the most bytes of each text.
  public func append(
    readableTextTo text: ByteBuffer, atMost most: Int
  ) throws(ConversionError) {
    for piece in try BodyText(of: self, atMost: most).pieces {
      text.append(piece.bytes)
      text.append(0x0A)
    }
  }

  /// The text of a page.
  func readableText(
    of part: Part, atMost most: Int = PartText.most
  ) throws(ConversionError) -> ByteBuffer {
    let source = try self.text(of: part, atMost: most)
    // Who takes its bytes does not keep them.
    defer { withExtendedLifetime(source) {} }
    let page = try HTMLText(source.bytes.bytes)
    let text = ByteBuffer(capacity: page.text.utf8.count + 16)
    text.append(page.text.utf8)
    return text
  }
}
