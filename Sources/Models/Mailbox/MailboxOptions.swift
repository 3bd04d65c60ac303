public import ConverterCore

/// The options of mail.
public enum MailboxOptions: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(MessageSelection.self)
  }
}
