import ConverterCore
import Runner
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Which of the jobs of a stream are begun first, and which are ended.
@Suite struct WantedJobsTests {
  /// What a stream says, one thing after the other; it goes on behind a pause once the run has begun something.
  private struct Stream: JobSource {
    var rest: [NextJob]

    mutating func next() -> NextJob { rest.isEmpty ? .end : rest.removeFirst() }
  }

  /// Writes into a pipe when a job is begun.
  private final class Signal: RunObserver {
    let heard = Heard()
    let (end, start): (FileDescriptor, FileDescriptor)
    private(set) var counts: [String] = []

    init() throws { (end, start) = try FileDescriptor.pipe() }

    deinit {
      try? end.close()
      try? start.close()
    }

    func started(_: Int, _: Request) { _ = try? start.writeAll([1]) }
    func progressed(_ index: Int, _ job: Job, _ fraction: Double) {
      heard.progressed(index, job, fraction)
    }
    func finished(_ index: Int, _ job: Job, _ outcome: Outcome) {
      heard.finished(index, job, outcome)
    }
    func cancelled(_ id: JSONValue, count: Int) { counts.append("\(id.text ?? "") \(count)") }
    func noted(_ text: String) {}
  }

  private func job(_ name: String, in orders: Orders, priority: Int = 0) throws -> NextJob {
    var job = Job(id: .string(name), .success(try orders.request(name)))
    job.priority = priority
    return .job(job)
  }

  private func run(
    _ jobs: Int = 1, _ says: (Signal) throws -> [NextJob]
  ) throws -> Signal {
    let signal = try Signal()
    var supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: jobs, sandbox: .auto,
      catalog: .complete, interruption: try Interruption())
    supervisor.readsAhead = 100
    try supervisor.run(Stream(rest: try says(signal)), observer: signal)
    return signal
  }

  @Test func thoseOfAHigherPriorityComeFirst() throws {
    let orders = try Orders()
    for name in ["a", "b", "c", "d", "e"] { try orders.add("fine", as: name) }
    let signal = try run { _ in
      try [("a", 0), ("b", -1), ("c", 5), ("d", 0), ("e", 5)]
        .map { try job($0, in: orders, priority: $1) }
    }
    #expect(signal.heard.ids == ["c", "e", "a", "d", "b"])
  }

  @Test func aJobThatWaitsIsCancelled() throws {
    let orders = try Orders()
    for name in ["a", "b", "c"] { try orders.add("fine", as: name) }
    let signal = try run { _ in
      try ["a", "b", "c"].map { try job($0, in: orders) }
        + [.cancel(.string("b")), .cancel(.string("b"))]
    }
    #expect(Set(signal.heard.ids) == ["a", "b", "c"])
    #expect(signal.heard.isDone("a") && signal.heard.isDone("c"))
    #expect(signal.heard.error("b")?.code == .interrupted)
    #expect(signal.counts == ["b 1", "b 0"])
    #expect(!orders.scratch.names.contains("b.html"))
  }

  @Test(arguments: ["hang", "work"])
  func aJobThatIsBegunIsCancelled(order: String) throws {
    let orders = try Orders()
    try orders.add(order, as: "slow")
    try orders.add("fine", as: "next")
    let signal = try run { signal in
      [
        try job("slow", in: orders), .wait(signal.end), .cancel(.string("slow")),
        try job("next", in: orders),
      ]
    }
    #expect(signal.heard.ids == ["slow", "next"])
    #expect(signal.heard.error("slow")?.code == .interrupted)
    #expect(signal.heard.isDone("next"))
    #expect(signal.counts == ["slow 1"])
    #expect(orders.scratch.names == ["next.html", "next.txt", "slow.txt"])
  }

  @Test func whatIsUnknownIsNotCancelled() throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    let signal = try run { _ in [.cancel(.string("a")), try job("a", in: orders)] }
    #expect(signal.counts == ["a 0"])
    #expect(signal.heard.isDone("a"))
  }

  /// Between two looks at what the stream says, a worker is looked for, for which the stream is read, too.
  @Test func whatIsReadWhileJobsAreHandedOutIsNotForgotten() throws {
    let signal = try run { signal in [.wait(signal.end), .cancel(.string("a"))] }
    #expect(signal.counts == ["a 0"])
  }

  @Test(.timeLimit(.minutes(1)))
  func whatIsReadWhileJobsAreHandedOutDoesNotWaitForMore() throws {
    let signal = try run { signal in
      [.wait(signal.end), .cancel(.string("a")), .wait(signal.end)]
    }
    #expect(signal.counts == ["a 0"])
  }
}
