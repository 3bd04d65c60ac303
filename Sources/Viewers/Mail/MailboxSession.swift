import ConverterCore
import MailboxModel
import TableViewer

/// A mailbox that stays open: a table with a row a message, and any message.
final class MailboxSession: ViewSession {
  private let mailbox: Mailbox
  private let list: TableSession
  private let context: ConversionContext

  /// The most bytes of each text of a message.
  private static let mostText = 1 << 20

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
    case "rows", "cell", "position", "find", "column": return try list.answer(question)
    default: throw question.unknown("message", "rows", "cell", "position", "find", "column")
    }
  }

  /// `{"ask":"message","number":12}`: the message as `fairy open --json` has it, of long texts the beginning.
  private func message(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let number = try question.count("number")
    guard
      let message = try mailbox.message(
        number, from: try list.mark(ofRow: number), in: context)
    else { throw ConversionError(.inputNotFound, "there is no message \(number)") }
    let text = ByteBuffer(capacity: 1 << 14)
    try message.append(jsonTo: text, textsAtMost: Self.mostText)
    let json = try JSONValue(parsing: text.array, nesting: 512)
    return [.init("message", json)]
  }
}
