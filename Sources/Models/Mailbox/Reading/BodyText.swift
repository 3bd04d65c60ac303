internal import ConverterCore
internal import HTMLText
internal import MIME

/// What there is to read in a message, as plain text: where the same is there as a page, too, the plain text.
struct BodyText {
  private let pieces: [ByteBuffer]

  init(of message: Message) throws(ConversionError) {
    let bodies = try message.structure.bodies
    var pieces: [ByteBuffer] = []
    if let plain = bodies.plain {
      pieces.append(try message.text(of: plain).bytes)
    } else if let html = bodies.html {
      pieces.append(try message.readableText(of: html))
    }
    for part in bodies.further where part.type.type == "text/plain" {
      pieces.append(try message.text(of: part).bytes)
    }
    if let calendar = bodies.calendar { pieces.append(try message.text(of: calendar).bytes) }
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
  /// The text of a page.
  func readableText(of part: Part) throws(ConversionError) -> ByteBuffer {
    let html = try text(of: part).bytes
    defer { withExtendedLifetime(html) {} }
    let page = try HTMLText(html.bytes)
    let text = ByteBuffer(capacity: page.text.utf8.count + 16)
    text.append(page.text.utf8)
    return text
  }
}
