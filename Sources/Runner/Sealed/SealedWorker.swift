import CProcessShims
public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process that converts what its supervisor hands it, and can reach nothing else.
///
/// It opens no file by name: the input is open when it comes, outputs are made by the supervisor when
/// asked for, and named by it when the worker says that they are whole. So before it sees the first
/// byte of input it gives up everything but reading the system's libraries.
public struct SealedWorker: ~Copyable {
  private let converter: Converter
  private let channel: Channel
  private var peak = MemoryPeak()
  /// The folder that it may fill.
  private var folder: FileDescriptor?
  /// Folders that it reads beside that.
  private var sources: [FileDescriptor] = []
  /// Inputs of the next request beside its first.
  private var furtherInputs: [FileDescriptor] = []
  /// The index of the mailbox that the next request is about.
  private var index: InputFile?

  /// - Parameter converter: made before the process shuts itself in.
  public init(converter: Converter) {
    self.converter = converter
    // What the supervisor inherited itself is none of a worker's business.
    fairy_close_from(3)
    // The supervisor made the socket this process' standard input.
    channel = Channel(.standardInput, takesFiles: true)
    // Ctrl-C is the supervisor's business; errors of writing are told by the write.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    fairy_set_up_heap()
    // Where the system cannot do it, the closed socket ends the worker after the file in hand.
    _ = fairy_end_with_parent()
  }

  /// Serves until the supervisor is gone.
  public mutating func run() throws(ConversionError) {
    while case .message(let json) = try channel.receive(waiting: true) {
      switch try SupervisorMessage(json, catalog: converter.catalog) {
      case .source:
        if let folder = channel.takeFile() { sources.append(folder) }
      case .begin(let policy, let access):
        guard enter(policy, access) else { return }
      case .further:
        if let file = channel.takeFile() { furtherInputs.append(file) }
      case .index(let path):
        index = try channel.takeFile().map { file throws(ConversionError) in
          try InputFile(granted: file, path: path)
        }
      case .convert(let request, let threads):
        try convert(request, threads: threads)
      case .list(let request):
        try list(request)
      case .survey(let request):
        try survey(request)
      case .granted, .refused:
        throw ConversionError(.damagedInput, "an answer without a question")
      }
    }
  }

  private mutating func enter(_ policy: Sandbox.Policy, _ access: FolderAccess?) -> Bool {
    do throws(ConversionError) {
      // What is not installed cannot be started.
      let programs = converter.registry.programs.filter { FileIdentity(path: $0) != nil }
      var sandbox = Sandbox(
        programs: programs, resources: ResourceLimits(openFiles: Assignment.mostFiles))
      sandbox.readable += sources.map { FilePath("/proc/self/fd/\($0.rawValue)") }
      if let access, let folder = channel.takeFile() {
        let path = FilePath("/proc/self/fd/\(folder.rawValue)")
        switch access {
        case .reads: sandbox.readable.append(path)
        case .fills:
          // Folders in it are opened, which counts as reading.
          sandbox.readable.append(path)
          sandbox.writable.append(path)
          self.folder = folder
        }
      }
      let missing = try sandbox.enter(policy)
      return channel.send(WorkerMessage.ready(missing: missing).json)
    } catch {
      channel.send(WorkerMessage.unfit(error).json)
      return false
    }
  }

  private mutating func convert(_ request: Request, threads: Int) throws(ConversionError) {
    guard let descriptor = channel.takeFile() else {
      throw ConversionError(.damagedInput, "a request without its file")
    }
    obey(request.limits, threads: threads)
    var request = request
    request.options.reading.index = index
    index = nil
    let input = try InputFile(
      granted: descriptor, path: request.input.openedPath, allowsFolder: true)
    var inputs = [(request.input, input)]
    for (input, descriptor) in zip(request.purpose.furtherInputs, furtherInputs) {
      inputs.append(
        (input, try InputFile(granted: descriptor, path: input.openedPath, allowsFolder: true)))
    }
    furtherInputs = []
    let files = GrantedFiles(
      inputs: inputs, folder: folder, channel: channel, catalog: converter.catalog)
    let progress = ProgressMessages(channel)
    let context = converter.context(
      for: request, threads: threads, files: files, progress: { progress.send($0) })
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

  private func obey(_ limits: Limits, threads: Int) {
    ResourceLimits(
      memory: limits.memory, cpuSeconds: limits.seconds.clampedProduct(threads),
      fileSize: limits.output
    ).apply(forGood: false)
  }

  /// Tells the files of an archive that the input of `request` names.
  private func list(_ request: Request) throws(ConversionError) {
    guard let descriptor = channel.takeFile(), let address = request.input.address else {
      throw ConversionError(.damagedInput, "a request without its archive")
    }
    obey(request.limits, threads: 1)
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
  private func survey(_ request: Request) throws(ConversionError) {
    guard let descriptor = channel.takeFile() else {
      throw ConversionError(.damagedInput, "a request without its file")
    }
    obey(request.limits, threads: 1)
    let input = try InputFile(
      granted: descriptor, path: request.input.openedPath, allowsFolder: true)
    let files = GrantedFiles(
      inputs: [(request.input, input)], folder: nil, channel: channel, catalog: converter.catalog)
    let unused: [UnusedOption]?
    do throws(ConversionError) {
      unused = try converter.unusedOptions(of: request, files: files)
    } catch {
      // What is wrong with it is told by its conversion.
      unused = nil
    }
    channel.send(WorkerMessage.surveyed(unused).json)
  }
}
