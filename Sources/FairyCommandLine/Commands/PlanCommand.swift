import ArgumentParser
import ConverterCore
import Runner

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Shows the route of a conversion, its cost and what it loses, before anything runs.")

  @OptionGroup var work: WorkFlags

  @Option(
    help: ArgumentHelp(
      "Write the requests here, for --manifest, fairy worker or a cluster.", valueName: "file"))
  var manifestOut: PathArgument?

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    let workload = try work.workload(catalog: .builtin, sandbox: sandbox.policy)
    try workload.checkOptions(sandbox: sandbox.policy)
    for note in workload.notes { Console.standard.note("fairy: \(note)") }
    if let manifestOut {
      try ManifestOutput(workload).write(to: manifestOut, onConflict: work.result.onConflict)
    } else {
      try show(workload)
    }
  }

  private func show(_ workload: Workload) throws {
    let interruption = try Interruption()
    interruption.watchSignals {}
    var supervisor = Supervisor(
      command: SealedProcess.command, jobs: Cores.available, sandbox: sandbox.policy,
      catalog: .builtin, interruption: interruption)
    supervisor.dryRun = DryRun(.plans)
    supervisor.isOrdered = true
    let report = PlanReport(output)
    try supervisor.run(workload.jobs, observer: report)
    try report.close(after: interruption)
  }
}
