import ConverterCore
import MIME
import MailboxModel
import TableViewer

/// A mailbox that stays open: a table with a row a message, and any message, its page and the files in it.
final class MailboxSession: ViewSession {
  private let mailbox: Mailbox
  private let list: TableSession
  private let context: ConversionContext

  /// The most bytes of each text of a message.
  private static let mostText = 1 << 20
  /// The most letters of the pictures in a page: with the text it is less than an answer may be.
  private static let mostPictures = 10 << 20
  /// The message whose files are asked for.
  private var open: (number: Int, files: MessageFiles)?

  init(_ mailbox: Mailbox, in context: ConversionContext) {
    (self.mailbox, self.context) = (mailbox, context)
    list = TableSession(mailbox.table, in: context)
  }

  var summary: [JSONValue.Member] {
    [.init("format", .string(mailbox.format))] + list.summary
  }

  func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    switch question.word {
    case "message":
      try question.check(takes: "number")
      return try message(question)
    case "page":
      try question.check(takes: "number")
      return try page(question)
    case "file":
      try question.check(takes: "number", "file", "from", "count")
      return try file(question)
    case "rows", "cell", "position", "find", "column": return try list.answer(question)
    default:
      throw question.unknown(
        "message", "page", "file", "rows", "cell", "position", "find", "column")
    }
  }

  /// `{"ask":"message","number":12}`: the message as `fairy open --json` has it, of long texts the beginning.
  private func message(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let message = try message(try question.count("number"))
    let text = ByteBuffer(capacity: 1 << 14)
    try message.append(jsonTo: text, textsAtMost: Self.mostText)
    let json = try JSONValue(parsing: text.array, nesting: 512)
    return [.init("message", json)]
  }

  private func message(_ number: Int) throws(ConversionError) -> Message {
    guard
      let message = try mailbox.message(
        number, from: try list.mark(ofRow: number), in: context)
    else { throw ConversionError(.inputNotFound, "there is no message \(number)") }
    return message
  }

  /// `{"ask":"page","number":12}`: its texts as a fragment of HTML that does nothing but show itself, and what is in it.
  private func page(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let message = try message(try question.count("number"))
    let pages = message.isRaw ? [] : try message.structure.bodies.pages
    let files = JSONValue.Member("files", .array(try MessageFiles(message).list))
    guard pages.contains(where: { $0.type.type == "text/html" }) else {
      return [.init("html", .null), files]
    }
    let page = try MessagePage(
      textsOf: message, mostText: Self.mostText, mostPictures: Self.mostPictures)
    return [
      .init("html", .string(String(decoding: page.bytes.array, as: UTF8.self))),
      .init("remotePictures", .integer(page.remotePictures)), files,
    ]
  }

  /// `{"ask":"file","number":12,"file":0,"from":0}`: the content of a file in a message.
  private func file(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let number = try question.count("number")
    let files =
      if let open, open.number == number { open.files } else {
        try MessageFiles(try message(number))
      }
    open = (number, files)
    return try files.content(
      of: try question.count("file"), from: try question.count("from", or: 0),
      count: try question.count("count", or: MessageFiles.most, atMost: MessageFiles.most))
  }
}
