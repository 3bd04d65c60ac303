import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Inputs of a merge that cannot be read, or that end the worker, are left out where that is wanted.
@Suite struct LeftOutInputTests {
  private let orders: Orders

  init() throws { orders = try Orders() }

  /// Joins files whose texts are orders.
  private func merge(
    _ texts: [String], keepGoing: Bool = true, limits: Limits = .standard
  ) throws -> Heard {
    for text in texts { try orders.add(text) }
    var request = try orders.request("0", limits: limits)
    request.purpose = .merge(
      texts.indices.dropFirst().map { .file(FilePath(orders.scratch.file("\($0).txt"))) })
    request.options.keepGoing = keepGoing
    let heard = Heard()
    let supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: 2, sandbox: .auto,
      catalog: .complete, interruption: try Interruption())
    try supervisor.run(JobList(jobs: [Job(id: .string("m"), .success(request))]), observer: heard)
    return heard
  }

  private func file(_ number: Int) -> FilePath { FilePath(orders.scratch.file("\(number).txt")) }

  @Test(arguments: [
    (["fail", "b", "c"], 0, "begun b, c"), (["a", "fail", "c"], 1, "begun a, c"),
    (["a", "b", "fail"], 2, "begun a, b"),
  ])
  func aDamagedOneIsLeftOut(texts: [String], number: Int, result: String) throws {
    let heard = try merge(texts)
    let outcome = try #require(heard.outcomes.first?.outcome)
    #expect(outcome.isPartial)
    #expect(outcome.outputs == [FilePath(orders.scratch.file("0.html"))])
    #expect(
      outcome.ledger == [
        LedgerEntry("input \(file(number))", .dropped, why: "is damaged")
      ])
    let error = try #require(heard.error("m"))
    #expect(error.code == .damagedInput)
    #expect(error.file == file(number))
    #expect(error.message == "is damaged; it was left out, the others are there")
    #expect(try orders.result("0") == result)
  }

  @Test func severalAreLeftOut() throws {
    let heard = try merge(["fail", "b", "fail", "fail", "e"])
    let error = try #require(heard.error("m"))
    #expect(error.message == "is damaged; it and 2 more were left out, the others are there")
    #expect(error.file == file(0))
    let ledger = heard.outcomes.first?.outcome.ledger ?? []
    #expect(ledger.map(\.what) == [0, 2, 3].map { "input \(file($0))" })
    #expect(try orders.result("0") == "begun b, e")
  }

  @Test(arguments: [
    ("crash", "crashed the decoder with SIGSEGV"),
    ("hang", "reported no progress for its stall limit of 1 s and was stopped"),
  ])
  func oneThatEndsTheWorkerIsLeftOut(deed: String, reason: String) throws {
    var limits = Limits.standard
    limits.stall = 1
    let heard = try merge(["a", deed, "c"], limits: limits)
    let error = try #require(heard.error("m"))
    #expect(error.code == .decoderCrashed)
    #expect(error.file == file(1))
    #expect(error.message.hasPrefix(reason), "\(error.message)")
    #expect(error.message.hasSuffix("; it was left out, the others are there"))
    #expect(try orders.result("0") == "begun a, c")
  }

  /// Different reasons are one code: the input, taken together, is damaged.
  @Test func reasonsThatDiffer() throws {
    let heard = try merge(["a", "crash", "fail", "d"])
    #expect(heard.error("m")?.code == .damagedInput)
    #expect(heard.error("m")?.file == file(1))
    #expect(try orders.result("0") == "begun a, d")
  }

  @Test func whereNoneIsLeftThereIsNoOutput() throws {
    let heard = try merge(["fail", "fail"])
    let error = try #require(heard.error("m"))
    #expect((error.code, error.message) == (.damagedInput, "is damaged"))
    #expect(error.file == file(0))
    #expect(heard.outcomes.first?.outcome.isPartial == false)
    #expect(!orders.scratch.names.contains("0.html"))
  }

  @Test(arguments: [("fail", ConversionError.Code.damagedInput), ("crash", .decoderCrashed)])
  func withoutItNothingIsMade(deed: String, code: ConversionError.Code) throws {
    let heard = try merge(["a", deed], keepGoing: false)
    #expect(heard.error("m")?.code == code)
    #expect(heard.outcomes.first?.outcome.isPartial == false)
    #expect(!orders.scratch.names.contains("0.html"))
  }
}
