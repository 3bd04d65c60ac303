import ArgumentParser
import ConverterCore
import Runner

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A look at files: what `fairy info`, `fairy open` and `fairy why` have in common.
///
/// Each file is looked at by a worker of its own. This process opens it and shows what the worker sends, and does
/// not look at a byte of it.
struct Look {
  private let kind: LookRequest.Kind
  /// The key of the model to see files as, where there is a choice.
  private let model: String?
  private let inputs: [Request.Input]
  private let limits: Limits
  private let options: ConversionOptions
  private let workers: LookWorkers
  private let output: OutputFlags
  private let page: PageDescription
  private let audience: ConsoleAudience
  /// Told of each file that was shown, and of which type it was, once that is over.
  var shown: (Request.Input, InputFile, ContentType.ID?) -> Void = { _, _, _ in }
  /// The passwords that were given, and those that were asked for.
  private var reading: ReadingOptions
  /// Whether passwords were given before anybody was asked.
  private let hasGivenPasswords: Bool
  private var failures: [ConversionError] = []
  private var unused = UnusedOptionTally()
  private var hasReported = false
  private var hasNotedSandbox = false

  /// - Parameters:
  ///   - options: how files are read, and what of them is meant.
  ///   - terminal: the one that a viewer may take as a whole.
  init(
    _ kind: LookRequest.Kind, of files: [PathArgument], as model: String? = nil, limits: Limits,
    options: ConversionOptions, sandbox: SandboxFlags, output: OutputFlags,
    page: PageDescription? = nil, terminal: Terminal? = nil
  ) {
    self.kind = kind
    self.model = model
    inputs = files.map(\.input)
    self.limits = limits
    self.options = options
    workers = LookWorkers(
      command: SealedProcess.command, sandbox: sandbox.policy,
      programs: { SealedProcess.programs })
    self.output = output
    self.page = page ?? PageDescription(output)
    audience = ConsoleAudience(terminal: terminal, graphics: self.page.graphics)
    reading = options.reading
    hasGivenPasswords = !reading.passwords.held.isEmpty
  }

  /// Shows each file; one that fails is reported and the rest go on.
  mutating func show() throws {
    // There is nothing to be ended in good order: no file is made.
    let endsWithPipe = !SignalSet.isIgnored(SIGPIPE)
    let interruption = try Interruption()
    interruption.watchSignals(grace: .zero) {}
    var begun: [BegunLook] = []
    var rest = inputs[...]
    while !begun.isEmpty || !rest.isEmpty {
      // The next ones are under way while one is shown.
      while begun.count < (kind == .contents ? 1 : Cores.available), let input = rest.popFirst() {
        begun.append(begin(input))
      }
      try finish(begun.removeFirst())
      if endsWithPipe, audience.isGone { Self.endWithPipe() }
    }
    try close()
  }

  /// Ends as programs do whose reader goes away (`| head`).
  private static func endWithPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// A look that is under way.
  private struct BegunLook {
    let input: Request.Input
    let file: Result<InputFile, ConversionError>
    let process: Result<LookProcess, ConversionError>
  }

  private func begin(_ input: Request.Input) -> BegunLook {
    let limits = limits
    let file = Result { () throws(ConversionError) in
      try DirectFiles().open(input, within: limits)
    }
    let process = Result { () throws(ConversionError) in
      try start(at: file.get(), input)
    }
    return BegunLook(input: input, file: file, process: process)
  }

  private func start(
    at file: InputFile, _ input: Request.Input
  ) throws(ConversionError) -> LookProcess {
    var request = Request(
      input: input, target: try ContentType.named(ContentType.ID.data.rawValue, in: .standard),
      output: .memory, options: options, limits: limits)
    request.unusedOptions = inputs.count == 1 ? .fail : .note
    let look = LookRequest(
      kind, of: request, as: model, on: page,
      stopsWithoutPassword: PasswordPrompt.isPossible, threads: Cores.available)
    return try LookProcess(look, at: file, by: workers)
  }

  private mutating func finish(_ begun: BegunLook) throws {
    var reading = reading
    var first: Result<LookProcess, ConversionError>? = begun.process
    var locked: LookResult?
    var type: ContentType.ID?
    do {
      try PasswordPrompt.asking(
        for: begun.input.display, &reading, typed: !hasGivenPasswords
      ) { reading in
        locked = nil
        let process = try first?.get() ?? start(at: begun.file.get(), begun.input)
        first = nil
        guard let result = try show(by: process, reading.passwords) else { return }
        type = result.type
        if let error = result.failure {
          locked = result
          throw error
        }
      }
      self.reading = reading
      try shown(begun.input, begun.file.get(), type)
    } catch let error as ConversionError {
      guard error.code != .sandboxUnavailable else { throw error }
      try fail(with: error, begun.input, locked?.report)
    }
  }

  /// Shows what a worker has to show.
  ///
  /// - Parameter passwords: given to the worker where its file needs one.
  /// - Returns: `nil` when nobody reads any more.
  private mutating func show(
    by process: LookProcess, _ passwords: Passwords
  ) throws(ConversionError) -> LookResult? {
    audience.beginOutput(isSetOff: hasReported && !output.json)
    let result = try process.result(for: audience, passwords) { missing in noteSandbox(missing) }
    try audience.endOutput()
    guard let result else { return nil }
    if result.hasReported { hasReported = true }
    failures += result.told.map { ConversionError($0, "") }
    for file in result.unused {
      unused.add(file.options, of: file.type.flatMap { ContentTypeCatalog.builtin[$0] }, file.name)
    }
    return result
  }

  /// Says once which parts of the sandbox the system lacks.
  private mutating func noteSandbox(_ missing: [String]) {
    guard !missing.isEmpty, !hasNotedSandbox else { return }
    hasNotedSandbox = true
    Console.standard.note("fairy: \(Sandbox.note(ofMissing: missing))")
  }

  /// Says why a file could not be looked at, below what is known of it all the same.
  private mutating func fail(
    with error: ConversionError, _ input: Request.Input, _ report: String?
  ) throws(ConversionError) {
    try Console.standard.check()
    let error = error.resolved(by: limits)
    failures.append(error)
    if let report {
      audience.beginOutput(isSetOff: hasReported && !output.json)
      try audience.write(Array((report + "\n").utf8))
      try audience.endOutput()
      hasReported = true
    } else if output.json {
      Console.standard.print(
        JSONValue.object(input.members("path") + [.init("error", error.json)]).description)
    }
    if !output.json { Console.standard.report(error, of: error.place(in: input)) }
  }

  /// Says which options made no difference, and ends with the status of the whole.
  private mutating func close() throws {
    sayUnused()
    try Console.standard.check()
    let status = ExitCode(failures: failures.map(\.code))
    if status != .success { throw status }
  }

  /// Says which options made no difference to which kinds of files; one that made none to any is an error.
  private mutating func sayUnused() {
    let (everywhere, lines) = (unused.everywhere, unused.lines)
    if !everywhere.isEmpty {
      let error = ConversionError.unused(everywhere)
      failures.append(error)
      Console.standard.report(error)
    } else if !output.json {
      for line in lines { Console.standard.note("fairy: \(line)") }
    }
  }
}
