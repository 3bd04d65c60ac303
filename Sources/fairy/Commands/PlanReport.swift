import ArgumentParser
import ConverterCore
import Runner

/// The plans of all inputs, one after the other; one that cannot be planned is reported and the rest go
/// on.
struct PlanReport {
  private let workload: Workload
  private let sandbox: SandboxFlags
  private let output: OutputFlags

  init(_ workload: Workload, sandbox: SandboxFlags, output: OutputFlags) {
    self.workload = workload
    self.sandbox = sandbox
    self.output = output
  }

  func show() throws {
    let converter = Converter(registry: .builtin())
    let sources = try open(registry: converter.registry)
    var jobs = workload.jobs
    var failures: [ConversionError.Code: Int] = [:]
    var isFirst = true
    while case .job(let job) = try jobs.next() {
      do throws(ConversionError) {
        let request = try job.request.get()
        let source = sources ?? SandboxedInput(request.input, resources: nil)
        let plan = try converter.plan(
          source.open(within: request.limits), to: request.target, options: request.options,
          limits: request.limits)
        if !output.json, !isFirst { Console.standard.print("") }
        Console.standard.print(
          output.json
            ? plan.json(request.input).description
            : plan.text(request.input, style: output.style))
      } catch {
        failures[error.code, default: 0] += 1
        report(error, of: job)
      }
      isFirst = false
    }
    try Console.standard.check()
    let status = ExitCode(failures: failures.keys)
    if status != .success { throw status }
  }

  /// Enters the sandbox: a single input is all that can be read in it, several are where they are.
  private func open(registry: Registry) throws(ConversionError) -> SandboxedInput? {
    var jobs = workload.jobs
    guard workload.isSingle, case .job(let job) = try jobs.next(),
      case .success(let request) = job.request
    else {
      try sandbox.enterReadingAnything(registry: registry)
      return nil
    }
    return try sandbox.enter(
      reading: request.input, limits: request.limits, registry: registry)
  }

  private func report(_ error: ConversionError, of job: Job) {
    guard output.json else { return Console.standard.report(error) }
    Console.standard.print(job.refusal(error).json(id: job.id).description)
  }
}
