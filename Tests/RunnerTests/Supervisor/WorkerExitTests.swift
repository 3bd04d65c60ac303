import ConverterCore
import Runner
import TestSupport
import Testing

/// A worker that crashes costs one file.
@Suite struct WorkerExitTests {
  @Test(arguments: [
    ("crash", "crashed the decoder with SIGSEGV (tried twice)"),
    ("abort", "crashed the decoder with SIGABRT (tried twice)"),
    ("exit", "the decoder ended its process with status 3 (tried twice)"),
    (
      "say-and-crash", "crashed the decoder with SIGABRT: assertion failed: depth > 0 (tried twice)"
    ),
    ("malformed-message", "the worker sent an invalid message (tried twice)"),
    ("late-refusal", "the worker sent an invalid message (tried twice)"),
    ("false-result", "the worker sent an invalid message (tried twice)"),
    ("foreign-output", "the worker sent an invalid message (tried twice)"),
  ])
  func isOneFailure(order: String, message: String) throws {
    let orders = try Orders()
    for _ in 0..<4 { try orders.add("fine") }
    try orders.add(order, as: "bad")
    for _ in 0..<4 { try orders.add("fine") }
    let heard = try orders.run()
    #expect(heard.outcomes.count == 9)
    #expect(heard.error("bad")?.code == .decoderCrashed)
    #expect(heard.error("bad")?.message == message)
    for name in orders.names where name != "bad" {
      #expect(heard.isDone(name))
      #expect(try orders.result(name) == "begun fine")
    }
    #expect(!orders.scratch.names.contains("bad.html"))
    #expect(orders.scratch.names.allSatisfy { !$0.hasPrefix(".") })
  }

  /// Swift's own traps: an index out of range says where.
  @Test func trapsAreToldWithTheirSignal() throws {
    let orders = try Orders()
    try orders.add("trap")
    let error = try #require(try orders.run().error("0"))
    #expect(error.code == .decoderCrashed)
    #expect(
      error.message.contains("SIGTRAP") || error.message.contains("SIGILL"), "\(error.message)")
  }

  @Test func manyCrashesCostNoOtherFile() throws {
    let orders = try Orders()
    for index in 0..<60 { try orders.add(index % 3 == 0 ? "crash" : "fine") }
    let heard = try orders.run(jobs: 3)
    #expect(heard.outcomes.count == 60)
    for (index, name) in orders.names.enumerated() {
      #expect(heard.isDone(name) == (index % 3 != 0))
    }
  }

  @Test func aSecondWorkerMaySucceed() throws {
    let orders = try Orders()
    try orders.add("once \(orders.scratch.file("marker"))")
    // The order leaves a mark on the disk, which the sandbox would prevent.
    let heard = try orders.run(sandbox: .off)
    #expect(heard.isDone("0"))
    #expect(try orders.result("0").hasPrefix("begun once"))
  }

  @Test func printingMuchIsNoHindrance() throws {
    let orders = try Orders()
    for _ in 0..<3 { try orders.add("print-much") }
    let heard = try orders.run()
    #expect(orders.names.allSatisfy(heard.isDone))
    #expect(heard.notes.isEmpty)
  }

  @Test(arguments: ["hang", "spin"])
  func stuckWorkersAreStopped(order: String) throws {
    let orders = try Orders()
    try orders.add(order, as: "stuck")
    for _ in 0..<3 { try orders.add("fine") }
    var limits = Limits.standard
    limits.stall = 1
    let heard = try orders.run(limits: limits)
    #expect(heard.error("stuck")?.code == .limitExceeded)
    #expect(
      heard.error("stuck")?.message
        == "reported no progress for its stall limit of 1 s and was stopped; "
        + "raise the limit with --limit stall=4"
        + " (tried twice)")
    #expect(heard.outcomes.filter { heard.isDone($0.id) }.count == 3)
  }

  /// The time is the file's, not the attempt's.
  @Test func whatTakesTooLongIsNotTriedAgain() throws {
    let orders = try Orders()
    try orders.add("hang", as: "stuck")
    var limits = Limits.standard
    limits.seconds = 1
    let began = ContinuousClock.now
    let heard = try orders.run(limits: limits)
    #expect(ContinuousClock.now - began < .seconds(4))
    #expect(heard.error("stuck")?.code == .limitExceeded)
    #expect(
      heard.error("stuck")?.message
        == "took longer than its limit of 1 s and was stopped; raise the limit with --limit seconds=4"
    )
  }

  /// A second attempt has the time that the first one left.
  @Test func bothAttemptsShareTheTime() throws {
    let orders = try Orders()
    try orders.add("hang", as: "stuck")
    var limits = Limits.standard
    limits.seconds = 4
    limits.stall = 2
    let began = ContinuousClock.now
    let heard = try orders.run(limits: limits)
    #expect(ContinuousClock.now - began < .seconds(7))
    #expect(
      heard.error("stuck")?.message
        == "took longer than its limit of 4 s and was stopped; raise the limit with --limit seconds=16"
        + " (tried twice)")
  }

  /// Whatever a worker does, the others go on and the run ends.
  @Test(arguments: ["close", "message-flood", "print-flood"])
  func noWorkerHoldsUpTheOthers(order: String) throws {
    let orders = try Orders()
    try orders.add(order, as: "stuck")
    for _ in 0..<5 { try orders.add("fine") }
    var limits = Limits.standard
    limits.stall = 1
    let heard = try orders.run(limits: limits)
    #expect(heard.error("stuck") != nil)
    #expect(heard.outcomes.filter { heard.isDone($0.id) }.count == 5)
  }

  /// With results held back for order, a file that is tried again must still get its worker.
  @Test func orderWaitsForTheSecondTry() throws {
    let orders = try Orders()
    try orders.add("hang")
    for _ in 0..<1100 { try orders.add("fine") }
    var limits = Limits.standard
    limits.stall = 2
    let heard = try orders.run(jobs: 3, limits: limits) { $0.isOrdered = true }
    #expect(heard.ids == orders.names)
    #expect(heard.error("0")?.code == .limitExceeded)
  }

  /// What takes long but moves is not stuck.
  @Test func slowIsNotStuck() throws {
    let orders = try Orders()
    try orders.add("work")
    var limits = Limits.standard
    limits.stall = 1
    let heard = try orders.run(limits: limits)
    #expect(heard.isDone("0"))
    #expect(heard.fractions.count > 5)
    #expect(heard.fractions == heard.fractions.sorted())
  }

  @Test(arguments: ["grow-swift", "grow-c", "grow-and-fail"])
  func hungryWorkersMeetTheirLimit(order: String) throws {
    let orders = try Orders()
    try orders.add(order, as: "hungry")
    for _ in 0..<3 { try orders.add("fine") }
    var limits = Limits.standard
    limits.memory = 64 << 20
    let heard = try orders.run(limits: limits)
    #expect(
      heard.error("hungry")?.code == .limitExceeded, "\(heard.error("hungry")?.message ?? "")")
    #expect(heard.error("hungry")?.message.contains("--limit memory=134217728") == true)
    #expect(heard.outcomes.filter { heard.isDone($0.id) }.count == 3)
  }

  /// A program that is no worker at all is not tried for ever.
  @Test func aWorkerThatNeverBeginsEndsTheRun() throws {
    let orders = try Orders()
    try orders.add("fine")
    let error = try #require(throws: ConversionError.self) {
      try orders.run { $0.command = ["/bin/false"] }
    }
    #expect(error.code == .internalError)
  }
}
