import Synchronization

/// What each step of one conversion needs.
///
/// A step learns from it what it may take (``limits``, ``reading``, ``registry``), notes what becomes of the content and
/// says how far it is. Transforms, bridges and viewers get it as it is. What only a reader tells, of the input, is in
/// ``ReadingContext``, and what only a writer tells, of the output, in ``WritingContext``.
///
/// A context belongs to one conversion. Readers and writers may use it from the threads they start
/// through ``parallel(_:_:)``.
public final class ConversionContext: Sendable {
  /// How much the conversion may use.
  public let limits: Limits
  /// The number of threads that this conversion may keep busy, at least 1.
  public let threads: Int
  /// What the user says of the input.
  public let reading: ReadingOptions
  /// For plugins that find another format inside theirs: they ask for its reader, never its plugin.
  public let registry: Registry
  /// What becomes of the input.
  public let purpose: Request.Purpose
  /// Whether the content is only looked at: what would cost a pass over all of it may then be guessed from
  /// its beginning.
  public let isViewing: Bool
  /// Whether it is only to be said what would be done: writers announce more than they note themselves.
  public let isPlanning: Bool
  /// What is done about options that do not apply to the input.
  let unusedOptions: UnusedOptionPolicy
  /// Where outputs are made.
  let files: any FileAccess
  /// Starts programs; `nil` where this process starts them itself.
  package let launcher: (any ProgramLauncher)?
  /// Hears of steps that may end the process; `nil` where nobody does.
  let hazards: HazardLog?
  /// What is said of the conversion.
  let notebook = Notebook()
  /// How far it is, and when it has to stop.
  let progress: Progress
  /// What the reader tells of the input.
  let input = InputAccount()
  /// What the writer tells of the output.
  let output = OutputAccount()
  /// What the run keeps for its own use.
  let run = Mutex(RunState())
  /// What is freed at the end.
  let freeing = DeferredFreeing()
  var waiting: WaitingTime { progress.waiting }

  /// A context for a conversion or a look at a file; ``Converter`` makes those of its conversions itself.
  ///
  /// - Parameters:
  ///   - registry: the formats that there are.
  ///   - limits: what the conversion may take of memory, time and more.
  ///   - reading: what the user says of the input.
  ///   - purpose: what becomes of the input.
  ///   - threads: how many threads the conversion may keep busy; less than 1 counts as 1.
  ///   - isViewing: whether the content is only looked at, so that its beginning may stand for all of it.
  ///   - isPlanning: whether it is only to be said what would be done.
  ///   - unusedOptions: what is done about options that do not apply to the input.
  ///   - files: opens inputs and makes outputs.
  ///   - launcher: starts programs of the system; `nil` where this process starts them itself.
  ///   - cancellation: ends the conversion, with `interrupted`, when another thread sets it.
  ///   - progress: called with the fraction done, from any thread of the conversion.
  ///   - deadline: when its time is over; `nil` for as long from now as `limits` say.
  ///   - waiting: the time that does not count as its own.
  public convenience init(
    registry: Registry, limits: Limits = .standard, reading: ReadingOptions = ReadingOptions(),
    purpose: Request.Purpose = .convert, threads: Int = 1, isViewing: Bool = false,
    isPlanning: Bool = false, unusedOptions: UnusedOptionPolicy = .note,
    files: any FileAccess = DirectFiles(), launcher: (any ProgramLauncher)? = nil,
    cancellation: Cancellation = Cancellation(),
    progress: (@Sendable (Double) -> Void)? = nil,
    deadline: ContinuousClock.Instant? = nil, waiting: WaitingTime = WaitingTime()
  ) {
    self.init(
      registry: registry, limits: limits, reading: reading, purpose: purpose, threads: threads,
      isViewing: isViewing, isPlanning: isPlanning, unusedOptions: unusedOptions, files: files,
      launcher: launcher, hazards: nil, cancellation: cancellation, progress: progress,
      deadline: deadline, waiting: waiting)
  }

  /// - Parameter hazards: hears of steps that may end the process.
  package init(
    registry: Registry, limits: Limits, reading: ReadingOptions, purpose: Request.Purpose,
    threads: Int, isViewing: Bool, isPlanning: Bool, unusedOptions: UnusedOptionPolicy,
    files: any FileAccess, launcher: (any ProgramLauncher)?, hazards: HazardLog?,
    cancellation: Cancellation, progress: (@Sendable (Double) -> Void)?,
    deadline: ContinuousClock.Instant?, waiting: WaitingTime
  ) {
    self.registry = registry
    self.limits = limits
    self.reading = reading
    self.purpose = purpose
    self.threads = max(1, threads)
    self.isViewing = isViewing
    self.isPlanning = isPlanning
    self.unusedOptions = unusedOptions
    self.files = files
    self.launcher = launcher
    self.hazards = hazards
    self.progress = Progress(
      within: limits, until: deadline, waiting: waiting, cancellation: cancellation,
      report: progress)
  }

  /// A context for a companion of the output: the same limits, end and way to stop, a ledger of its own.
  ///
  /// - Parameters:
  ///   - threads: `nil` for as many as this one has.
  ///   - reportsProgress: whether what is done of the companion is done of the whole.
  ///   - time: the most that it may take, where that is less than this one has left.
  package func forCompanion(
    threads: Int? = nil, reportsProgress: Bool = true, within time: Duration? = nil
  ) -> ConversionContext {
    let whole = progress
    let telling: @Sendable (Double) -> Void = { whole.tell($0) }
    let companion = ConversionContext(
      registry: registry, limits: limits, reading: reading, purpose: purpose,
      threads: threads ?? self.threads,
      isViewing: isViewing, isPlanning: isPlanning, unusedOptions: unusedOptions, files: files,
      launcher: launcher, hazards: hazards, cancellation: whole.cancellation,
      progress: reportsProgress && whole.isReported ? telling : nil,
      deadline: time.map { min(whole.deadline, .now + $0 - waiting.total) } ?? whole.deadline,
      waiting: waiting)
    companion.keepsType = keepsType
    companion.merged = merged
    companion.progress.goOn(from: whole)
    return companion
  }
}
