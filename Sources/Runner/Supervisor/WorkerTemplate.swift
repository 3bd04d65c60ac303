import ConverterCore
import SystemPackage

/// A process that is confined already, reads nothing, and forks workers: each begins at once, and knows nothing of the
/// files of another.
///
/// The next worker is forked ahead of time, so that nobody waits for it.
final class WorkerTemplate {
  private let process: WorkerProcess
  /// The ends of the worker that was ordered last.
  private var ordered: WorkerEnds?

  init(_ command: [String], _ policy: Sandbox.Policy) throws(ConversionError) {
    process = try WorkerProcess(command, Confinement(policy, isTemplate: true))
    try order()
  }

  deinit {
    // Ends and reaps the worker that nobody needs: all are children of this process, which may go on.
    _ = ordered.flatMap(worker)
  }

  /// A new worker; `nil` if the template has ended, or the system forks no process.
  func fork() -> WorkerProcess? {
    while let ends = ordered {
      ordered = nil
      guard let worker = worker(with: ends) else { return nil }
      try? order()
      // One may have been killed while it waited, as where the system ran out of memory.
      if !worker.hasEnded { return worker }
    }
    return nil
  }

  /// The worker that was ordered, when it has been forked.
  private func worker(with ends: WorkerEnds) -> WorkerProcess? {
    while case .message(let json)? = try? process.channel.receive(waiting: true) {
      guard let message = try? WorkerMessage(json) else { break }
      // What the system lacks its workers say themselves.
      if case .ready = message { continue }
      guard case .forked(let identifier?) = message else { break }
      return WorkerProcess(forked: identifier, ends)
    }
    ends.closeMine()
    return nil
  }

  private func order() throws(ConversionError) {
    let ends = try WorkerEnds()
    defer { ends.closeTheirs() }
    process.send(.errorOutput, with: ends.standardError)
    process.send(.fork, with: ends.socket)
    ordered = ends
  }
}
