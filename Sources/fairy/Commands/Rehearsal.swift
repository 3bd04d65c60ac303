import ConverterCore
import Runner
import SystemPackage

/// A run that decides everything and does nothing: `--dry-run`.
struct Rehearsal {
  private let workload: Workload
  private let sandbox: SandboxFlags

  init(_ workload: Workload, sandbox: SandboxFlags) {
    self.workload = workload
    self.sandbox = sandbox
  }

  /// Says of each file what would become of it.
  ///
  /// The process reads inputs itself, wherever they are, but can do nothing else any more.
  func run(_ report: RunReport) throws(ConversionError) {
    let converter = Converter(registry: .builtin())
    let files = DirectFiles(spool: try? .unnamedTemporary())
    try sandbox.enterReadingAnything(registry: converter.registry)
    var jobs = workload.jobs
    var index = 0
    while case .job(let job) = try jobs.next() {
      switch job.request {
      case .success(let request):
        report.finished(index, job, converter.rehearse(request, files: files))
      case .failure(let error):
        report.finished(index, job, job.refusal(error))
      }
      index += 1
    }
  }
}
