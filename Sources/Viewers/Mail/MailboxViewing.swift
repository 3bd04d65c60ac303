public import ConverterCore

/// The viewer of mailboxes.
public enum MailboxViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(MailboxViewer())
  }
}
