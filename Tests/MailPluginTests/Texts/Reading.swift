import ConverterCore
import TestSupport

@testable import MailPlugin
@testable import MailboxModel

/// What people and scripts see of a message.
enum Reading {
  /// As `open` shows it.
  static func lines(_ mail: [UInt8]) throws -> String {
    let lines = try OpenedMail(mail).held().readableLines()
    return lines.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  static func lines(_ mail: String) throws -> String { try lines(Array(mail.utf8)) }

  static func json(_ mail: [UInt8]) throws -> String {
    let text = ByteBuffer(capacity: 64)
    try OpenedMail(mail).held().append(jsonTo: text)
    return text.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  static func page(_ mail: String) throws -> String {
    let page = try MessagePage(OpenedMail(Array(mail.utf8)).held())
    return page.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The words that an index has and `--text` looks into.
  static func searched(_ mail: String) throws -> String {
    let text = ByteBuffer(capacity: 64)
    try OpenedMail(Array(mail.utf8)).held().append(readableTextTo: text, atMost: 1000)
    return text.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
