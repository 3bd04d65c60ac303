import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

/// How a run over many files goes.
struct RunFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many cores to keep busy; with several, there is one worker process more. (default: all)",
      valueName: "n"))
  var jobs: Int?

  @Flag(help: "Give results in the order of the inputs, not as they finish.")
  var ordered = false

  @Option(
    help: ArgumentHelp(
      "Note finished files here and leave out those noted. (default with -r: beside the results)",
      valueName: "file"))
  var journal: PathArgument?

  @Flag(help: "Keep no journal.")
  var noJournal = false

  @Flag(help: "Try files again that the journal knows as failed.")
  var retryFailed = false

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var reuse: ReuseFlags

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
    if noJournal, journal != nil { throw ValidationError("--no-journal contradicts --journal") }
    if noJournal, retryFailed {
      throw ValidationError("--no-journal contradicts --retry-failed, which needs a journal")
    }
  }

  /// A supervisor with these settings.
  func supervisor(
    interruption: Interruption, catalog: ContentTypeCatalog, jobs standard: Int
  ) -> Supervisor {
    var supervisor = Supervisor(
      command: SealedProcess.command, jobs: jobs ?? standard, sandbox: sandbox.policy,
      catalog: catalog, interruption: interruption)
    supervisor.isOrdered = ordered
    supervisor.reuse = reuse.reuse
    supervisor.programs = { SealedProcess.programs }
    return supervisor
  }

  /// The journal of a run: the one that is named, else one beside the results of a walk.
  func journaling(for workload: Workload) throws(ConversionError) -> Journaling? {
    guard let journal = try openJournal(for: workload) else {
      guard !retryFailed || workload.files == 0 else {
        throw ConversionError(
          .usage, "--retry-failed needs the journal of an earlier run: name it with --journal")
      }
      return nil
    }
    if journal.damagedLines > 0 {
      Console.standard.note(
        "fairy: \(journal.path.display): damaged lines passed over: \(journal.damagedLines)")
    }
    let journaling = Journaling(journal, version: Fairy.version, retriesFailed: retryFailed)
    try sayReplacements(by: workload, journaling)
    return journaling
  }

  /// Says before a run begins how many earlier results make room.
  private func sayReplacements(
    by workload: Workload, _ journaling: Journaling
  ) throws(ConversionError) {
    for words in try journaling.replacements(by: workload.jobs) {
      Console.standard.note("fairy: \(words)")
    }
  }

  private func openJournal(for workload: Workload) throws(ConversionError) -> Journal? {
    // There is nothing to note.
    guard workload.files > 0 else { return nil }
    if let journal { return try Journal(opening: journal.path) }
    guard !noJournal, let folder = workload.folder else { return nil }
    do throws(ConversionError) {
      let place = Journal.place(beside: folder)
      var folders = OutputFolders()
      try folders.make(for: place)
      return try Journal(opening: place)
    } catch  where error.code == .cannotCreateOutput {
      Console.standard.note(
        "fairy: \(error.file?.display ?? folder.display): no journal is kept: \(error.message)")
      return nil
    }
  }

  /// The same journal, if it is there, to be looked at alone.
  func earlierJournal(for workload: Workload) throws(ConversionError) -> Journaling? {
    let place = journal?.path ?? (noJournal ? nil : workload.folder.map(Journal.place(beside:)))
    guard let place, FileIdentity(path: place) != nil else { return nil }
    let journaling = Journaling(
      try Journal(reading: place), version: Fairy.version, retriesFailed: retryFailed)
    try sayReplacements(by: workload, journaling)
    return journaling
  }
}
