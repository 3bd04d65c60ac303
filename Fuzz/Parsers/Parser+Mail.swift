import ConverterCore
import HTMLText
import MIME
import MailPlugin
import MailboxModel

extension Parser {
  /// Pages of mail, as text and made harmless.
  static let mailPage = Parser(name: "mail-page") { bytes in
    let limits = Limits.quick(seconds: 5) { _ in }
    _ = try? HTMLText(bytes.span, within: limits)
    guard let page = try? SafeHTML(bytes.span, within: limits, picture: { _ in nil }) else {
      return
    }
    // What is harmless stays as it is.
    let markup = Array(page.html.utf8)
    let again = try? SafeHTML(markup.span, within: limits, picture: { _ in nil })
    precondition(again != nil, "a harmless page is refused")
  }

  /// Invitations.
  static let calendar = Parser(name: "calendar") { bytes in
    for line in CalendarText(bytes.span)?.lines ?? [] {
      precondition(!line.text.contains("\n"), "a line of several")
    }
  }

  /// Every message, its parts, texts and files, and that no byte of a mailbox is lost.
  static func mail(_ name: String, _ type: ContentType.ID) -> Parser {
    Parser(name: name) { bytes in
      let limits = Limits.quick(seconds: 5) { _ in }
      var registry = Registry()
      try? MailPlugin.register(in: &registry)
      let context = ConversionContext(registry: registry, limits: limits)
      guard let reader = registry.reader(for: type) as? any Reader<Mailbox>,
        let mailbox = try? reader.read(
          InputFile(bytes: bytes), type: type, in: ReadingContext(context)),
        let messages = try? MessagePass(mailbox, in: context)
      else { return }
      var sum = 0
      while let message = try? messages.next() {
        sum += message.stored.extent.count
        examine(message)
      }
      if type == "public.mbox", (try? context.checkpoint()) != nil {
        let expected = bytes.drop { $0 == 0x0A || $0 == 0x0D }.count
        precondition(sum == expected, "bytes of a mailbox are in no message")
      }
    }
  }

  private static func examine(_ message: Message) {
    guard let summary = try? MessageSummary(of: message) else { return }
    _ = try? message.readableLines(width: 80)
    let json = ByteBuffer()
    _ = try? message.append(jsonTo: json)
    if json.count > 0 {
      let text = Array(json.bytes)
      precondition((try? JSONValue(parsing: text)) != nil, "what is said of a message is no JSON")
    }
    guard let files = try? message.attachments else { return }
    precondition(files.count == summary.files.count, "a list lacks files")
    for (file, said) in Swift.zip(files, summary.files) {
      let content = message.content(of: file)
      var count = 0
      while let piece = try? content.next() { count += piece.count }
      precondition(count == said.byteCount, "a file has another size than is said")
    }
    _ = try? MessagePage(message)
  }
}
