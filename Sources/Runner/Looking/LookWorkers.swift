import ConverterCore
public import SystemPackage

/// Where looks and views get their workers: one for each file.
public final class LookWorkers {
  private let source: WorkerSource
  /// Those that they may have started.
  let programs: DeclaredPrograms
  /// Whether a look has begun: further ones fork their workers, which is quicker.
  private var hasBegun = false

  /// - Parameters:
  ///   - command: the program to start for a worker, with its arguments.
  ///   - policy: the sandbox of the workers.
  ///   - programs: those that they may have started, asked when one wants the first.
  public init(
    command: [String], sandbox policy: Sandbox.Policy,
    programs: @escaping () -> [FilePath] = { [] }
  ) {
    source = WorkerSource(command, policy)
    self.programs = DeclaredPrograms(policy, programs)
  }

  /// A worker for a file, and for no other.
  ///
  /// - Parameter threads: how many it may keep busy.
  func worker(
    for input: InputFile, within limits: Limits, threads: Int
  ) throws(ConversionError) -> WorkerProcess {
    let folders = input.isFolder ? [input.descriptor].compactMap(\.self) : []
    let worker = try source.worker(
      folders.isEmpty ? nil : .reads, folders: folders, isOneOfMany: hasBegun)
    hasBegun = true
    worker.limit(ResourceLimits(limits, threads: threads))
    return worker
  }
}
