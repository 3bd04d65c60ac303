import ConverterCore
import Runner
import SystemPackage

/// Has sealed workers do what a verb needs on its way, and reports none of it.
struct WorkerRuns {
  let sandbox: Sandbox.Policy
  let interruption: Interruption
  /// Whether nothing is said on the way, as where a screen is shown.
  var isQuiet = false
  /// How many workers there are.
  var jobs = Cores.available

  /// What became of each request, in their order.
  ///
  /// - Parameter isDryRun: whether it is only to be said what would become of them.
  /// - Throws: what stops a run; `interrupted`. A request that failed is an outcome.
  func outcomes(
    of requests: [Request], isDryRun: Bool = false
  ) throws(ConversionError) -> [Outcome] {
    guard !requests.isEmpty else { return [] }
    var supervisor = Supervisor(
      command: SealedProcess.command, jobs: jobs, sandbox: sandbox, catalog: .builtin,
      interruption: interruption)
    supervisor.programs = { SealedProcess.programs }
    if isDryRun { supervisor.dryRun = DryRun(.outcomes) }
    let collected = Collected(isQuiet: isQuiet)
    try supervisor.run(Requests(rest: requests[...]), observer: collected)
    let outcomes = requests.indices.compactMap { collected.outcomes[$0] }
    guard !interruption.isRaised, outcomes.count == requests.count else {
      throw ConversionError(.interrupted, "interrupted; nothing was changed")
    }
    return outcomes
  }

  /// The same, where each has to be done.
  ///
  /// - Throws: also why the first of them failed, which names its file.
  func results(
    of requests: [Request], isDryRun: Bool = false
  ) throws(ConversionError) -> [Outcome] {
    let outcomes = try outcomes(of: requests, isDryRun: isDryRun)
    for outcome in outcomes {
      if case .failed(let error) = outcome.status { throw error.about(outcome.input.path) }
    }
    return outcomes
  }

  private struct Requests: JobSource {
    var rest: ArraySlice<Request>

    mutating func next() -> NextJob { rest.popFirst().map { .job(Job(.success($0))) } ?? .end }
  }

  private final class Collected: RunObserver {
    /// By the place of their request.
    private(set) var outcomes: [Int: Outcome] = [:]
    private let isQuiet: Bool

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    func started(_ index: Int, _ request: Request) {}
    func progressed(_ index: Int, _: Job, _ fraction: Double) {}
    func finished(_ index: Int, _ job: Job, _ outcome: Outcome) {
      outcomes[index] = outcome
    }

    func noted(_ text: String) {
      if !isQuiet { Console.standard.note("fairy: \(text)") }
    }
  }
}
