import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

/// How a run over many files goes.
struct RunFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many cores to keep busy, and worker processes at most. (default: all)", valueName: "n"))
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

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1.") }
    if noJournal, journal != nil || retryFailed {
      throw ValidationError("--no-journal contradicts --journal and --retry-failed.")
    }
  }

  /// A supervisor with these settings.
  func supervisor(
    interruption: Interruption, catalog: ContentTypeCatalog, jobs standard: Int
  ) -> Supervisor {
    var supervisor = Supervisor(
      command: WorkerCommand.sealed, jobs: jobs ?? standard, sandbox: sandbox.policy,
      catalog: catalog, interruption: interruption)
    supervisor.isOrdered = ordered
    supervisor.retriesFailed = retryFailed
    return supervisor
  }
}
