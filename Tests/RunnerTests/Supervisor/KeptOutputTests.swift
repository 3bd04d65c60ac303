import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Nobody can write a result any more once it has its name.
@Suite struct KeptOutputTests {
  @Test(arguments: ["keep-open", "keep-mapped", "keep-in-socket", "keep-in-child"])
  func isThrownAway(order: String) throws {
    let orders = try Orders()
    for _ in 0..<3 { try orders.add("fine") }
    try orders.add(order, as: "bad")
    for _ in 0..<3 { try orders.add("fine") }
    var limits = Limits.standard
    limits.stall = 5
    let heard = try orders.run(jobs: 1, sandbox: .off, limits: limits)
    #expect(heard.error("bad")?.code == .decoderCrashed)
    #expect(
      heard.error("bad")?.message
        == "the worker kept the result open for writing after it had finished it, as no worker does; "
        + "the result was thrown away (tried twice)")
    for name in orders.names where name != "bad" {
      #expect(try orders.result(name) == "begun fine")
    }
    #expect(orders.scratch.names.filter { !$0.hasSuffix(".txt") }.count == 6)
  }

  /// Outputs that are replaced, renamed, or brought to the disk first are no exception.
  @Test(arguments: [OutputFile.ConflictPolicy.overwrite, .rename])
  func whateverBecomesOfTheName(policy: OutputFile.ConflictPolicy) throws {
    let orders = try Orders()
    try orders.add("keep-open", as: "bad")
    try orders.add("fine", as: "good")
    try orders.scratch.write(Array("old".utf8), to: "bad.html")
    try orders.scratch.write(Array("old".utf8), to: "good.html")
    let heard = try orders.run(sandbox: .off, conflict: policy) { $0.syncsAll = true }
    #expect(heard.error("bad")?.code == .decoderCrashed)
    #expect(heard.isDone("good"))
    #expect(try orders.result("bad") == "old")
    let isReplaced = policy == .overwrite
    #expect(try orders.result(isReplaced ? "good" : "good-2") == "begun fine")
    #expect(orders.scratch.names.count == (isReplaced ? 4 : 5))
  }

  /// Where the system does not tell who can write, each file has a worker of its own, which is gone before the result
  /// has its name.
  @Test(arguments: ["keep-open", "keep-mapped", "fine"])
  func workersEndWhereItCannotBeTold(order: String) throws {
    let orders = try Orders()
    try orders.add(order, as: "kept")
    for _ in 0..<3 { try orders.add("fine") }
    let heard = try orders.run(jobs: 1, sandbox: .off) {
      $0.writers = { output in
        _ = output.endWriting()
        return .unknown
      }
    }
    #expect(orders.names.allSatisfy(heard.isDone))
    let before = try orders.result("kept")
    for name in orders.names.dropFirst() { #expect(try orders.result(name) == "begun fine") }
    #expect(try orders.result("kept") == before)
  }

  /// Every way to write a file is seen by the question, and none where there is none.
  @Test func writersAreFound() throws {
    let orders = try Orders()
    let output = try OutputFile(.file(.init(orders.scratch.file("a.html"))))
    let second = try #require(output.descriptor).duplicate()
    let file = try #require(output.endWriting())
    #expect(Writers(of: file) == .some)
    try second.close()
    #expect(Writers(of: file) == .none)
    #expect(throws: (any Error).self) { try file.writeAll([1]) }
    #expect(try output.publish()?.lastComponent == "a.html")
  }
}
