import ConverterCore
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Texts of which only the beginning is written.
@Suite struct LongTextTests {
  @Test(
    arguments: [
      ("public.ndjson", "plain"), ("public.ndjson", "html"), (.plainText, "plain"),
      ("public.html", "plain"),
    ] as [(ContentType.ID, String)]) func whatIsLeftOutIsTold(type: ContentType.ID, kind: String)
    throws
  {
    let convert = try Converting()
    let long = String(repeating: "0123456789abcde\n", count: 1 << 20)
    let head = "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/\(kind)\n\n"
    try convert.write(head + long + "beyond\n\n" + head + "short\n\n", to: "in.mbox")
    let outcome = try convert.outcome("in.mbox", to: type, "out")
    #expect(
      outcome.ledger.filter { $0.what == "long texts" }.map(\.why)
        == ["of 1 message no more than the first 16 MiB of its texts are written"])
    let text = try convert.text("out")
    #expect(!text.contains("beyond"))
    if type == "public.ndjson" {
      #expect(
        text.split(separator: "\n").map { $0.contains(",\"textIsCut\":true,") } == [true, false])
    }
  }
}
