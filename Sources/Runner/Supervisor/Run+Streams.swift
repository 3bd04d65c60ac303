import ConverterCore
import SystemPackage

/// Results that go to standard output while they are made.
extension Run {
  /// Gives a worker a pipe to standard output.
  func grantStream(to worker: WorkerProcess) {
    guard worker.assignment?.relay == nil else { return worker.kill(.spokeNonsense) }
    do throws(ConversionError) {
      let relay = try OutputRelay()
      try relay.begin { worker.send(.granted, with: $0) }
      worker.assignment?.relay = relay
    } catch {
      worker.send(.refused(error))
    }
  }

  /// Waits for what is left in the pipe, and only then passes on how the file ended.
  func concludeStream(_ relay: OutputRelay, of assignment: Assignment, _ outcome: Outcome) {
    syncing[assignment.index] = Syncing(assignment: assignment, outcome: outcome, left: 1)
    syncer.add(assignment.index) { relay.finish() }
  }

  /// Passes on how a file ended whose stream has ended.
  ///
  /// - Parameter error: what went wrong with standard output.
  func finishStream(
    _ relay: OutputRelay, of file: Syncing, _ error: Errno?
  ) throws(ConversionError) {
    var outcome = file.outcome
    outcome.bytesOut = relay.byteCount
    if let error {
      outcome.status = .failed(.writingStandardOutput(error))
    } else if case .failed(let error) = outcome.status, relay.byteCount > 0 {
      outcome.status = .failed(error.afterStreaming)
    }
    try finish(file.assignment, outcome)
  }
}

extension ConversionError {
  /// The same, where a part of the result is out already.
  fileprivate var afterStreaming: ConversionError {
    var error = self
    error.message += "; what standard output got is only a part"
    return error
  }
}
