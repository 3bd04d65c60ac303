public import ConverterCore
internal import MIME
public import MailboxModel
internal import TableModel
import TableViewer

/// Shows a mailbox as a list, and one message as it is read; in a session, any of its messages.
public struct MailboxViewer: SessionViewer {
  public let key = "mailbox"

  public init() {}

  /// Counts the messages where the mailbox does not say how many there are.
  public func facts(
    of mailbox: Mailbox, in context: ConversionContext
  ) throws(ConversionError) -> [Fact] {
    var facts = [Fact("format", "Format", mailbox.format, json: .string(mailbox.format))]
    guard !mailbox.isSingle else {
      guard let message = try MessagePass(mailbox, in: context).next() else { return facts }
      return facts + Self.facts(of: try MessageSummary(of: message))
    }
    let count: Int
    if let known = mailbox.content.messageCount, mailbox.selection.isEverything {
      count = known
    } else {
      count = try mailbox.table.content.countRows(in: context)
    }
    facts.append(Fact("messages", "Messages", count.grouped, json: .integer(count)))
    return facts
  }

  private static func facts(of summary: MessageSummary) -> [Fact] {
    var facts = [Fact("messages", nil, "", json: .integer(1))]
    for (key, label, text) in [
      ("date", "Date", summary.date?.iso8601), ("from", "From", summary.from),
      ("to", "To", summary.to), ("subject", "Subject", summary.subject),
    ] {
      if let text { facts.append(Fact(key, label, text.printable, json: .string(text))) }
    }
    let names = summary.attachedFiles.map { $0.name ?? $0.mediaType }
    if !names.isEmpty {
      facts.append(
        Fact(
          "attachments", "Attached", names.map(\.printable).joined(separator: ", "),
          json: .array(names.map { .string($0) })))
    }
    return facts
  }

  public func show(
    _ mailbox: Mailbox, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    if mailbox.isSingle || mailbox.selection.message != nil {
      try showOne(mailbox, on: page, in: context)
    } else if !page.isJSON {
      _ = try TableViewer().show(mailbox.listed, on: page, in: context)
    } else if page.selection.isEverythingUpToLimit {
      try listAsJSON(mailbox, on: page, in: context)
    } else {
      _ = try TableViewer().show(mailbox.table, on: page, in: context)
    }
    return true
  }

  public func session(
    of mailbox: Mailbox, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession {
    MailboxSession(mailbox, in: context)
  }

  private func showOne(
    _ mailbox: Mailbox, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) {
    guard let message = try MessagePass(mailbox, in: context).next() else {
      throw mailbox.noMessage
    }
    let text: ByteBuffer
    if page.isJSON {
      text = ByteBuffer(capacity: 1 << 14)
      try message.append(jsonTo: text)
    } else {
      text = try message.readableLines(width: page.width, usesColour: page.usesColour)
    }
    _ = try page.write(text.array)
  }

  private func listAsJSON(
    _ mailbox: Mailbox, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) {
    let waiting = ByteBuffer(capacity: 1 << 17)
    // The first lines are there at once.
    var most = 0
    var isRead = true
    func flush() throws(ConversionError) {
      isRead = try page.write(waiting.array)
      waiting.removeAll()
      most = 1 << 16
    }
    try mailbox.forEachFound(in: context) { found throws(ConversionError) in
      let line = ByteBuffer(capacity: 1 << 9)
      line.append("{")
      SummaryAsJSON.append(members: try found.summary, to: line)
      line.append("}\n")
      return line
    } finish: { line, _, _ throws(ConversionError) in
      waiting.append(line.span)
      if waiting.count > most { try flush() }
      return isRead
    }
    if isRead { try flush() }
  }
}
