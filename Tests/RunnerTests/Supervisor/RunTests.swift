import ConverterCore
import Runner
import SystemPackage
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a run goes when nothing goes wrong with the workers.
@Suite struct RunTests {
  @Test func resultsComeInOrderWhenAsked() throws {
    let orders = try Orders()
    for index in 0..<20 { try orders.add(index % 7 == 0 ? "work" : "fine") }
    let heard = try orders.run(jobs: 4) { $0.isOrdered = true }
    #expect(heard.ids == orders.names)
  }

  @Test func resultsComeAsTheyFinishOtherwise() throws {
    let orders = try Orders()
    try orders.add("work", as: "slow")
    for _ in 0..<5 { try orders.add("fine") }
    let heard = try orders.run()
    #expect(heard.ids.last == "slow")
  }

  /// A program that runs supervisors again and again would fill the table of processes, and one that waits for any
  /// child, as a runner of tests may, would find a worker.
  @Test func noProcessIsLeftUnreaped() async {
    await #expect(processExitsWith: .success) {
      let orders = try Orders()
      for _ in 0..<6 { try orders.add("fine") }
      let heard = try orders.run { $0.reuse = WorkerReuse.none }
      #expect(heard.ids.count == 6)
      var info = siginfo_t()
      #expect(waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == -1)
      #expect(errno == ECHILD)
    }
  }

  @Test func nothingIsARun() throws {
    #expect(try Orders().run().outcomes.isEmpty)
  }

  @Test func missingInputsAndFoldersAreFailures() throws {
    let orders = try Orders()
    try orders.add("fine", as: "there")
    let there = try orders.request("there")
    var missing = there
    missing.input = .file(FilePath(orders.scratch.file("nowhere.txt")))
    var nowhere = there
    nowhere.output = .file(FilePath(orders.scratch.file("no/folder/x.html")))
    let heard = Heard()
    var supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: 2, sandbox: .auto,
      catalog: .complete, interruption: try Interruption())
    supervisor.makesFolders = false
    let jobs = [missing, nowhere, there].enumerated().map { index, request in
      Job(id: .string("\(index)"), .success(request))
    }
    try supervisor.run(JobList(jobs: jobs), observer: heard)
    #expect(heard.error("0")?.code == .inputNotFound)
    #expect(heard.error("1")?.code == .cannotCreateOutput)
    #expect(heard.isDone("2"))

    supervisor.makesFolders = true
    let again = Heard()
    try supervisor.run(JobList(jobs: [jobs[1]]), observer: again)
    #expect(again.isDone("1"))
    #expect(try orders.result("no/folder/x") == "begun fine")
  }

  /// Two inputs for one output: one wins, whole, and the other hears of it.
  @Test func aRaceForANameHasOneWinner() throws {
    let orders = try Orders()
    try orders.add("work first", as: "a")
    try orders.add("work second", as: "b")
    let heard = Heard()
    let supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: 2, sandbox: .auto,
      catalog: .complete, interruption: try Interruption())
    let jobs = try ["a", "b"].map { name in
      var request = try orders.request(name)
      request.output = .file(FilePath(orders.scratch.file("both.html")))
      return Job(id: .string(name), .success(request))
    }
    try supervisor.run(JobList(jobs: jobs), observer: heard)
    let failed = ["a", "b"].compactMap { heard.error($0) }
    #expect(failed.map(\.code) == [.outputExists])
    #expect(["begun work first", "begun work second"].contains(try orders.result("both")))
  }

  /// After an interruption those in hand end as interrupted, and nothing of them stays.
  @Test func interruptionEndsFilesInHand() throws {
    let orders = try Orders()
    for _ in 0..<6 { try orders.add("hang") }
    let interruption = try Interruption()
    let heard = Heard()
    // The first progress that anybody makes is none: the run is interrupted before it begins to wait.
    interruption.raise()
    let supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: 2, sandbox: .auto,
      catalog: .complete, interruption: interruption)
    let jobs = try orders.names.map { Job(id: .string($0), .success(try orders.request($0))) }
    try supervisor.run(JobList(jobs: jobs), observer: heard)
    #expect(heard.outcomes.isEmpty)
    #expect(orders.scratch.names.allSatisfy { $0.hasSuffix(".txt") })
  }
}
