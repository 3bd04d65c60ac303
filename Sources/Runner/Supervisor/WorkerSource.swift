import ConverterCore
import SystemPackage

/// Where a run gets its workers: the one that was started early, processes that a template forks, or programs that are
/// started.
///
/// To start a program takes some milliseconds, to fork a process that is confined already takes a few hundred
/// microseconds. So a run in which a second worker begins with a file from elsewhere starts a template.
final class WorkerSource {
  private let command: [String]
  private let policy: Sandbox.Policy
  private let groups = ControlGroups()
  private var template: WorkerTemplate?
  /// Whether the system forks no workers.
  private var hasNoTemplate = false

  init(_ command: [String], _ policy: Sandbox.Policy) {
    (self.command, self.policy) = (command, policy)
  }

  /// A worker that has read nothing.
  ///
  /// - Parameters:
  ///   - folders: the one that it fills, then those that it reads.
  ///   - isOneOfMany: whether as many are needed as there are files.
  func worker(
    _ access: Confinement.Access?, folders: [FileDescriptor], isOneOfMany: Bool
  ) throws(ConversionError) -> WorkerProcess {
    let forked = access == nil && isOneOfMany ? forked() : nil
    let worker =
      if let forked { forked } else {
        try WorkerProcess.make(
          command, Confinement(policy, access, folderCount: folders.count), folders: folders)
      }
    worker.join(groups)
    return worker
  }

  /// `nil` where no template can be had; one that ended is replaced once.
  private func forked() -> WorkerProcess? {
    guard !hasNoTemplate else { return nil }
    if let worker = template?.fork() { return worker }
    template = try? WorkerTemplate(command, policy)
    let worker = template?.fork()
    hasNoTemplate = worker == nil
    return worker
  }
}
