import ArgumentParser
import ConverterCore
import Runner

/// The plans of all inputs, one after the other; one that cannot be planned is reported and the rest go
/// on.
final class PlanReport: RunObserver {
  private let output: OutputFlags
  private var failures: [ConversionError.Code: Int] = [:]
  private var isFirst = true

  init(_ output: OutputFlags) {
    self.output = output
  }

  func started(_: Int, _: Request) {}
  func progressed(_: Int, _: Job, _: Double) {}

  func finished(_: Int, _ job: Job, _ outcome: Outcome) {
    if let error = outcome.error {
      failures[error.code, default: 0] += 1
      report(error, of: job)
    } else {
      if !output.json, !isFirst { Console.standard.print("") }
      Console.standard.print(
        output.json
          ? outcome.planJSON.description
          : outcome.planText(
            output.style, width: Console.isTerminal ? Console.outputWidth : nil))
    }
    isFirst = false
  }

  func noted(_ text: String) { Console.standard.note("fairy: \(text)") }

  /// Ends with the status of the whole.
  ///
  /// - Parameter interruption: what may have ended it early.
  func close(after interruption: Interruption) throws {
    try Console.standard.check()
    guard !interruption.isRaised else {
      throw ExitCode(ConversionError.Code.interrupted.status)
    }
    let status = ExitCode(failures: failures.keys)
    if status != .success { throw status }
  }

  private func report(_ error: ConversionError, of job: Job) {
    guard output.json else {
      guard case .success(let request) = job.request,
        error.file == nil || error.file == request.input.path
      else { return Console.standard.report(error) }
      return Console.standard.report(error, of: request.input.display)
    }
    Console.standard.print(job.refusal(error).json(id: job.id).description)
  }
}
