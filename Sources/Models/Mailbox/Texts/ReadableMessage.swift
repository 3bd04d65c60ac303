internal import ConverterCore
internal import HTMLText
internal import MIME

/// A message as people read it: who wrote what when to whom, the text, and what there is beside it.
struct ReadableMessage {
  /// `From`, `Anna <anna@example.org>`.
  private(set) var fields: [(label: String, text: String)] = []
  /// What was odd about it.
  private(set) var remarks: [String] = []
  /// Its texts, in lines; below a page the links of that.
  private(set) var text = ""
  private(set) var remotePictures: [String] = []
  /// An invitation: `When`, `Monday…`.
  private(set) var invitation: [(label: String, text: String)] = []
  /// `report.pdf`, `application/pdf, 2.1 MB`.
  private(set) var files: [(label: String, text: String)] = []
  /// The parts, each behind what it is in; empty where there is one alone.
  private(set) var outline: [(depth: Int, text: String)] = []

  private static let labels: [(StaticString, String)] = [
    ("from", "From"), ("sender", "Sender"), ("reply-to", "Reply to"), ("to", "To"), ("cc", "Cc"),
    ("bcc", "Bcc"),
  ]

  /// - Parameter mostText: bytes of all texts together.
  init(_ message: Message, mostText: Int = PartText.most) throws(ConversionError) {
    guard !message.isRaw else {
      remarks.append("it has no header, so it is shown as it is")
      let whole = try Self.wholeText(of: message, atMost: mostText)
      text = whole.text
      if !whole.isWhole { noteCut(message) }
      return
    }
    addFields(of: message)
    let structure = try message.structure
    let bodies = try message.bodies
    var isWhole = true
    for part in bodies.texts {
      if !text.isEmpty { text += "\n" }
      // All together are no longer than one may be.
      let room = mostText - text.utf8.count
      guard room > 0 else {
        isWhole = false
        break
      }
      let isPage = part.type.type == "text/html"
      let next =
        try isPage
        ? message.text(of: part, atMost: room) : message.readText(of: part, atMost: room)
      isWhole = isWhole && next.isWhole
      if isPage {
        try add(page: next, within: message.reader.context.limits)
      } else {
        add(next)
      }
    }
    if !isWhole { noteCut(message) }
    if let calendar = bodies.calendar {
      invitation = try message.text(of: calendar).bytes.withSpan { CalendarText($0)?.lines ?? [] }
    }
    try addFiles(of: message)
    addOutline(structure)
  }

  private static func wholeText(
    of message: Message, atMost most: Int
  ) throws(ConversionError) -> PartText {
    let range = message.stored.range
    let bytes = ByteBuffer(capacity: 1 << 12)
    let piece = try message.bytes.bytes(range, atMost: most)
    bytes.append(piece.span)
    return try message.text(bytes, named: nil, isWhole: range.count <= most)
  }

  private mutating func addFields(of message: Message) {
    let from = message.people("from")?.text
    for (name, label) in Self.labels {
      guard let text = message.people(name)?.text, !text.isEmpty else { continue }
      // Who sent it is of interest where somebody else did.
      if label == "Sender" || label == "Reply to", text == from { continue }
      fields.append((label, text))
    }
    if let date = message.text(of: "date") { fields.append(("Date", date)) }
    if let subject = message.subject { fields.append(("Subject", subject)) }
  }

  private mutating func noteCut(_ message: Message) {
    message.isCut = true
    remarks.append("only the first \(PartText.most >> 20) MiB of the text are shown")
  }

  private mutating func add(_ part: PartText) {
    if let remark = part.remark { remarks.append("the text: \(remark)") }
    for armour in part.bytes.withSpan({ InlineArmour.found(in: $0) }) {
      remarks.append("the text: \(armour.remark)")
    }
    text += part.text
    if !text.isEmpty, !text.utf8.elementsEqual("\n".utf8), text.utf8.last != 0x0A { text += "\n" }
  }

  private mutating func add(
    page part: PartText, within limits: Limits
  ) throws(ConversionError) {
    if let remark = part.remark { remarks.append("the page: \(remark)") }
    let page = try part.bytes.withSpan { html throws(ConversionError) in
      try HTMLText(html, within: limits)
    }
    text += page.text
    remotePictures += page.remoteImages
  }

  private mutating func addFiles(of message: Message) throws(ConversionError) {
    for file in try MessageSummary(of: message).files {
      var words = "\(file.mediaType), \(Amounts.bytes(file.byteCount))"
      switch file.role {
      case .attachment, .message: break
      case .inline: words += ", of the page"
      case .signature: words += ", a signature (not checked)"
      case .encrypted: words += ", encrypted"
      }
      files.append((file.name ?? "(\(file.part))", words))
    }
  }

  private mutating func addOutline(_ structure: MessageStructure) {
    for part in structure.parts {
      if let fault = part.fault { remarks.append("part \(structure.number(of: part)): \(fault)") }
    }
    guard structure.parts.count > 1 else { return }
    for part in structure.parts {
      var words = part.type.type
      if let name = part.fileName { words += "  \(name)" }
      outline.append((part.depth, "\(structure.number(of: part))  \(words)"))
    }
  }
}

extension ReadableMessage {
  /// All of it in lines, some with a label, for a window in which it is wrapped.
  var lines: [(label: String, text: String)] {
    var lines = labelled(fields)
    lines += remarks.map { ("", "[\($0)]") }
    lines.append(("", ""))
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
      ("", MessageLines.plain(String($0)))
    }
    for (heading, rows) in [("Invitation", invitation), ("Files", files)]
    where !rows.isEmpty {
      lines += [("", ""), ("", heading)] + labelled(rows)
    }
    if !remotePictures.isEmpty {
      lines += [("", ""), ("", "Pictures elsewhere, not fetched")]
      lines += remotePictures.map { ("", $0) }
    }
    return lines
  }

  private func labelled(
    _ rows: [(label: String, text: String)]
  ) -> [(label: String, text: String)] {
    let width = rows.map { TextWidth.columns(of: $0.label) }.max() ?? 0
    return rows.map { row in
      let gap = width + 2 - TextWidth.columns(of: row.label)
      return (row.label + String(repeating: " ", count: gap), row.text)
    }
  }
}
