import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Workers that were taken over: whatever they do costs their file alone, and is reported in a sentence.
/// The workers are in no sandbox, which would keep some of them from it.
@Suite struct HostileWorkerTests {
  private static let invalid = "the worker sent an invalid message (tried twice)"
  private static let tooLarge =
    "the result needs more than its limit of 1000000 bytes; "
    + "raise the limit with --limit output=2000000 (tried twice)"
  private static let temporary =
    "wrote more into temporary files than 4 times its limit of 1000000 bytes for a result and was stopped; "
    + "raise the limit with --limit output=2000000 (tried twice)"
  private static let silent =
    "reported no progress for its stall limit of 3 s and was stopped; "
    + "raise the limit with --limit stall=12 (tried twice)"

  @Test(arguments: [
    ("behind-the-end", tooLarge), ("write-on", silent),
    ("scratch-on", temporary), ("scratch-files", invalid),
    ("say {\"wants\":\"/nowhere/a.html\"}", invalid),
    ("say {\"wants\":\"../bad.html\"}", invalid),
    ("say {\"wants\":\"FOLDER/bad.html\"}", invalid),
    ("say {\"wants\":\"FOLDER/bad-1.html\"}", invalid),
    ("say {\"wants\":\"FOLDER/bad.txt\"}", invalid), ("say {\"wants\":null}", invalid),
    ("say {\"wants\":false}", invalid), ("say {\"ready\":[]}", invalid),
    ("say {\"listed\":null}", invalid), ("say {\"surveyed\":null}", invalid),
    ("say {\"link\":\"61\",\"target\":\"62\"}", invalid),
    ("say {\"folder\":\"61\",\"permissions\":511}", invalid), ("say {\"progress\":NaN}", invalid),
    ("say {\"progress\":\"1\"}", invalid), ("say {}", invalid),
    ("say {\"finished\":{\"input\":\"x\",\"status\":\"done\",\"bytesIn\":-1}}", invalid),
    ("say {\"finished\":{\"input\":\"x\",\"status\":\"done\",\"bytesIn\":1e30}}", invalid),
    ("say {\"finished\":{\"input\":\"x\",\"status\":\"done\",\"seconds\":-1}}", invalid),
    ("say {\"finished\":{\"input\":\"x\",\"status\":\"done\",\"seconds\":1e300}}", invalid),
    ("no-text", invalid), ("endless-message", invalid), ("half-a-message", silent),
  ])
  func costsItsFileAlone(order: String, message: String) throws {
    let orders = try Orders()
    for _ in 0..<2 { try orders.add("fine") }
    try orders.add(order.replacing("FOLDER", with: orders.scratch.file("")), as: "bad")
    for _ in 0..<2 { try orders.add("fine") }
    var limits = Limits.standard
    limits.output = 1_000_000
    limits.stall = 3
    let heard = try orders.run(jobs: 1, sandbox: .off, limits: limits)
    #expect(heard.error("bad")?.message == message)
    for name in orders.names where name != "bad" {
      #expect(heard.isDone(name))
      #expect(try orders.result(name) == "begun fine")
    }
    #expect(orders.scratch.names.filter { !$0.hasSuffix(".txt") }.count == 4)
  }

  /// The kernel holds a worker to the size of a file that its supervisor has set, also one that tries to raise it.
  @Test(arguments: [Sandbox.Policy.auto, .off])
  func noFileIsLongerThanTheLimit(policy: Sandbox.Policy) throws {
    let orders = try Orders()
    try orders.add("sparse")
    var limits = Limits.standard
    limits.output = 1_000_000
    let heard = try orders.run(sandbox: policy, limits: limits)
    #expect(heard.isDone("0"))
    #expect(try orders.result("0") == "begun sparse")
  }

  /// What is shown of progress lies between nothing and all, whatever is said.
  @Test(arguments: ["-1", "1e308", "-9223372036854775808", "9223372036854775807"])
  func progressHasBounds(number: String) throws {
    let orders = try Orders()
    try orders.add("say-on {\"progress\":\(number)}")
    let heard = try orders.run()
    #expect(heard.isDone("0"))
    #expect(heard.fractions.count == heard.fractions.filter { (0...1).contains($0) }.count)
  }

  /// Who may do what with a result is not a worker's to say.
  @Test func resultsAreNoPrograms() throws {
    let orders = try Orders()
    try orders.add("fine", as: "good")
    try orders.add("make-program", as: "bad")
    let heard = try orders.run(sandbox: .off)
    #expect(heard.isDone("bad"))
    let permissions = try ["good", "bad"].map { name in
      try InputFile(path: FilePath(orders.scratch.file("\(name).html"))).permissions
    }
    #expect(permissions[0] == permissions[1])
  }

  /// The supervisor measures what it can: what a worker says of sizes and times has no effect.
  @Test func measuresForItself() throws {
    let orders = try Orders()
    try orders.add("fine")
    let outcome = try #require(try orders.run().outcomes.first?.outcome)
    #expect(outcome.bytesIn == 5)
    #expect(outcome.bytesOut == 10)
  }
}
