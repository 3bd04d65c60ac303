import ConverterCore
import SystemPackage
import Testing

@testable import FairyCommandLine

/// What a worker says of its file, shown by code that does not trust it.
@Suite struct HostileOutcomeTests {
  private let text = "a\u{1B}]0;title\u{07}\u{202E}\nfairy: all is well"

  private func outcome(_ status: Outcome.Status) throws -> Outcome {
    var outcome = Outcome(status, input: .file("in.heic"))
    outcome.outputs = ["out.jpg"]
    outcome.route = [text, text]
    outcome.ledger = [LedgerEntry.Action.dropped, .changed, .added, .kept].flatMap { action in
      [text, "quality", "entry " + text, "pixels"].map {
        LedgerEntry($0, action, why: text)
      }
    }
    outcome.warnings = [text]
    outcome.unused = [UnusedOption("quality", why: text)]
    outcome.receipt = .object([
      .init(
        "images",
        .array(
          [JSONValue.string(text), .null].map { why in
            .object([
              .init("page", .integer(1)), .init("codec", .string(text)), .init("why", why),
              .init("became", why == .null ? .object([.init("codec", .string(text))]) : .null),
            ])
          }))
    ])
    outcome.forecast = Outcome.Forecast(
      transforms: [text], work: Magnitude(1, text), unread: text)
    return outcome
  }

  /// Neither moves the cursor nor begins a line of its own.
  private func isHarmless(_ shown: String) -> Bool {
    shown.split(separator: "\n").allSatisfy { !$0.hasPrefix("fairy: all") }
      && shown.unicodeScalars.allSatisfy {
        $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
      }
  }

  @Test func textForPeopleIsPrintable() throws {
    let style = Style(isEnabled: false)
    for status in [Outcome.Status.done, .planned, .skipped(text)] {
      let outcome = try outcome(status)
      #expect(isHarmless(try #require(outcome.line(style))))
      #expect(isHarmless(outcome.planText(style)))
      #expect(outcome.losses(style).allSatisfy(isHarmless))
      let table = try #require(outcome.receipt.flatMap { ReceiptTable($0) })
      #expect(table.lines(width: 80, style).allSatisfy(isHarmless))
    }
    let error = ConversionError(.damagedInput, text)
    #expect(isHarmless(Console.line(error, of: nil)))
  }
}
