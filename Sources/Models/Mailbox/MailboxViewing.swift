public import ConverterCore

/// Mailboxes for people and scripts.
public enum MailboxViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(MailboxViewer())
  }
}
