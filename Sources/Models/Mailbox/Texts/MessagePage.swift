public import ConverterCore
internal import HTMLText
internal import MIME
internal import Markup

/// A message as a part of a page.
public struct MessagePage {
  public let title: String
  public let bytes = ByteBuffer(capacity: 1 << 12)
  /// Pictures that it would have from elsewhere.
  public private(set) var remotePictures = 0

  public init(_ message: Message) throws(ConversionError) {
    try self.init(message, mostText: PartText.most)
  }

  /// The texts of a message alone, to be put into a page that shows its header and its files itself.
  ///
  /// - Parameters:
  ///   - message: without a text of HTML, too.
  ///   - mostText: bytes of all texts together.
  ///   - mostPictures: letters of all pictures together; for those beyond their words are shown.
  public init(
    textsOf message: Message, mostText: Int, mostPictures: Int
  ) throws(ConversionError) {
    title = message.subject ?? "mail"
    let bodies = message.isRaw ? Bodies() : try message.structure.bodies
    let pictures = PagePictures(of: message, bodies, atMost: mostPictures)
    try addTexts(of: message, bodies, mostText, pictures)
  }

  /// - Parameter mostText: bytes of all texts together.
  init(_ message: Message, mostText: Int) throws(ConversionError) {
    let readable = try ReadableMessage(message, mostText: mostText)
    title = message.subject ?? "mail"
    bytes.append("<article>\n<table class=\"header\">\n")
    for (label, text) in readable.fields { addRow(label, text) }
    bytes.append("</table>\n")
    for remark in readable.remarks { add("p class=\"remark\"", "p", remark) }
    let bodies = message.isRaw ? Bodies() : try message.structure.bodies
    if bodies.pages.contains(where: { $0.type.type == "text/html" }) {
      try addTexts(of: message, bodies, mostText, PagePictures(of: message, bodies))
    } else if !readable.text.isEmpty {
      add("pre", "pre", readable.text)
    }
    add(readable.invitation, under: "Invitation")
    add(readable.files, under: "Files")
    bytes.append("</article>\n")
  }

  private mutating func addTexts(
    of message: Message, _ bodies: Bodies, _ most: Int, _ pictures: PagePictures
  ) throws(ConversionError) {
    var pictures = pictures
    var room = most
    for part in bodies.pages {
      guard room > 0 else {
        message.isCut = true
        return
      }
      let isPage = part.type.type == "text/html"
      let text =
        try isPage
        ? message.text(of: part, atMost: room) : message.readText(of: part, atMost: room)
      if !text.isWhole { message.isCut = true }
      room -= text.bytes.count
      guard isPage else {
        add("pre", "pre", text.text)
        continue
      }
      bytes.append("<div class=\"page\">\n")
      try add(page: text, within: message.reader.context.limits, &pictures)
      bytes.append("\n</div>\n")
    }
  }

  private mutating func add(
    page text: PartText, within limits: Limits, _ pictures: inout PagePictures
  ) throws(ConversionError) {
    var failure: ConversionError?
    let page = try text.bytes.withSpan { html throws(ConversionError) in
      try SafeHTML(html, within: limits) { id in
        do throws(ConversionError) {
          return try pictures.address(of: id)
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { throw failure }
    remotePictures += page.remoteImages.count
    bytes.append(page.html.utf8)
  }

  private func add(_ opening: String, _ closing: String, _ text: String) {
    bytes.append("<\(opening)>\(MarkupText.escaped(text))</\(closing)>\n".utf8)
  }

  private func addRow(_ label: String, _ text: String) {
    bytes.append(
      "<tr><th>\(MarkupText.escaped(label))</th><td>\(MarkupText.escaped(text))</td></tr>\n".utf8)
  }

  private func add(_ rows: [(label: String, text: String)], under heading: String) {
    guard !rows.isEmpty else { return }
    add("h3", "h3", heading)
    bytes.append("<table class=\"list\">\n")
    for (label, text) in rows { addRow(label, text) }
    bytes.append("</table>\n")
  }

  /// What stands before the first message.
  public static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <meta name="referrer" content="no-referrer">
    <title>\(MarkupText.escaped(title))</title>
    <style>
    body { font-family: sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }
    article { break-after: page; border-bottom: 1px solid #999; padding: 1em 0; }
    article:last-of-type { break-after: auto; border-bottom: 0; }
    .header th, .list th { text-align: left; vertical-align: top; padding-right: 1em; color: #555; }
    .remark { color: #850; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    img { max-width: 100%; }
    </style>
    </head>
    <body>

    """
  }
}
