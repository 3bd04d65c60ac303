import ConverterCore
import SystemPackage
import Testing

@testable import FairyCommandLine

/// Numbers that a worker sends may be as large as numbers get: no sum of them ends the run.
@Suite struct LargestNumbersTests {
  private var outcome: Outcome {
    var outcome = Outcome(.done, input: .file("a.zip"))
    outcome.bytesIn = .max
    outcome.bytesOut = .max
    return outcome
  }

  @Test func talliesDoNotOverflow() {
    var tally = Tally()
    for _ in 0..<2 { tally.add(outcome) }
    #expect(tally.bytesIn == .max)
    #expect(tally.bytesOut == .max)
    #expect(tally.text(total: 2).hasPrefix("2 done · 9.2 EB → 9.2 EB"))
  }

  @Test func progressDoesNotOverflow() {
    var meter = ProgressMeter(files: 3, bytes: 3)
    for index in 0..<2 { meter.finish(index, outcome) }
    #expect(meter.finishedBytes == .max)
    #expect(meter.rate == .max)
    #expect(meter.fraction == 1)
    #expect(meter.parts.first == "2/3 files")
  }

  @Test func receiptsWithHugeNumbersAreShown() throws {
    let text = #"{"images":[{"page":1,"width":1,"height":1,"dpi":1e300,"codec":"JPEG","bytes":1}]}"#
    let table = try #require(ReceiptTable(try JSONValue(parsing: Array(text.utf8))))
    #expect(
      table.lines(width: 200, Style(isEnabled: false)).first?.contains("9223372036854775807 dpi")
        == true)
  }
}
