import Synchronization
import SystemPackage

/// What one conversion carries from room to room: its limits, its ledger, and the way to stop it.
///
/// A context belongs to one conversion. Readers and writers may use it from the threads they start
/// through ``parallel(_:_:)``.
public final class ConversionContext: Sendable {
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
  private let cancellation: Cancellation
  private let deadline: ContinuousClock.Instant
  /// The time that was spent waiting for the reader of standard output.
  let waiting: WaitingTime
  private let entries = Mutex<Notes>(Notes())
  private let warned = Mutex(Warnings())
  private let leftOut = Mutex<[ConversionError]>([])
  private let unread = Mutex<[ConversionError]>([])
  private let inputBytes = Mutex<Int?>(nil)
  private let readBytes = Mutex<Int?>(nil)
  private let staysInType = Mutex(false)
  private let isInputDamaged = Mutex(false)
  private let kept = Mutex<[Kept]>([])
  private let account = Mutex<JSONValue?>(nil)
  private let objection = Mutex<ConversionError?>(nil)
  private let withoutEffect = Mutex<[UnusedOption]>([])
  private let joining = Mutex<MergedInputs?>(nil)
  private let takenBefore = Mutex<Set<ConversionOptions.Name>>([])
  private let report: (@Sendable (Double) -> Void)?
  /// The fraction done that was reported last, and when a heartbeat is due after it.
  private let reported = Mutex((fraction: 0.0, due: ContinuousClock.now))
  /// The part of the whole that is worked on: fractions done are of it.
  private let portion = Mutex((start: 0.0, length: 1.0))

  /// - Parameters:
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
    self.cancellation = cancellation
    self.deadline = deadline ?? .now + .seconds(limits.seconds)
    self.waiting = waiting
    report = progress
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
    let telling: @Sendable (Double) -> Void = { self.tell($0) }
    let companion = ConversionContext(
      registry: registry, limits: limits, reading: reading, purpose: purpose,
      threads: threads ?? self.threads,
      isViewing: isViewing, isPlanning: isPlanning, unusedOptions: unusedOptions, files: files,
      launcher: launcher, hazards: hazards, cancellation: cancellation,
      progress: reportsProgress && report != nil ? telling : nil,
      deadline: time.map { min(deadline, .now + $0 - waiting.total) } ?? deadline, waiting: waiting)
    companion.keepsType = keepsType
    companion.merged = merged
    let fraction = reported.withLock { $0.fraction }
    companion.reported.withLock { $0.fraction = fraction }
    return companion
  }

  /// What has been kept, changed, dropped or added so far, in order; of many entries of one kind the first few,
  /// and how many more there are.
  public var ledger: [LedgerEntry] { entries.withLock { $0.inOrder.summarised } }

  /// Things the user should know that lose nothing: "named .HEIC but holds a JPEG picture".
  public var warnings: [String] { warned.withLock(\.texts) }

  public func note(_ what: String, _ action: LedgerEntry.Action, why: String? = nil) {
    let entry = LedgerEntry(what, action, why: why)
    entries.withLock { $0.add(entry) }
  }

  public func warn(_ text: String) { warned.withLock { $0.add(text) } }

  /// Warns of a part, or of all parts at once where many are alike.
  public func warn(_ warning: PartWarning) { warned.withLock { $0.add(warning) } }

  /// Warns of what another context of the same conversion warned of.
  package func adoptWarnings(of other: ConversionContext) {
    let all = other.warned.withLock { $0 }
    warned.withLock { $0.add(all) }
  }

  /// What made no difference, each option once, whether it was asked for or not.
  var unused: [UnusedOption] { withoutEffect.withLock { $0 } }

  /// What was asked for reading and made no difference.
  package var unusedOfReading: [UnusedOption] {
    let asked = Set(reading.asked.map(\.rawValue)).union(reading.settings.keys)
    return unused.filter { asked.contains($0.option) }
  }

  func noteUnused(_ option: UnusedOption) {
    withoutEffect.withLock { options in
      if !options.contains(where: { $0.option == option.option }) { options.append(option) }
    }
  }

  /// Common options that opening the archives on the way to the file has used.
  var taken: Set<ConversionOptions.Name> { takenBefore.withLock { $0 } }

  func markUsed(_ names: Set<ConversionOptions.Name>) {
    takenBefore.withLock { $0.formUnion(names) }
  }

  /// What happened to each part of the file, in the format's own terms; a writer sets it.
  public var receipt: JSONValue? {
    get { account.withLock { $0 } }
    set { account.withLock { $0 = newValue } }
  }

  /// Why the input is not to be converted as it was read: most of it would be left out. A reader sets it;
  /// verbs that only look at the file take no notice of it.
  public var refusal: ConversionError? {
    get { objection.withLock { $0 } }
    set { objection.withLock { $0 = newValue } }
  }

  /// - Throws: ``refusal``.
  func checkRefusal() throws(ConversionError) {
    if let refusal { throw refusal }
  }

  /// Begins a new ledger, where what was noted did not happen.
  func forgetLedger() { entries.withLock { $0 = Notes() } }

  /// The inputs of a merge; `nil` where there is one alone.
  var merged: MergedInputs? {
    get { joining.withLock { $0 } }
    set { joining.withLock { $0 = newValue } }
  }

  /// Forgets what was noted during an attempt that failed.
  func startOver() {
    forgetLedger()
    warned.withLock { $0 = Warnings() }
    leftOut.withLock { $0 = [] }
    unread.withLock { $0 = [] }
    withoutEffect.withLock { $0 = [] }
    receipt = nil
    refusal = nil
    inputByteCount = nil
    readByteCount = nil
    staysInType.withLock { $0 = false }
    inputIsDamaged = false
    portion.withLock { $0 = (0, 1) }
    giveBack()
  }

  /// A file for an output; where an earlier attempt began it, the same anew.
  func createOutput(
    at destination: OutputFile.Destination, permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFile {
    if let begun = merged?.output(at: destination) {
      try begun.startOver()
      return begun
    }
    let output = try files.create(destination, permissions: permissions)
    if let merged, merged.isLenient { merged.keep(output) }
    return output
  }

  /// Takes over what was noted in the context of a trial that turned out well.
  ///
  /// - Parameters:
  ///   - word: what is left out.
  ///   - ofFurtherPart: whether others noted of other parts before: an option is unused only if it is for all.
  package func adopt(
    _ trial: ConversionContext, but word: String? = nil, ofFurtherPart: Bool = false
  ) {
    let noted = trial.entries.withLock { $0.inOrder }
    entries.withLock { own in
      for entry in noted where entry.what != word { own.add(entry) }
    }
    adoptWarnings(of: trial)
    let unused = trial.unused
    if ofFurtherPart {
      let names = Set(unused.map(\.option))
      // What no step of the route uses is unused whatever the parts say.
      withoutEffect.withLock { $0.removeAll { $0.applies && !names.contains($0.option) } }
    } else {
      for option in unused { noteUnused(option) }
    }
    receipt = trial.receipt
  }

  /// Bytes of an input that is no file: of all files in a folder. A reader sets it.
  public var inputByteCount: Int? {
    get { inputBytes.withLock { $0 } }
    set { inputBytes.withLock { $0 = newValue } }
  }

  /// Bytes of all input files; set by the caller that opens them.
  public internal(set) var readByteCount: Int? {
    get { readBytes.withLock { $0 } }
    set { readBytes.withLock { $0 = newValue } }
  }

  /// Whether the input had to be repaired to be read, so that it cannot stand for a result; a reader sets it.
  public var inputIsDamaged: Bool {
    get { isInputDamaged.withLock { $0 } }
    set { isInputDamaged.withLock { $0 = newValue } }
  }

  /// Whether the output is of the type of the input, so that no other coding is considered; set where the route is
  /// chosen.
  public package(set) var keepsType: Bool {
    get { purpose.keepsType || staysInType.withLock { $0 } }
    set { staysInType.withLock { $0 = newValue } }
  }

  /// Keeps something that is no longer used until ``giveBack()``: to free a hundred thousand names takes 5 ms, which a
  /// process that is about to end can save.
  public func keep(_ thing: Any) {
    let thing = Kept(thing: thing)
    kept.withLock { $0.append(thing) }
  }

  /// Frees what was kept. The owner of the context calls it at the end, unless the process ends then: what is kept may
  /// hold the context, as pictures do, and neither would ever be freed.
  public func giveBack() {
    let things = kept.withLock { things in
      defer { things = [] }
      return things
    }
    withExtendedLifetime(things) {}
  }

  /// A file for what may be too much for memory; nobody else ever sees it.
  public func scratch() throws(ConversionError) -> OutputFile {
    let file = try files.create(.scratch, permissions: nil)
    file.limits = limits
    return file
  }

  /// What was left out because it was bad (`--keep-going`), in order.
  public var omissions: [ConversionError] { leftOut.withLock { $0 } }

  /// Goes on without a part of the input, which makes the conversion one that failed in part.
  ///
  /// - Parameter what: the part, as the ledger names it: "entry docs/a.txt".
  public func leaveOut(_ what: String, _ error: ConversionError) {
    note(what, .dropped, why: error.message)
    leftOut.withLock { $0.append(error) }
  }

  /// Pages whose words are missing because recognising them went wrong, in order.
  package var unreadPages: [ConversionError] { unread.withLock { $0 } }

  /// Goes on without the words of a page, which makes the conversion one that failed in part.
  ///
  /// - Parameter number: of the page, from 1.
  public func leaveOutWords(ofPage number: Int, _ error: ConversionError) {
    let message = "the words of page \(number) are not recognised: \(error.message)"
    note("words of page \(number)", .dropped, why: message)
    unread.withLock { pages in
      guard !pages.contains(where: { $0.message == message }) else { return }
      pages.append(ConversionError(.damagedInput, message))
    }
  }

  /// Call it between units of work of at most some milliseconds. It counts as a heartbeat.
  ///
  /// - Parameter fraction: how much of the conversion is done, 0…1, where it is known.
  /// - Throws: `interrupted` when the conversion was cancelled, `limitExceeded` when it ran too long.
  public func checkpoint(_ fraction: Double? = nil) throws(ConversionError) {
    if cancellation.isCancelled {
      throw ConversionError(.interrupted, "stopped before it was finished; nothing was written")
    }
    // This is called for each row of a picture: what was waited for is added up only when it matters.
    let now = ContinuousClock.now
    if deadline < now, timeLeft < .zero {
      throw ConversionError.exceeding(
        .init(.seconds, of: limits),
        "took longer than its limit of \(limits.seconds) s; raise it with --limit seconds=\(limits.seconds * 4)"
      )
    }
    if let fraction {
      reported.withLock { $0.fraction = fraction }
      tell(fraction)
    } else {
      sendHeartbeat(at: now)
    }
  }

  /// Reports that the conversion goes on, though it is not known how far it is.
  public func sendHeartbeat() { sendHeartbeat(at: .now) }

  /// Sends one unless the last was sent just now.
  private func sendHeartbeat(at now: ContinuousClock.Instant) {
    guard report != nil else { return }
    let fraction: Double? = reported.withLock { reported in
      guard now >= reported.due else { return nil }
      reported.due = now + .milliseconds(50)
      return reported.fraction
    }
    if let fraction { tell(fraction) }
  }

  /// Begins a part of the whole, for work whose steps tell how far each of them is, such as the pages of a document.
  ///
  /// - Parameters:
  ///   - start: the fraction of the whole that is done, 0…1.
  ///   - length: what the part adds to it; with 0 its steps say nothing of how far they are.
  package func beginPortion(at start: Double, length: Double = 0) {
    portion.withLock { $0 = (start, length) }
    reported.withLock { $0.fraction = 0 }
    tell(0)
  }

  private func tell(_ fraction: Double) {
    let (start, length) = portion.withLock { $0 }
    report?(start + length * fraction)
  }

  /// The time until ``checkpoint(_:)`` throws; negative afterwards.
  public var timeLeft: Duration { deadline - .now + waiting.total }
}

/// `@unchecked Sendable`: the lock of the list hands it from the thread that is done with it to the one that gives it
/// back, and in between nobody reads it.
private struct Kept: @unchecked Sendable {
  let thing: Any
}

/// Entries of a ledger, each once; an archive may have a hundred thousand bad ones.
private struct Notes {
  private(set) var inOrder: [LedgerEntry] = []
  private var known: Set<LedgerEntry> = []

  mutating func add(_ entry: LedgerEntry) {
    if known.insert(entry).inserted { inOrder.append(entry) }
  }
}
