import ConverterCore
import SystemPackage

/// A file that a worker has in hand.
struct Assignment {
  let index: Int
  let job: Job
  let request: Request
  /// What the journal knows it by.
  let keys: Journaling.Keys?
  let input: InputFile
  /// The inputs beside the first, where several become one.
  let furtherInputs: [InputFile]
  /// Which worker may read the inputs.
  let domain: TrustDomain
  /// What is told of the file where nothing is to be made of it.
  let dryRun: DryRun.Kind?
  /// 1, or 2 where the first worker ended before the file was done.
  let attempt: Int
  /// How the first attempt ended.
  let firstExit: WorkerExit?
  private(set) var began = SuspendingClock.now
  /// Which steps ended earlier workers.
  private(set) var hazards = Hazards()
  /// Steps that may end the worker and are not over, as they began.
  private(set) var openHazards: [String] = []
  /// When the worker last sent something.
  var lastActivity = SuspendingClock.now
  /// What earlier attempts took of the time that the file may take.
  private let spentBefore: Duration
  /// Results of earlier runs, absolute, that make room whatever the request says of conflicts.
  private(set) var replaceable: Set<FilePath> = []
  /// Whether these were made of the input as it is, in another way.
  private(set) var replacementReason = ReplacementReason.options
  /// Made for the worker, in the order in which it asked.
  private(set) var outputs: [OutputFile] = []
  /// Of each of these, as they were when it was made.
  private(set) var permissions: [CModeT] = []
  /// What it was granted, and what it may be.
  var grants = OutputGrants()
  /// Made for the worker, where its output is one.
  var folder: OutputFolder?
  /// Made for the worker, where it writes standard output at once.
  var relay: OutputRelay?

  init(
    _ index: Int, _ job: Job, _ request: Request, keys: Journaling.Keys?, input: InputFile,
    furtherInputs: [InputFile] = [], domain: TrustDomain, dryRun: DryRun.Kind? = nil,
    attempt: Int = 1, firstExit: WorkerExit? = nil,
    spentBefore: Duration = .zero
  ) {
    self.index = index
    self.job = job
    self.request = request
    self.keys = keys
    self.input = input
    self.furtherInputs = furtherInputs
    self.domain = domain
    self.dryRun = dryRun
    self.attempt = attempt
    self.firstExit = firstExit
    self.spentBefore = spentBefore
  }

  var isDryRun: Bool { dryRun != nil }

  /// What a worker for it must be able to do beyond writing what it is handed; such a worker serves this
  /// file alone.
  var access: Confinement.Access? {
    if case .folder = request.output, !isDryRun { return .fills }
    return folders.isEmpty ? nil : .reads
  }

  /// Those of the inputs that are folders.
  var folders: [InputFile] { ([input] + furtherInputs).filter(\.isFolder) }

  /// The same file for another worker.
  func again(after exit: WorkerExit) -> Assignment {
    var again = Assignment(
      index, job, request, keys: keys, input: input, furtherInputs: furtherInputs, domain: domain,
      dryRun: dryRun, attempt: attempt + 1, firstExit: exit, spentBefore: spent)
    again.replaceable = replaceable
    again.hazards = hazards
    return again
  }

  /// The same attempt with another worker that knows more of what ends it.
  func again(knowing hazards: Hazards) -> Assignment {
    var again = Assignment(
      index, job, request, keys: keys, input: input, furtherInputs: furtherInputs, domain: domain,
      dryRun: dryRun, attempt: attempt, firstExit: firstExit, spentBefore: spent)
    again.replaceable = replaceable
    again.hazards = hazards
    return again
  }

  /// - Returns: whether a worker may say so.
  mutating func note(hazard step: String, isOver: Bool) -> Bool {
    guard step.utf8.count <= 200 else { return false }
    let index = openHazards.lastIndex(of: step)
    guard isOver else {
      openHazards.append(step)
      return openHazards.count <= 64
    }
    if let index { openHazards.remove(at: index) }
    return index != nil
  }

  /// Notes an output that was made for the worker.
  mutating func add(_ output: OutputFile) {
    outputs.append(output)
    permissions.append(output.measure?.permissions ?? 0o600)
  }

  /// Lets results of earlier runs be replaced, unless one of them is the input itself.
  mutating func mayReplace(_ paths: [FilePath], because reason: ReplacementReason) {
    replacementReason = reason
    guard [.fail, .skip].contains(request.conflict) else { return }
    replaceable = Set(paths.filter { FileIdentity(path: $0) != input.identity })
  }

  /// What happens when something stands where an output goes.
  func conflict(over output: OutputFile) -> OutputFile.ConflictPolicy {
    guard case .file(let path) = output.destination,
      replaceable.contains(LexicalPath.absolute(path))
    else { return request.conflict }
    return .overwrite
  }

  /// The request as a worker gets it: where it may replace the output, it need not look what is there.
  var requestForWorker: Request {
    var request = request
    if case .file(let path) = request.output, replaceable.contains(LexicalPath.absolute(path)) {
      request.conflict = .overwrite
    }
    return request
  }

  /// The same file in the hands of a worker now: what it waited for one does not count.
  func handedOut() -> Assignment {
    var assignment = self
    assignment.began = .now
    assignment.lastActivity = .now
    return assignment
  }

  /// What all attempts took so far.
  var spent: Duration { spentBefore + (.now - began) }

  /// Whether there is time for another attempt.
  var hasTimeLeft: Bool { spent < .seconds(request.limits.seconds) }

  /// Does not count a time in which nobody could work.
  mutating func wasStopped(for duration: Duration) {
    began += duration
    lastActivity += duration
  }

  /// How long a worker may take beyond the limit, which it watches itself between steps of its work: a library
  /// that is long about one of them is not waited for.
  private static let grace = Duration.seconds(1)

  /// How long a worker may be silent beyond the limit: that a program it has started is silent it notices
  /// itself, and says which.
  private static let stallGrace = Duration.seconds(1)

  /// When the worker is to be killed, and why.
  var deadline: (instant: SuspendingClock.Instant, killReason: WorkerExit.KillReason) {
    // A reader of standard output that takes its time does not count.
    let heldUp = relay?.heldUp ?? .zero
    let lastActivity = max(lastActivity, relay?.lastActivity ?? lastActivity)
    let whole = began + heldUp + .seconds(request.limits.seconds) - spentBefore + Self.grace
    let stall = lastActivity + .seconds(request.limits.stall) + Self.stallGrace
    return stall < whole ? (stall, .stalled) : (whole, .tookTooLong)
  }

  /// The sizes of all inputs together.
  var bytesIn: Int { furtherInputs.reduce(input.byteCount) { $0.clampedSum($1.byteCount) } }

  func outcome(_ status: Outcome.Status) -> Outcome {
    var outcome = Outcome(status, input: request.input)
    outcome.furtherInputs = request.purpose.furtherInputs
    outcome.inputPages = request.inputPages
    outcome.target = request.purpose.keepsType ? nil : request.target
    outcome.bytesIn = bytesIn
    outcome.duration = spent
    return outcome
  }
}
