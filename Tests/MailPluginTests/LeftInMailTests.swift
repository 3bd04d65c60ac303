import ConverterCore
import Testing

@testable import MailPlugin

/// What the ledger says of mail that becomes something to read.
@Suite struct LeftInMailTests {
  private static let plain = "From a@b Thu Jan  1 00:00:00 2004\nSubject: plain\n\nhello\n\n"

  private static func mixed(_ parts: String...) -> String {
    "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n"
      + parts.map { "--b\n\($0)\n" }.joined() + "--b--\n\n"
  }

  private static let file = "Content-Disposition: attachment; filename=a.txt\n\nabc"
  private static let signature = "Content-Type: application/pgp-signature\n\nxyz"

  @Test(
    arguments: ["public.ndjson", "public.json", .plainText, "public.html"] as [ContentType.ID],
    [
      (plain + plain, []),
      (plain + mixed(file), ["attachments: 1 file is named; extract saves it"]),
      (mixed(file, file) + mixed(file), ["attachments: 3 files are named; extract saves them"]),
      (mixed(signature), ["signatures and inline pictures: 1 of them"]),
    ])
  func isWhatThereIs(type: ContentType.ID, mail: (text: String, ledger: [String])) throws {
    let convert = try Converting()
    try convert.write(mail.text, to: "in.mbox")
    let outcome = try convert.outcome("in.mbox", to: type, "out")
    #expect(outcome.ledger.map { "\($0.what): \($0.why ?? "")" } == mail.ledger)
  }
}
