import ConverterCore
import Runner
import SystemPackage

/// A run that decides everything and does nothing: `--dry-run`.
struct Rehearsal {
  let workload: Workload
  /// What earlier runs noted, if they did.
  let journaling: Journaling?
  let sandbox: SandboxFlags
  let limits: Limits

  /// Says of each file what would become of it.
  ///
  /// The process reads inputs itself, wherever they are, but can do nothing else any more.
  func run(_ report: RunReport) throws(ConversionError) {
    let converter = Converter(registry: .builtin())
    let files = DirectFiles(spool: try? .unnamedTemporary())
    _ = try sandbox.enterReadingAnything(
      limits: limits, registry: converter.registry)
    var jobs = workload.jobs
    var index = 0
    while case .job(let job) = try jobs.next() {
      report.finished(index, job, try outcome(of: job, converter, files))
      index += 1
    }
  }

  private func outcome(
    of job: Job, _ converter: Converter, _ files: DirectFiles
  ) throws(ConversionError) -> Outcome {
    switch job.request {
    case .failure(let error): return job.refusal(error)
    case .success(var request):
      if let earlier = try journaling?.foresee(&request) { return earlier }
      return converter.rehearse(request, files: files)
    }
  }
}
