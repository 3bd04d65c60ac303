public import ConverterCore
public import SystemPackage

/// Runs conversions in sealed worker processes, and never looks into a file itself.
///
/// It opens inputs, makes outputs and names them; all bytes of unknown origin are read by workers that
/// can reach nothing else. A worker that crashes, hangs or exceeds a limit costs its file, not the run:
/// another worker tries the file once more, then it is reported as failed.
public struct Supervisor {
  /// The program to start for a worker, with its arguments.
  public var command: [String]
  /// How many cores to keep busy, at least 1. There is one worker, or one more than cores.
  public var jobs: Int
  public var sandbox: Sandbox.Policy
  /// Whether a worker that has read one file may read any other.
  public var reuse = WorkerReuse.ownFiles
  /// How many jobs are read while there is no worker for them, at least as many as ``jobs``: the more, the sooner one of a
  /// higher priority or one that is no longer wanted is known.
  public var readsAhead = 0
  /// Whether missing folders are made for outputs.
  public var makesFolders = true
  /// Whether results come in the order of the inputs.
  public var isOrdered = false
  /// Whether each output is synced to the disk before it counts as done; otherwise only those that a journal records or
  /// that replace a file are.
  public var syncsAll = false
  /// Files that were done before are not done again, and those done now are noted.
  public var journaling: Journaling?

  /// Set for a run that only reports what it would do.
  public var dryRun: DryRun?
  /// The programs that workers may have started, asked when a worker wants the first. They are started by this process,
  /// each in a sandbox of its own.
  public var programs: @Sendable () -> [FilePath] = { [] }

  /// Opens inputs; without it they are opened by their paths.
  package var open: @Sendable (Request.Input, Limits) throws(ConversionError) -> InputFile = {
    (input, limits) throws(ConversionError) in
    try DirectFiles().open(input, within: limits)
  }

  let catalog: ContentTypeCatalog
  let interruption: Interruption
  /// Finds out who can write an output; tests play systems that do not tell.
  var writers: (OutputFile) -> Writers = Writers.init(endingThoseOf:)

  public init(
    command: [String], jobs: Int, sandbox: Sandbox.Policy,
    catalog: ContentTypeCatalog, interruption: Interruption
  ) {
    self.command = command
    self.jobs = max(1, jobs)
    self.sandbox = sandbox
    self.catalog = catalog
    self.interruption = interruption
  }

  /// Runs every job and reports how each ended; returns when all are done or the run was interrupted.
  ///
  /// A failed file is an outcome. After an interruption those in hand end as `interrupted`, those not
  /// begun have no outcome.
  ///
  /// - Throws: what makes it pointless to go on: no worker can be started, the required sandbox is not available, the
  ///   journal cannot be written, the source failed.
  public func run(
    _ source: some JobSource, observer: some RunObserver
  ) throws(ConversionError) {
    try Run(self, source, observer).run()
  }
}

/// Which files a worker may read one after the other.
public enum WorkerReuse: Sendable {
  /// Those of the user; each file from elsewhere gets a new worker.
  case ownFiles
  /// All files, wherever they are from.
  case all
  /// No two.
  case none
}
