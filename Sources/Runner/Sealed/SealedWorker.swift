import CLazyLoading
import CProcessShims
public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process that converts the files that its supervisor passes to it, and can reach nothing else.
///
/// It opens no file by name: inputs are passed to it open, and the supervisor makes outputs on request and names them
/// once the worker reports that they are complete. So the worker can give up all access but that to the system's
/// libraries before it reads the first byte of input.
public struct SealedWorker: ~Copyable {
  let converter: Converter
  private let confinement: Confinement
  private(set) var channel: Channel
  private var peak = MemoryPeak()
  /// Inputs of the next request beside its first.
  private var furtherInputs: [FileDescriptor] = []
  /// The index of the mailbox that the next request is about.
  private var index: InputFile?
  /// The pipe to standard output for the next look.
  private var page: FileDescriptor?
  /// What questions about the next view come over.
  private var questions: Channel?
  private let renderer: (any LookRenderer)?
  private let warmUp: WarmUp?

  /// - Parameters:
  ///   - converter: made before the process enters its sandbox.
  ///   - words: the arguments behind the command that started it; they determine how it confines itself.
  ///   - renderer: shows files to people and scripts; `nil` in a worker that only converts.
  ///   - warmUp: what a template does before it forks many workers.
  /// - Throws: `usage` for words that no supervisor gives.
  public init(
    converter: Converter, words: [String], renderer: (any LookRenderer)? = nil,
    warmUp: WarmUp? = nil
  ) throws(ConversionError) {
    guard let confinement = Confinement(words: words) else {
      throw ConversionError(.usage, "fairy worker --sealed is started by fairy itself")
    }
    self.converter = converter
    self.confinement = confinement
    self.renderer = renderer
    self.warmUp = warmUp
    // What the supervisor inherited itself is none of a worker's business.
    fairy_close_from(Confinement.firstFolder + Int32(confinement.folderCount))
    // The supervisor made the socket this process' standard input.
    channel = Channel(.standardInput, mostFiles: .max)
    // Ctrl-C is the supervisor's business; errors of writing are told by the write.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    // Whoever started the supervisor may ignore it.
    signal(SIGXCPU, SIG_DFL)
    fairy_set_up_heap()
    // Where the system cannot do it, the closed socket ends the worker after the file in hand.
    _ = fairy_end_with_parent()
  }

  /// Enters the sandbox, then serves until the supervisor is gone.
  public mutating func run() throws(ConversionError) {
    guard let missing = enter() else { return }
    if confinement.isTemplate {
      // Stays open: its number is that of the worker's own.
      let orders = channel
      let template = SealedTemplate(channel: orders, converter: converter, warmUp: warmUp)
      guard try template.serve() else { return }
      channel = Channel(.standardInput, mostFiles: .max)
      defer { withExtendedLifetime(orders) {} }
      guard confinement.policy == .off || Sandbox.narrow() || !missing.isEmpty else { return }
      try serve(missing)
    } else {
      try serve(missing)
    }
  }

  private mutating func serve(_ missing: [String]) throws(ConversionError) {
    guard channel.send(WorkerMessage.ready(missing: missing).json) else { return }
    while case .message(let json) = try channel.receive(waiting: true) {
      switch try SupervisorMessage(json, vocabulary: converter.vocabulary) {
      case .further:
        if let file = channel.takeFile() { furtherInputs.append(file) }
      case .index(let path):
        index = try channel.takeFile().map { file throws(ConversionError) in
          try InputFile(granted: file, path: path)
        }
      case .convert(let request, let threads, let hazards):
        try convert(request, threads: threads, hazards)
      case .dryRun(let request, let kind):
        try performDryRun(request, kind)
      case .list(let request):
        try list(request)
      case .survey(let request):
        try survey(request)
      case .page:
        page = channel.takeFile()
      case .look(let request):
        try look(request)
      case .questions:
        questions = channel.takeFile().map { Channel($0, mostFiles: 0) }
      case .view(let request, let key):
        guard let questions else {
          throw ConversionError(.damagedInput, "a view that nobody asks about")
        }
        try view(request, as: key, questions)
      case .granted, .refused, .passwords, .started, .notStarted, .errorOutput, .fork, .ask:
        throw ConversionError(.damagedInput, "an answer without a question")
      }
    }
  }

  /// - Returns: what the system lacks of the sandbox; `nil` where it cannot be entered.
  private func enter() -> [String]? {
    do throws(ConversionError) {
      return try confinement.sandbox.enter(confinement.policy) {
        fairy_lazy_open_all()
      }
    } catch {
      channel.send(WorkerMessage.unfit(error).json)
      return nil
    }
  }

  private mutating func convert(
    _ request: Request, threads: Int, _ hazards: Hazards
  ) throws(ConversionError) {
    let request = completed(request)
    let files = try takeFiles(for: request)
    let progress = ProgressMessages(channel)
    let context = converter.context(
      for: request, threads: threads, files: files,
      launcher: SupervisedPrograms(channel: channel, vocabulary: converter.vocabulary),
      hazards: HazardLog(hazards) { [channel] step, isOver in
        channel.send(WorkerMessage.hazard(step, isOver: isOver).json)
      },
      progress: { progress.send($0) })
    var outcome = converter.convert(request, in: context)
    try channel.forgetEarly()
    // What libraries hold may never be given back: a process that came so far makes room for another.
    let isExhausted = peak.cameNear(request.limits)
    if isExhausted { outcome.blameMemory(request.limits) }
    channel.send(
      WorkerMessage.finished(
        outcome.json(id: nil), leaving: isExhausted, modified: outcome.inputModified
      ).json)
    if isExhausted { _exit(0) }
    // To give back a million objects takes longer than many a conversion: the answer does not wait for it.
    context.giveBack()
  }

  /// Tells what would become of a file.
  private mutating func performDryRun(
    _ request: Request, _ kind: DryRun.Kind
  ) throws(ConversionError) {
    let request = completed(request)
    let files = try takeFiles(for: request)
    let progress = ProgressMessages(channel)
    var outcome =
      switch kind {
      case .outcomes:
        converter.performDryRun(request, files: files, progress: { progress.send($0) })
      case .plans: converter.forecast(request, files: files, progress: { progress.send($0) })
      }
    let isExhausted = peak.cameNear(request.limits)
    if isExhausted { outcome.blameMemory(request.limits) }
    channel.send(
      WorkerMessage.finished(outcome.json(id: nil), leaving: isExhausted, modified: nil).json)
    if isExhausted { _exit(0) }
  }

  /// The inputs of a request, which came with it.
  mutating func takeFiles(for request: Request) throws(ConversionError) -> GrantedFiles {
    guard let descriptor = channel.takeFile() else {
      throw ConversionError(.damagedInput, "a request without its file")
    }
    let input = try InputFile(
      granted: descriptor, path: request.input.openedPath, allowsFolder: true)
    var inputs = [(request.input, input)]
    for (input, descriptor) in zip(request.purpose.furtherInputs, furtherInputs) {
      inputs.append(
        (input, try InputFile(granted: descriptor, path: input.openedPath, allowsFolder: true)))
    }
    furtherInputs = []
    return GrantedFiles(
      inputs: inputs, folder: confinement.sandbox.filled.first, channel: channel,
      vocabulary: converter.vocabulary)
  }

  /// A request with what came before it, and with the passwords that it may ask for.
  mutating func completed(_ request: Request) -> Request {
    var request = request
    request.options.reading.index = index
    index = nil
    request.options.reading.passwords = .supervised(by: channel, converter.vocabulary)
    return request
  }

  /// Tells the files of an archive that the input of `request` names.
  private mutating func list(_ request: Request) throws(ConversionError) {
    let request = completed(request)
    guard let descriptor = channel.takeFile(), let address = request.input.address else {
      throw ConversionError(.damagedInput, "a request without its archive")
    }
    let context = ConversionContext(
      registry: converter.registry, limits: request.limits, reading: request.options.reading)
    do throws(ConversionError) {
      let archive = try InputFile(granted: descriptor, path: request.input.openedPath)
      var files = try converter.files(matching: address, in: archive, context)[...]
      while !files.isEmpty {
        channel.send(
          WorkerMessage.files(
            files.prefix(100).map { ListedFile(path: $0.path, byteCount: $0.byteCount) }
          ).json)
        files = files.dropFirst(100)
      }
      channel.send(WorkerMessage.listed(nil).json)
    } catch {
      channel.send(WorkerMessage.listed(error).json)
    }
  }

  /// Answers which options of `request` no step of its route uses.
  private mutating func survey(_ request: Request) throws(ConversionError) {
    let request = completed(request)
    guard let descriptor = channel.takeFile() else {
      throw ConversionError(.damagedInput, "a request without its file")
    }
    let input = try InputFile(
      granted: descriptor, path: request.input.openedPath, allowsFolder: true)
    let files = GrantedFiles(
      inputs: [(request.input, input)], folder: nil, channel: channel,
      vocabulary: converter.vocabulary)
    let unused: [UnusedOption]?
    do throws(ConversionError) {
      unused = try converter.unusedOptions(of: request, files: files)
    } catch {
      // What is wrong with it is told by its conversion.
      unused = nil
    }
    channel.send(WorkerMessage.surveyed(unused).json)
  }

  /// Shows a file to whoever wants to see it.
  private mutating func look(_ look: LookRequest) throws(ConversionError) {
    guard let renderer, let pipe = page else {
      throw ConversionError(.damagedInput, "a look that nobody sees")
    }
    page = nil
    let limits = look.request.limits
    var look = look
    look.request = completed(look.request)
    let request = look.request
    let files = try takeFiles(for: request)
    let input = try files.open(request.input, within: limits)
    let (progress, waiting) = (ProgressMessages(channel), WaitingTime())
    let context = converter.viewing(
      request, isViewing: look.kind == .contents, threads: look.threads, files: files,
      launcher: SupervisedPrograms(channel: channel, vocabulary: converter.vocabulary),
      waiting: waiting, progress: { progress.send($0) })
    let output = LookOutput(channel, pipe: pipe, waiting: waiting, vocabulary: converter.vocabulary)
    let result = renderer.look(look, at: input, through: converter, in: context, on: output)
    channel.send(WorkerMessage.looked(result).json)
    // It serves this file alone, and what it holds need not be given back piece by piece.
    _exit(0)
  }
}
