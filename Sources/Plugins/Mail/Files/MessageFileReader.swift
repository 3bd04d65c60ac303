import ConverterCore
import MailboxModel
import TableModel

/// Reads files of one message (RFC 5322): `.eml`, `.emlx` of Apple Mail, `.mht`.
struct MessageFileReader: Reader {
  let name = "EML"
  let takes: Set<ConversionOptions.Name> = [.rowLimit]
  let types: [ContentType.ID] = [.email, "com.apple.mail.emlx"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Mailbox {
    let input = try OldMacLines.mended(input, in: context.conversion)
    return Mailbox(
      format: "mail message",
      content: MessageFile(
        input: input,
        range: type == "com.apple.mail.emlx"
          ? try Self.messageOfAppleMail(input) : try Self.afterMark(input)..<input.byteCount),
      isSingle: true, selection: try context.conversion.messagesOfMail)
  }

  /// Where the message begins: behind a byte order mark.
  private static func afterMark(_ input: InputFile) throws(ConversionError) -> Int {
    try input.read(at: 0, count: 3) == [0xEF, 0xBB, 0xBF] ? 3 : 0
  }

  /// The message between a line with its length and a property list.
  private static func messageOfAppleMail(
    _ input: InputFile
  ) throws(ConversionError) -> Range<Int> {
    let head = try input.read(at: 0, count: 32)
    guard let end = head.firstIndex(of: 0x0A),
      let count = Int(
        String(decoding: head[..<end].filter { $0 != 0x20 && $0 != 0x0D }, as: UTF8.self)),
      count >= 0
    else { return 0..<input.byteCount }
    let start = end + 1
    return start..<min(input.byteCount, start + min(count, input.byteCount))
  }
}

/// A file that is one message.
struct MessageFile: MailboxContent {
  let input: InputFile
  let range: Range<Int>

  var byteCount: Int { range.count }
  var messageCount: Int? { 1 }
  var isSeekable: Bool { false }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any MessageSource {
    MessageFiles(holding: true) { number in
      guard number == 1 else { return nil }
      return MessageFiles.Found(file: input, range: range, time: input.times?.modifiedSecond)
    }
  }
}
