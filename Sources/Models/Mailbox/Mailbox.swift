public import ConverterCore

/// Messages: of an mbox file, of a Maildir folder, or a single one.
///
/// They come one after the other, and what is in them is decoded when it is asked for, so that memory does not
/// grow with the mailbox.
public struct Mailbox: Model, PartlyPlannedModel, Sendable {
  /// What a format of mail can hold: every writer takes every mailbox.
  public struct Capabilities: Sendable {
    public init() {}
  }

  public static let name = "Mailbox"
  public static let unreadInPlans = "messages"

  /// The format in a few words: "mbox", "mail message", "Maildir".
  public let format: String
  public let content: any MailboxContent
  /// Whether it is one message by its format, which is shown as such and not in a list.
  public let isSingle: Bool
  /// Which of its messages are meant.
  public let selection: MessageSelection

  public init(
    format: String, content: any MailboxContent, isSingle: Bool = false,
    selection: MessageSelection = MessageSelection()
  ) {
    self.format = format
    self.content = content
    self.isSingle = isSingle
    self.selection = selection
  }

  public var magnitude: Magnitude {
    content.messageCount.map { Magnitude($0, "messages") }
      ?? Magnitude(content.byteCount, "bytes")
  }
}
