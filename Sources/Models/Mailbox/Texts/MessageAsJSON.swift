public import ConverterCore
internal import MIME
internal import TableModel

/// A whole message for scripts: what a list says, its header, its texts and its parts.
struct MessageAsJSON {
  let message: Message
  /// The most bytes of a text, and of all further texts together.
  let mostText: Int

  func append(to text: ByteBuffer) throws(ConversionError) {
    text.append("{")
    SummaryAsJSON.append(members: try MessageSummary(of: message), to: text)
    let structure = try message.structure
    let bodies = structure.bodies
    try append("text", bodies.plain, to: text)
    try append("html", bodies.html, to: text)
    try append(further: bodies.further, to: text)
    if message.isCut { text.append(",\"textIsCut\":true") }
    appendHeaders(to: text)
    text.append(",\"parts\":")
    if let first = structure.parts.first {
      try append(first, of: structure, to: text)
    } else {
      text.append("null")
    }
    text.append("}\n")
  }

  private func append(
    _ key: StaticString, _ part: Part?, to text: ByteBuffer
  ) throws(ConversionError) {
    text.append(",\"")
    text.append(key)
    text.append("\":")
    guard let part else { return text.append("null") }
    let content = try message.text(of: part, atMost: mostText)
    if !content.isWhole { message.isCut = true }
    content.bytes.withSpan { JSONText.append($0, to: text) }
  }

  /// Texts beside the bodies, `"furtherTexts":[{"mediaType":"text/plain","text":"…"}]`; nothing where there are none.
  private func append(further parts: [Part], to text: ByteBuffer) throws(ConversionError) {
    guard !parts.isEmpty else { return }
    text.append(",\"furtherTexts\":[")
    // All together are no longer than one may be.
    var room = mostText
    for (index, part) in parts.enumerated() {
      guard room > 0 else {
        message.isCut = true
        break
      }
      text.append(index > 0 ? ",{\"mediaType\":" : "{\"mediaType\":")
      SummaryAsJSON.append(value: part.type.type, to: text)
      let content = try message.text(of: part, atMost: room)
      if !content.isWhole { message.isCut = true }
      room -= content.bytes.count
      text.append(",\"text\":")
      content.bytes.withSpan { JSONText.append($0, to: text) }
      text.append("}")
    }
    text.append("]")
  }

  /// Every field, in order: `[{"name":"Received","value":"…"},…]`.
  private func appendHeaders(to text: ByteBuffer) {
    text.append(",\"headers\":[")
    for (index, field) in message.allFields.enumerated() {
      text.append(index > 0 ? ",{\"name\":" : "{\"name\":")
      SummaryAsJSON.append(value: field.name, to: text)
      SummaryAsJSON.append("value", field.value, to: text)
      text.append("}")
    }
    text.append("]")
  }

  /// Parts lie in each other no deeper than ``StructureScanner/mostDepth``.
  private func append(
    _ part: Part, of structure: MessageStructure, to text: ByteBuffer
  ) throws(ConversionError) {
    text.append("{\"part\":")
    SummaryAsJSON.append(value: structure.number(of: part), to: text)
    SummaryAsJSON.append("mediaType", part.type.type, to: text)
    if let name = part.fileName { SummaryAsJSON.append("name", name, to: text) }
    if let kind = part.disposition?.kind { SummaryAsJSON.append("disposition", kind, to: text) }
    if let id = part.contentID { SummaryAsJSON.append("contentId", id, to: text) }
    if let charset = part.type.parameters["charset"] {
      SummaryAsJSON.append("charset", charset, to: text)
    }
    SummaryAsJSON.append("encoding", part.encoding.rawValue, to: text)
    text.append(",\"bytes\":")
    text.append("\(part.kind == .leaf ? try message.byteCount(of: part) : part.body.count)".utf8)
    if let fault = part.fault { SummaryAsJSON.append("fault", fault, to: text) }
    if part.isText, part.kind == .leaf, let remark = try message.text(of: part).remark {
      SummaryAsJSON.append("remark", remark, to: text)
    }
    let children = structure.children(of: part)
    if !children.isEmpty {
      text.append(",\"parts\":[")
      for (index, child) in children.enumerated() {
        if index > 0 { text.append(0x2C) }
        try append(child, of: structure, to: text)
      }
      text.append("]")
    }
    text.append("}")
  }
}

extension Message {
  /// Appends the message as an object, on a line of its own.
  ///
  /// - Parameters:
  ///   - text: what it is appended to.
  ///   - most: the most bytes of each of its texts.
  public func append(
    jsonTo text: ByteBuffer, textsAtMost most: Int = PartText.most
  ) throws(ConversionError) {
    try MessageAsJSON(message: self, mostText: most).append(to: text)
  }
}
