import ArgumentParser
import ConverterCore
import Runner

/// The plans of all inputs, one after the other; one that cannot be planned is reported and the rest go
/// on.
struct PlanReport {
  private let workload: Workload
  private let sandbox: SandboxFlags
  private let output: OutputFlags
  private let limits: Limits

  init(_ workload: Workload, sandbox: SandboxFlags, limits: Limits, output: OutputFlags) {
    self.workload = workload
    self.sandbox = sandbox
    self.limits = limits
    self.output = output
  }

  func show() throws {
    let converter = Converter(registry: .builtin())
    let source = try enter(registry: converter.registry)
    var jobs = workload.jobs
    var failures: [ConversionError.Code: Int] = [:]
    var isFirst = true
    while case .job(let job) = try jobs.next() {
      do throws(ConversionError) {
        let request = try job.request.get()
        let context = converter.planning(
          within: request.limits, request.options, unusedOptions: request.unusedOptions)
        let opened = try source(request.input).open(within: request.limits)
        let plan = try converter.plan(
          converter.resolve(request.input, in: opened, context), to: request.target,
          options: request.options, in: context)
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
  ///
  /// - Returns: what opens inputs inside.
  private func enter(
    registry: Registry
  ) throws(ConversionError) -> (Request.Input) -> SandboxedInput {
    var jobs = workload.jobs
    guard workload.isSingle, case .job(let job) = try jobs.next(),
      case .success(let request) = job.request
    else {
      let resources = try sandbox.enterReadingAnything(limits: limits, registry: registry)
      return { SandboxedInput($0, resources: resources) }
    }
    let only = try sandbox.enter(reading: request.input, limits: limits, registry: registry)
    return { _ in only }
  }

  private func report(_ error: ConversionError, of job: Job) {
    guard output.json else {
      guard case .success(let request) = job.request,
        error.file == nil || error.file == request.input.path
      else { return Console.standard.report(error) }
      return Console.standard.report(error, of: request.input.display)
    }
    Console.standard.print(job.refusal(error).json(id: job.id).description)
  }
}
