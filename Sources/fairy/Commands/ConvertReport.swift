import ArgumentParser
import ConverterCore
import Runner
import Synchronization

/// Says how each file of a run ended, and how the run did.
final class ConvertReport: Sendable {
  private struct Tally {
    var done = 0
    var skipped = 0
    var finished = 0
    var failures: [ConversionError] = []
  }

  private let total: Int
  private let isJSON: Bool
  private let style: Style
  private let line: ProgressLine
  private let tally = Mutex(Tally())

  /// - Parameter unlisted: folders whose files are missing from the run; each is a failure.
  init(total: Int, flags: OutputFlags, unlisted: [ConversionError]) {
    self.total = total
    isJSON = flags.json
    style = flags.style
    line = ProgressLine(total: total)
    for error in unlisted { Console.standard.report(error) }
    tally.withLock { $0.failures = unlisted }
  }

  var progress: @Sendable (Int, Double) -> Void {
    { [line] index, fraction in line.update(index, fraction) }
  }

  var finished: @Sendable (Int, Outcome) -> Void {
    { [self] index, outcome in
      line.finish(index) { show(outcome) }
      tally.withLock { tally in
        tally.finished += 1
        switch outcome.status {
        case .done: tally.done += 1
        case .skipped: tally.skipped += 1
        case .failed(let error): tally.failures.append(error)
        }
      }
    }
  }

  /// Prints the summary of several files and ends with the status of the run.
  func close(cancelled: Bool) throws {
    line.close()
    try Console.standard.check()
    let tally = tally.withLock { $0 }
    if total != 1, !isJSON {
      var parts = ["\(tally.done) done"]
      if tally.skipped > 0 { parts.append("\(tally.skipped) skipped") }
      if !tally.failures.isEmpty { parts.append("\(tally.failures.count) failed") }
      let left = total - tally.finished
      if left > 0 { parts.append("\(left) not begun") }
      Console.standard.note(parts.joined(separator: ", "))
    }
    if cancelled { throw ExitCode(ConversionError.Code.interrupted.status) }
    let status = ExitCode(failures: tally.failures)
    if status != .success { throw status }
  }

  private func show(_ outcome: Outcome) {
    guard !isJSON else { return Console.standard.print(outcome.json.description) }
    for warning in outcome.warnings {
      Console.standard.note("fairy: \(outcome.input.display): warning: \(warning.printable)")
    }
    if let line = outcome.line(style) { Console.standard.print(line) }
    if let error = outcome.error { Console.standard.report(error) }
  }
}
