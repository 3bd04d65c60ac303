import ConverterCore
import SystemPackage

extension Supervisor {
  /// Starts a worker for a run to come, so that both get ready at the same time: what the run is to do may still
  /// have to be read from the words of the user.
  ///
  /// It confines itself at once, and ends with this process if it is not used.
  ///
  /// - Parameters:
  ///   - command: the program to start, with its arguments.
  ///   - policy: the one of the run.
  public static func startEarly(_ command: [String], _ policy: Sandbox.Policy) {
    // Where it fails, the run will see for itself.
    let confinement = Confinement(policy)
    guard let worker = try? WorkerProcess(command, confinement) else { return }
    WorkerProcess.keepEarly(worker, command, confinement)
  }
}

extension WorkerProcess {
  private struct Early {
    let worker: WorkerProcess
    let command: [String]
    let confinement: Confinement
  }

  private static let early = Pool<Early>(atMost: 1)

  fileprivate static func keepEarly(
    _ worker: sending WorkerProcess, _ command: [String], _ confinement: Confinement
  ) {
    early.put(Early(worker: worker, command: command, confinement: confinement))
  }

  /// The worker that was started early, or a new one.
  ///
  /// - Parameter folders: as many as the confinement says.
  static func make(
    _ command: [String], _ confinement: Confinement, folders: [FileDescriptor] = []
  ) throws(ConversionError) -> WorkerProcess {
    let kept = early.take { $0.command == command && $0.confinement == confinement }
    if let kept { return kept.worker }
    return try WorkerProcess(command, confinement, folders: folders)
  }
}
