import ConverterCore
import Synchronization

extension Supervisor {
  /// Starts a worker for a run to come, so that both get ready at the same time: what the run is to do may still
  /// have to be read from the words of the user.
  ///
  /// One that is not used ends with this process.
  ///
  /// - Parameter command: the program to start, with its arguments.
  public static func startEarly(_ command: [String]) {
    // Where it fails, the run will see for itself.
    guard let worker = try? WorkerProcess(command) else { return }
    WorkerProcess.keepEarly(worker, command)
  }

  /// Ends the worker that was started early, if nothing has used it: to be called before this process reads files
  /// itself. Such a process may hold no channel to one that is less confined than it is.
  public static func endEarly() {
    _ = WorkerProcess.takeEarly()?.reap()
  }
}

extension WorkerProcess {
  private struct Early: @unchecked Sendable {
    let worker: WorkerProcess
    let command: [String]
  }

  /// Owned by nobody else; whoever takes it is the only one.
  private static let early = Mutex<Early?>(nil)

  fileprivate static func keepEarly(_ worker: WorkerProcess, _ command: [String]) {
    let kept = Early(worker: worker, command: command)
    early.withLock { $0 = kept }
  }

  /// The worker that was started early, which is then the caller's.
  fileprivate static func takeEarly() -> WorkerProcess? {
    early.withLock { kept in
      defer { kept = nil }
      return kept?.worker
    }
  }

  /// The worker that was started early, or a new one.
  static func make(_ command: [String]) throws(ConversionError) -> WorkerProcess {
    let kept = early.withLock { kept -> Early? in
      guard kept?.command == command else { return nil }
      defer { kept = nil }
      return kept
    }
    if let kept { return kept.worker }
    return try WorkerProcess(command)
  }
}
