import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract:
      "Answers requests on standard input, one JSON object a line, for programs that run it.",
    discussion: """
      {"id":"42","input":"a.heic","output":"a.jpg","to":"jpeg","options":{"quality":0.8}}

      Each request gets exactly one result line with its id; a file that fails, or a decoder that \
      crashes, is a result. At the end of the requests comes {"done":N}. docs/worker-protocol.md has \
      the details.
      """)

  @Option(
    help: ArgumentHelp(
      "How many files to work on at a time; with more than one, results come as they finish.",
      valueName: "n"))
  var jobs = 1

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var reuse: ReuseFlags

  /// Enough for what somebody sees of a folder at once, and little beside a worker's memory.
  private static let readsAhead = 4096

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
  }

  func run() throws {
    let interruption = try Interruption()
    interruption.watchSignals {}
    var supervisor = Supervisor(
      command: SealedProcess.command, jobs: jobs, sandbox: sandbox.policy, catalog: .builtin,
      interruption: interruption)
    supervisor.isOrdered = jobs == 1
    supervisor.readsAhead = Self.readsAhead
    supervisor.reuse = reuse.reuse
    supervisor.syncsAll = true
    supervisor.programs = { SealedProcess.programs }
    let report = WorkerReport(interruption)
    // It is for whichever requests need one.
    var reading = try reading.options()
    reading.namesPassword = false
    let defaults = reading
    let requests = RequestLines(.standardInput, vocabulary: RequestVocabulary(.builtin())) {
      $0.options.reading = defaults
    }
    try supervisor.run(requests, observer: report)
    try report.close()
  }
}
