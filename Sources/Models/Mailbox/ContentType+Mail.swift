public import ConverterCore

extension ContentType.ID {
  /// A folder of messages, a file each.
  public static let maildir: Self = "org.maildir"
  /// Where the messages of an mbox file are and what they say of themselves, as fairy writes it down.
  public static let mailIndex: Self = "org.fairy.mail-index"
  /// A file of one message.
  public static let email: Self = "com.apple.mail.email"
}
