public import ConverterCore

/// Finds out before a run over many files whether each option applies to any of them.
///
/// A sealed worker looks at what the files are, one after the other, until each option applies to one of them, which is
/// usually so with the first.
public struct OptionSurvey: Sendable {
  private let command: [String]
  private let policy: Sandbox.Policy

  /// - Parameter command: the program to start for a worker, with its arguments.
  public init(command: [String], sandbox policy: Sandbox.Policy) {
    self.command = command
    self.policy = policy
  }

  /// - Throws: `usage` for options that apply to no input; other errors of an input are left to its conversion.
  public func check(_ jobs: some JobSource) throws(ConversionError) {
    var jobs = jobs
    var worker: WorkerProcess?
    // What has applied to none so far; `nil` before the first.
    var open: [UnusedOption]?
    while open?.isEmpty != true, case .job(let job) = try jobs.next() {
      guard case .success(let request) = job.request, request.asksForOptions else { continue }
      // Standard input can be read only once, by its conversion.
      guard request.input != .standardInput else { return }
      guard let input = try? DirectFiles().open(request.input, within: request.limits) else {
        continue
      }
      // A worker that may read a folder is sandboxed for that folder alone, and cannot look at further inputs.
      guard !input.isFolder else { return }
      do throws(ConversionError) {
        let asked: WorkerProcess
        if let worker {
          asked = worker
        } else {
          asked = try WorkerProcess.make(command, Confinement(policy))
        }
        worker = asked
        asked.limit(ResourceLimits(request.limits, threads: 1))
        asked.send(.survey(request), with: input.descriptor)
        guard case .surveyed(let answer) = try asked.answer(to: request, "look at")
        else { throw .protocolViolation() }
        if asked.knowsPasswords { worker = nil }
        guard let unused = answer.map(request.options.named) else { continue }
        let keys = Set(unused.map(\.option))
        open = open.map { $0.filter { keys.contains($0.option) } } ?? unused
      } catch {
        // What one file did to its worker is left to its conversion. A worker that cannot start says so there, too.
        guard [.decoderCrashed, .limitExceeded].contains(error.code) else { return }
        worker = nil
      }
    }
    if let open, !open.isEmpty { throw .unused(open) }
  }
}

extension Request {
  /// Whether there is an option that may not apply to the input.
  fileprivate var asksForOptions: Bool {
    !options.asked.isEmpty || !options.settings.isEmpty
  }
}
