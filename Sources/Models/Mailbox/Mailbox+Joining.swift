public import ConverterCore

extension Mailbox: JoinableModel {
  public static let pluralToJoin: String? = "mailboxes"

  /// All messages of several mailboxes, one mailbox after the other.
  public func joined(
    with others: [Mailbox], in context: ConversionContext
  ) throws(ConversionError) -> Mailbox {
    Mailbox(
      format: others.isEmpty ? format : "mailboxes",
      content: JoinedContent(contents: [content] + others.map(\.content)), selection: selection)
  }
}

/// The messages of several contents, numbered on from one to the next.
private struct JoinedContent: MailboxContent {
  let contents: [any MailboxContent]

  var byteCount: Int { contents.reduce(0) { $0 + min($1.byteCount, .max - $0) } }
  var messageCount: Int? {
    var sum = 0
    for content in contents {
      guard let count = content.messageCount else { return nil }
      sum += count
    }
    return sum
  }
  /// A mark says nothing of which content it is in.
  var isSeekable: Bool { false }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any MessageSource {
    JoinedMessages(contents, context)
  }
}

private final class JoinedMessages: MessageSource {
  private var contents: ArraySlice<any MailboxContent>
  private let context: ConversionContext
  private var current: (any MessageSource)?
  /// How many messages came before those of the current content, and up to now.
  private var before = 0
  private var met = 0
  /// Bytes of the contents before the current one, and with it.
  private var start = 0
  private var end = 0

  init(_ contents: [any MailboxContent], _ context: ConversionContext) {
    self.contents = contents[...]
    self.context = context
  }

  func claim(_ batch: MessageBatch) throws(ConversionError) -> Bool {
    while true {
      if let current {
        if try current.claim(batch) {
          for index in batch.messages.indices { batch.messages[index].number += before }
          met += batch.messages.count
          batch.mark = batch.mark.map {
            MessageMark(
              number: $0.number + before, position: start + min($0.position, .max - start))
          }
          return true
        }
        self.current = nil
        before = met
      }
      guard let next = contents.popFirst() else {
        batch.removeAll()
        return false
      }
      start = end
      end += min(next.byteCount, .max - end)
      current = try next.messages(from: nil, in: context)
    }
  }
}
