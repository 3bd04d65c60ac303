public import ConverterCore

/// Mailboxes for people and scripts, and what chooses their messages.
public enum MailboxViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(MessageSelection.self)
    try registry.add(MailboxViewer())
  }
}
