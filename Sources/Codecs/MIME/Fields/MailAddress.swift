/// Somebody who sends or receives mail.
public struct MailAddress: Equatable, Sendable {
  /// As people call it: the display name, or a comment behind the address.
  public let name: String?
  /// `jdoe@example.com`, or the name of a mailbox without a domain; empty where there is none.
  public let address: String

  public init(name: String?, address: String) {
    (self.name, self.address) = (name, address)
  }
}
