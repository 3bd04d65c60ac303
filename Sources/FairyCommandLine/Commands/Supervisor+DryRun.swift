import ConverterCore
import Runner

extension Supervisor {
  /// Says of each file what would become of it, in their order, and does nothing: `--dry-run`.
  ///
  /// - Parameters:
  ///   - journaling: what earlier runs noted, if they did.
  ///   - interruption: that of this supervisor.
  func performDryRun(
    _ workload: Workload, journaling: Journaling?, _ report: RunReport,
    until interruption: Interruption
  ) throws {
    var supervisor = self
    supervisor.dryRun = DryRun(.outcomes, journaling: journaling)
    supervisor.isOrdered = true
    try supervisor.run(workload.jobs, observer: report)
    try report.close(after: interruption)
  }
}
