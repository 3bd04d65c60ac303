import ArchiveModel
import ConverterCore
import MailboxModel

/// Names of files that are made of messages.
extension FileName {
  /// `000012 Minutes of the meeting`.
  static func of(_ message: Message) -> String {
    let number = number(message.stored.number)
    let subject = message.subject.flatMap { cleaned(component: $0, atMost: 80) }
    return subject.map { "\(number) \($0)" } ?? number
  }

  /// `000012`, so that names sort as messages do.
  static func number(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}
