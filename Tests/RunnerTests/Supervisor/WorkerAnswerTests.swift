import ConverterCore
import TestSupport
import Testing

@testable import Runner

/// Questions to a worker that converts nothing.
@Suite struct WorkerAnswerTests {
  /// A worker that says nothing is not waited for without end.
  @Test func silenceIsALimit() throws {
    let orders = try Orders()
    try orders.add("nothing special")
    var limits = Limits.standard
    limits.seconds = 1
    let request = try orders.request("0", limits: limits)
    let worker = try WorkerProcess(["/bin/sh", "-c", "exec /bin/sleep 60"], Confinement(.off))
    let error = #expect(throws: ConversionError.self) { try worker.answer(to: request, "list") }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message == "took longer than 1 s to list; raise the limits "
        + "with --limit seconds=NUMBER --limit stall=NUMBER")
  }
}
