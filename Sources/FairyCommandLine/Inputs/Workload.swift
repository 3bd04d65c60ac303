import ConverterCore
import Runner
import SystemPackage

/// All that one run is to do.
struct Workload {
  let jobs: any JobSource
  /// How many files there are.
  let files: Int
  /// The sizes of the inputs together; an estimate where there are many.
  let bytes: Int
  /// Folders whose files are missing from the run; each is a failure.
  let unlisted: [ConversionError]
  /// Whether folders are made for outputs.
  let makesFolders: Bool
  /// The folder that the results of a walk go to: the journal stands beside it.
  let folder: FilePath?
  /// What the user should hear before it begins.
  var notes: [String] = []
  /// What people are told instead of the paths of inputs that are not theirs, such as those of a scanner's sheets.
  var names: [FilePath: FilePath] = [:]
  /// Keys of options that nobody typed: where one has no effect, the reason alone is said.
  var implied: Set<String> = []
  /// What options of keys of `--set` are called that a verb has names of its own for.
  var typed: [String: String] = [:]
  /// Whether the result is a temporary file of this process, which removes it and does not report it.
  var hidesResult = false
  /// Whether people are told of each page that a scan found.
  var tellsPages = false
  /// Whether what became of each request is to be known when all are done.
  var keepsOutcomes = false

  /// Whether one file is named, which gets no summary.
  let isSingle: Bool
  /// Whether the result goes to standard output.
  let isPrinted: Bool

  /// - Parameter walked: the first folder, when folders are walked.
  /// - Throws: `usage` when two inputs would be written to one output.
  init(
    _ jobs: WalkedJobs, naming: OutputNaming, walked: FilePath?
  ) throws(ConversionError) {
    var listed = jobs
    try listed.inputs.open()
    var unlisted: [ConversionError] = []
    var repeated: [FilePath] = []
    let survey = try Survey(
      of: listed, unlisted: { unlisted.append($0) }, repeated: { repeated.append($0) })
    for path in repeated { listed.giveOnce(path) }
    // Nothing is known of further files that an option could be for.
    if survey.files == 1, walked == nil { listed.template.unusedOptions = .fail }
    self.jobs = listed
    files = survey.files - repeated.count
    bytes = survey.bytes.total
    self.unlisted = unlisted
    makesFolders = naming.makesFolders
    if case .folder(let folder, _) = naming {
      self.folder = walked == nil ? nil : folder
    } else {
      folder = walked
    }
    isSingle = survey.files == 1 && folder == nil
    isPrinted = naming.isStandardOutput
  }

  /// A single request.
  ///
  /// - Parameter naming: how its output was named; `nil` makes folders on the way to it.
  init(_ request: Request, naming: OutputNaming? = nil) {
    var request = request
    request.unusedOptions = .fail
    jobs = SingleJob(request)
    files = 1
    bytes = ([request.input] + request.purpose.furtherInputs)
      .reduce(0) { $0 + ($1.openedPath?.size ?? 0) }
    unlisted = []
    makesFolders = naming?.makesFolders ?? true
    folder = nil
    isSingle = true
    isPrinted = request.output == .standardOutput
  }

  /// Several requests that are known from the start.
  init(_ requests: [Request], naming: OutputNaming) {
    jobs = ListedJobs(requests)
    files = requests.count
    bytes = requests.reduce(0) { $0 + ($1.input.openedPath?.size ?? 0) }
    unlisted = []
    makesFolders = naming.makesFolders
    folder = nil
    isSingle = requests.count == 1
    isPrinted = false
  }

  /// What the request lines of a file ask for, or one shard of them.
  ///
  /// - Parameters:
  ///   - manifest: `-` is standard input.
  ///   - shard: as `--shard` has it; where it is not said and Slurm runs this process in a job array,
  ///     the array decides.
  ///   - defaults: sets what a line may leave unsaid.
  /// - Throws: `usage` when two lines would write one output.
  init(
    manifest: PathArgument, shard: String?, vocabulary: RequestVocabulary,
    defaults: @escaping @Sendable (inout Request) -> Void
  ) throws(ConversionError) {
    var part = try shard.map { word throws(ConversionError) in try Shard(parsing: word) }
    if part == nil, let (found, source) = try Shard.ofJobArray() {
      part = found
      notes.append("does shard \(found), for \(source); --shard 0/1 does the whole manifest")
    } else if part == nil, let index = Shard.variable("JOB_COMPLETION_INDEX") {
      notes.append(
        "does the whole manifest, though JOB_COMPLETION_INDEX=\(index); --shard auto/n does a part")
    }
    let file = try DirectFiles().open(manifest.input, within: .standard)
    let lines = try Manifest(file, shard: part, vocabulary: vocabulary, defaults: defaults)
    jobs = lines
    files = lines.files
    bytes = lines.bytes
    unlisted = []
    makesFolders = true
    folder = nil
    isPrinted = false
    isSingle = false
  }
}

extension Workload {
  /// Refuses options that apply to none of the files of a command; of a single one its conversion does, and the lines
  /// of a manifest may be a shard of those that they were meant for.
  ///
  /// - Throws: `usage`.
  func checkOptions(sandbox: Sandbox.Policy) throws(ConversionError) {
    guard !isSingle, let jobs = jobs as? WalkedJobs else { return }
    try OptionSurvey(command: SealedProcess.command, sandbox: sandbox).check(jobs)
  }
}

/// A job that is the only one.
private struct SingleJob: JobSource {
  private var request: Request?

  init(_ request: Request) { self.request = request }

  mutating func next() -> NextJob {
    defer { request = nil }
    return request.map { .job(Job(.success($0))) } ?? .end
  }
}

/// The jobs of a list, in its order.
private struct ListedJobs: JobSource {
  private var requests: ArraySlice<Request>

  init(_ requests: [Request]) { self.requests = requests[...] }

  mutating func next() -> NextJob {
    requests.popFirst().map { .job(Job(.success($0))) } ?? .end
  }
}

/// The jobs of another source with a password that was asked for.
struct UnlockedJobs: JobSource {
  private var jobs: any JobSource
  private let reading: ReadingOptions

  /// - Parameter reading: has the passwords.
  init(_ jobs: any JobSource, _ reading: ReadingOptions) {
    self.jobs = jobs
    self.reading = reading
  }

  mutating func next() throws(ConversionError) -> NextJob {
    let next = try jobs.next()
    guard !reading.passwords.held.isEmpty, case .job(let job) = next,
      case .success(var request) = job.request
    else { return next }
    request.options.reading.passwords = reading.passwords
    return .job(Job(id: job.id, .success(request), input: job.input))
  }
}
