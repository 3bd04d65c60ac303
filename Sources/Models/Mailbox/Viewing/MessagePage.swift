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

  /// Pictures of a page up to this size are put into it.
  private static let mostPicture = 16 << 20
  /// Together they are no more than this, and each stands in it no more often.
  private static let mostPictures = 64 << 20
  private static let mostUses = 4

  public init(_ message: Message) throws(ConversionError) {
    let readable = try ReadableMessage(message)
    title = message.subject ?? "mail"
    bytes.append("<article>\n<table class=\"header\">\n")
    for (label, text) in readable.fields { addRow(label, text) }
    bytes.append("</table>\n")
    for remark in readable.remarks { add("p class=\"remark\"", "p", remark) }
    let bodies = message.isRaw ? Bodies() : try message.structure.bodies
    if bodies.pages.contains(where: { $0.type.type == "text/html" }) {
      for part in bodies.pages {
        guard part.type.type == "text/html" else {
          let text = try message.readText(of: part)
          if !text.isWhole { message.isCut = true }
          add("pre", "pre", text.text)
          continue
        }
        bytes.append("<div class=\"page\">\n")
        try add(page: part, of: message, bodies)
        bytes.append("\n</div>\n")
      }
    } else if !readable.text.isEmpty {
      add("pre", "pre", readable.text)
    }
    add(readable.invitation, under: "Invitation")
    add(readable.files, under: "Files")
    bytes.append("</article>\n")
  }

  private mutating func add(
    page part: Part, of message: Message, _ bodies: Bodies
  ) throws(ConversionError) {
    var failure: ConversionError?
    // A picture may be named a million times.
    var uses: [String: Int] = [:]
    var room = Self.mostPictures
    let source = try message.text(of: part)
    if !source.isWhole { message.isCut = true }
    let page = try source.bytes.withBytes { html throws(ConversionError) in
      try SafeHTML(html) { id in
        do throws(ConversionError) {
          guard uses[id, default: 0] < Self.mostUses, room > 0 else { return nil }
          uses[id, default: 0] += 1
          let picture = try Self.picture(id, of: message, bodies)
          room -= picture?.utf8.count ?? 0
          return picture
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

  /// A picture of the message by its Content-ID, as an address that holds it.
  private static func picture(
    _ id: String, of message: Message, _ bodies: Bodies
  ) throws(ConversionError) -> String? {
    let found = bodies.attached.first { $0.part.contentID == id }
    guard let part = found?.part, part.type.type.hasPrefix("image/"),
      part.type.type != "image/svg+xml"
    else { return nil }
    let (content, isWhole) = try message.content(of: part, atMost: mostPicture)
    guard isWhole else { return nil }
    let letters = content.withBytes { Base64.encode($0) }
    return "data:\(part.type.type);base64,\(String(decoding: letters, as: UTF8.self))"
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
