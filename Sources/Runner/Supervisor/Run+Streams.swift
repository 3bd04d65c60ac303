import ConverterCore
import SystemPackage

/// Results that go to standard output while they are made.
extension Run {
  /// Gives a worker a pipe to standard output.
  func grantStream(to worker: WorkerProcess) {
    guard let assignment = worker.assignment, assignment.relay == nil else {
      return worker.kill(.protocolViolation)
    }
    do throws(ConversionError) {
      let relay = try OutputRelay(within: assignment.request.limits)
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

  /// Ends the workers whose output nobody takes any more; they may be busy for long before they write again.
  func stopCutOffWorkers() {
    for worker in workers {
      guard let assignment = worker.assignment, let relay = assignment.relay, relay.hasFailed else {
        continue
      }
      worker.assignment = nil
      dismiss(worker)
      concludeStream(relay, of: assignment, assignment.outcome(.done))
    }
  }

  /// Ends a worker that may go on writing what is about to be passed on.
  func dismiss(_ worker: WorkerProcess) {
    _ = worker.reap()
    workers.removeAll { $0 === worker }
  }

  /// Passes on how a file ended whose stream has ended.
  ///
  /// - Parameter error: what went wrong with standard output.
  func finishStream(
    _ relay: OutputRelay, of file: Syncing, _ error: Errno?
  ) throws(ConversionError) {
    var outcome = file.outcome
    outcome.bytesOut = relay.byteCount
    if relay.exceedsLimit {
      outcome.status = .failed(.tooLargeOutput(file.assignment.request.limits).afterStreaming)
    } else if let error {
      outcome.status = .failed(.writingStandardOutput(error))
    } else if case .failed(let error) = outcome.status, relay.byteCount > 0 {
      outcome.status = .failed(error.afterStreaming)
    }
    try finish(file.assignment, outcome)
  }
}

extension Assignment {
  /// How a file ends that somebody stops.
  var interrupted: ConversionError {
    let isEmpty = (relay?.byteCount ?? 0) == 0
    let error = ConversionError(
      .interrupted, "stopped before it was finished" + (isEmpty ? "; nothing was written" : ""))
    return (isEmpty ? error : error.afterStreaming).about(request.input.path)
  }
}

extension ConversionError {
  /// A result that is larger than it may be.
  static func tooLargeOutput(_ limits: Limits) -> ConversionError {
    .exceeding(
      .init(.output, of: limits),
      "the result needs more than its limit of \(limits.output) bytes; "
        + "raise the limit with --limit output=\(limits.output.clampedProduct(2))")
  }

  /// The same, where a part of the result is out already.
  fileprivate var afterStreaming: ConversionError {
    var error = self
    error.message += "; what standard output got is only a part"
    return error
  }
}
