import ArgumentParser
import ConverterCore
import Runner

/// Results for a program: one line each, nothing else on standard output.
final class WorkerReport: RunObserver {
  private var done = 0

  func started(_: Int, _: Request) {}
  func progressed(_: Int, _: Double) {}

  func finished(_: Int, _ job: Job, _ outcome: Outcome) {
    done += 1
    Console.standard.print(outcome.json(id: job.id).description)
  }

  func noted(_ text: String) { Console.standard.note("fairy: \(text)") }

  /// Says how many requests were answered, unless not all of them were.
  func close(interrupted: Bool) throws {
    if interrupted { throw ExitCode(ConversionError.Code.interrupted.status) }
    Console.standard.print(JSONValue.object([.init("done", .integer(done))]).description)
    try Console.standard.check()
  }
}
