import ArgumentParser
import ConverterCore
import Runner

/// Results for a program: one line each, nothing else on standard output.
final class WorkerReport: RunObserver {
  private let interruption: Interruption
  private var done = 0

  /// - Parameter interruption: raised when nobody reads the results any more.
  init(_ interruption: Interruption) {
    self.interruption = interruption
  }

  func started(_: Int, _: Request) {}

  func progressed(_: Int, _ job: Job, _ fraction: Double) {
    guard job.reportsProgress else { return }
    answer(job.id, .init("progress", .number((fraction * 1000).rounded() / 1000)))
  }

  func cancelled(_ id: JSONValue, count: Int) { answer(id, .init("cancelled", .integer(count))) }

  func viewed(_ answer: JSONValue) { print(answer) }

  func finished(_: Int, _ job: Job, _ outcome: Outcome) {
    done += 1
    print(outcome.json(id: job.id))
  }

  private func answer(_ id: JSONValue?, _ member: JSONValue.Member) {
    print(.object(id.map { [.init("id", $0), member] } ?? [member]))
  }

  private func print(_ line: JSONValue) {
    Console.standard.print(line.description)
    if Console.standard.isOutputGone { interruption.raise() }
  }

  func noted(_ text: String) { Console.standard.note("fairy: \(text)") }

  /// Says how many requests were answered, unless not all of them were.
  func close() throws {
    if Console.standard.isOutputGone { throw ExitCode(ConversionError.Code.writeFailed.status) }
    if interruption.isRaised { throw ExitCode(ConversionError.Code.interrupted.status) }
    Console.standard.print(JSONValue.object([.init("done", .integer(done))]).description)
    try Console.standard.check()
  }
}
