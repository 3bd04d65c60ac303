import ArgumentParser
import ConverterCore
import Runner

/// What the verbs for documents share: how files are read, written and worked on.
struct DocumentWork: ParsableArguments {
  @OptionGroup var result: ResultFlags

  @Option(
    help: ArgumentHelp("Fail rather than drop these, such as outline,forms.", valueName: "words"),
    transform: { $0.split(separator: ",").map(String.init) })
  var require: [[String]] = []

  @Flag(help: "Show what would be done, with conflicts, and do nothing.")
  var dryRun = false

  @OptionGroup var settings: SettingFlags
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var origin: OriginFlag
  @OptionGroup(title: "Documents") var encryption: EncryptionFlags
  @OptionGroup var limits: LimitFlags
  @OptionGroup(title: "Runs over many files") var bulk: RunFlags
  @OptionGroup var output: OutputFlags

  func options() throws -> ConversionOptions {
    var options = ConversionOptions()
    options.require = require.flatMap(\.self)
    options.settings = settings.values
    options.reading = try reading.options()
    if let word = origin.senders.first {
      throw ConversionError(
        .usage, "--from says what the input is, and \"\(word.printable)\" names no type")
    }
    origin.apply(to: &options.reading)
    try encryption.apply(to: &options)
    return options
  }

  /// Takes signals from now on.
  ///
  /// - Parameter rest: what is said of unfinished work where the process is ended at once.
  static func interruption(
    _ rest: String = "nothing unfinished was left behind"
  ) throws -> Interruption {
    let interruption = try Interruption()
    interruption.watchSignals {
      if Console.errorIsTerminal { Console.standard.noteRaw(ProgressLine.erase) }
      Console.standard.note("fairy: interrupted; \(rest)")
    }
    return interruption
  }

  /// Does what a workload asks for, and reports it.
  ///
  /// - Parameters:
  ///   - interruption: what ends it early, where signals are taken already.
  ///   - told: gets what became of each request, where the workload keeps that, also where some failed.
  /// - Returns: what was done last, `nil` in a dry run.
  @discardableResult
  func run(
    _ workload: Workload, until interruption: Interruption? = nil,
    told: ([Int: Outcome]) -> Void = { _ in }
  ) throws -> Outcome? {
    if workload.isPrinted, output.json {
      throw ConversionError(.usage, "standard output cannot take the result and JSON at once")
    }
    if workload.isPrinted, Console.isTerminal {
      throw ConversionError(
        .usage, "standard output is a terminal; name a file with -o, or send it somewhere: | or >")
    }
    try workload.checkOptions(sandbox: bulk.sandbox.policy)
    for note in workload.notes + result.notes(isPrinted: workload.isPrinted) {
      Console.standard.note("fairy: \(note)")
    }
    let interruption = try interruption ?? Self.interruption()
    var supervisor = bulk.supervisor(
      interruption: interruption, catalog: .builtin, jobs: Cores.available)
    if dryRun {
      let report = RunReport(workload, flags: output)
      try supervisor.performDryRun(
        workload, journaling: bulk.earlierJournal(for: workload), report, until: interruption)
      return nil
    }
    supervisor.makesFolders = workload.makesFolders
    supervisor.journaling = try bulk.journaling(for: workload)
    var reading = try reading.options()
    var last: Outcome?
    try PasswordPrompt.asking(for: nil, &reading) { reading in
      let report = RunReport(
        workload, flags: output, leavesPasswords: workload.isSingle && PasswordPrompt.isPossible)
      try supervisor.run(
        UnlockedJobs(workload.jobs, reading), observer: report)
      last = report.last
      told(report.outcomes)
      try report.close(after: interruption)
    }
    return last
  }
}
