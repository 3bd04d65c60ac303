import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What workers may write, how much of it, and until when.
extension Run {
  /// Sees that nobody can write the outputs of a file any more, and that they are no larger than they may be, before
  /// they get their names.
  ///
  /// A worker closes an output before it says that it has finished; one that kept it could change a result that is
  /// published. Where the system cannot say, the worker is ended, so that nobody is left who could.
  ///
  /// - Returns: whether the outputs may be published; if not, the worker is killed, and its file is tried again or
  ///   failed with its end.
  func endAccess(of worker: WorkerProcess, to assignment: Assignment) -> Bool {
    // It serves this file alone, and a folder that it fills moves to its place with everything in it.
    var mustEnd = assignment.access != nil
    for output in assignment.outputs {
      switch terms.writers(output) {
      case .none: continue
      case .unknown: mustEnd = true
      case .some:
        worker.kill(.keptOutput)
        return false
      }
    }
    if mustEnd { dismiss(worker) }
    guard !assignment.exceedsLimits else {
      worker.kill(.wroteTooMuch)
      return false
    }
    assignment.restorePermissions()
    return true
  }

  /// Counts what a worker may keep of a file whose outputs are not published.
  func account(for assignment: Assignment, of worker: WorkerProcess) {
    for output in assignment.outputs where !worker.account.add(output) {
      return dismiss(worker)
    }
  }

  /// Measures what workers have written that have been at work for a while, and ends those that wrote too much. Small
  /// files are done before.
  func measureDisk() {
    for worker in workers where worker.killReason == nil {
      guard let due = worker.measurementDue, due <= .now else { continue }
      worker.lastMeasured = .now
      worker.account.prune()
      let limits = worker.assignment?.request.limits ?? worker.lastLimits
      if worker.assignment?.exceedsLimits == true {
        worker.kill(.wroteTooMuch)
      } else if worker.account.byteCount > limits.output.clampedProduct(DiskAccount.outputs) {
        worker.kill(.filledTemporaryFolder)
        if worker.assignment == nil { dismiss(worker) }
      }
    }
  }
}

extension WorkerProcess {
  /// When it is to be measured next what it has written; `nil` while it has nothing to write.
  var measurementDue: SuspendingClock.Instant? {
    guard assignment?.outputs.isEmpty == false || !account.isEmpty else { return nil }
    return max(lastMeasured, assignment?.began ?? lastMeasured) + .milliseconds(250)
  }
}

extension Assignment {
  /// Whether one of its outputs is larger than it may be.
  fileprivate var exceedsLimits: Bool { outputs.contains { $0.exceeds(request.limits) } }

  /// Takes back what the worker may have changed of who may do what with the outputs.
  fileprivate func restorePermissions() {
    for (output, permissions) in zip(outputs, permissions) {
      guard let descriptor = output.descriptor, output.measure?.permissions != permissions else {
        continue
      }
      _ = fchmod(descriptor.rawValue, permissions)
    }
  }
}
