import ConverterCore
import Runner
import SystemPackage
import TestSupport
import Testing

/// Files whose text tells the worker what to do, and a supervisor that runs them.
final class Orders {
  let scratch: ScratchFolder
  private(set) var names: [String] = []

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Adds `NAME.txt` with the order as its text.
  func add(_ order: String, as name: String? = nil) throws {
    let name = name ?? "\(names.count)"
    try scratch.write(Array((order + "\n").utf8), to: "\(name).txt")
    names.append(name)
  }

  func request(
    _ name: String, limits: Limits = .standard, conflict: OutputFile.ConflictPolicy? = nil
  ) throws -> Request {
    Request(
      input: .file(FilePath(scratch.file("\(name).txt"))),
      target: try #require(ContentTypeCatalog.complete.type(named: "html")),
      output: .file(FilePath(scratch.file("\(name).html"))), conflict: conflict, limits: limits)
  }

  /// Runs all orders.
  func run(
    jobs: Int = 2, sandbox: Sandbox.Policy = .auto, limits: Limits = .standard,
    conflict: OutputFile.ConflictPolicy? = nil, interruption: Interruption? = nil,
    passwords: Passwords = Passwords(), _ change: (inout Supervisor) throws -> Void = { _ in }
  ) throws -> Heard {
    let heard = Heard()
    let requests = try names.map { name in
      var request = try request(name, limits: limits, conflict: conflict)
      request.options.reading.passwords = passwords
      return Job(id: .string(name), .success(request))
    }
    var supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: jobs, sandbox: sandbox,
      catalog: .complete, interruption: try interruption ?? Interruption())
    supervisor.programs = { ["/bin/sh"] }
    try change(&supervisor)
    try supervisor.run(JobList(jobs: requests), observer: heard)
    return heard
  }

  /// What stands in `NAME.html`.
  func result(_ name: String) throws -> String {
    String(decoding: try scratch.bytes("\(name).html"), as: UTF8.self)
  }
}

/// Jobs that are all known.
struct JobList: JobSource {
  var jobs: [Job]
  mutating func next() -> NextJob { jobs.isEmpty ? .end : .job(jobs.removeFirst()) }
}

/// Everything that a run said.
final class Heard: RunObserver {
  private(set) var outcomes: [(id: String, outcome: Outcome)] = []
  private(set) var notes: [String] = []
  private(set) var fractions: [Double] = []

  func started(_: Int, _: Request) {}
  func progressed(_: Int, _: Job, _ fraction: Double) { fractions.append(fraction) }
  func finished(_: Int, _ job: Job, _ outcome: Outcome) {
    outcomes.append((job.id?.text ?? "", outcome))
  }
  func noted(_ text: String) { notes.append(text) }

  var ids: [String] { outcomes.map(\.id) }

  func error(_ id: String) -> ConversionError? {
    guard case .failed(let error)? = outcomes.first(where: { $0.id == id })?.outcome.status else {
      return nil
    }
    return error
  }

  func isDone(_ id: String) -> Bool {
    guard case .done? = outcomes.first(where: { $0.id == id })?.outcome.status else {
      return false
    }
    return true
  }
}
