import ConverterCore
import Runner
import SystemPackage
import Testing

@testable import Broker

@Suite struct ScansUnderWayTests {
  private let scans = ScansUnderWay()

  @Test func onlyTheNamedScanIsCancelled() throws {
    let (first, second) = (try scans.begin("a"), try scans.begin("b"))
    scans.cancel("a")
    scans.cancel("nobody")
    #expect(first.isRaised && !second.isRaised)
  }

  @Test func aNameIsFreeOnceItsScanIsOver() throws {
    _ = try scans.begin("a")
    #expect(throws: ConversionError.self) { try scans.begin("a") }
    scans.end("a")
    let next = try scans.begin("a")
    #expect(!next.isRaised)
  }

  @Test func closingWaitsForTheScanners() async throws {
    let scan = try scans.begin("a")
    let scans = scans
    let closing = Task.detached { scans.close() }
    while !scan.isRaised { try await Task.sleep(for: .milliseconds(1)) }
    let error = #expect(throws: ConversionError.self) { try scans.begin("b") }
    #expect(error?.code == .interrupted)
    scans.end("a")
    await closing.value
  }
}

@Suite struct KnownPasswordsTests {
  private let known = KnownPasswords()

  private func request(_ input: String, with others: [String] = []) throws -> Request {
    var request = Request(
      input: Request.Input(parsing: Array(input.utf8)),
      target: try ContentType.named(ContentType.ID.data.rawValue, in: .standard), output: .memory)
    request.purpose = .merge(others.map { Request.Input(parsing: Array($0.utf8)) })
    return request
  }

  @Test func goToTheInputsOfARequest() throws {
    try known.set(Array("one".utf8), of: "Pictures/a.pdf")
    try known.set(Array("two".utf8), of: "Pictures/b.pdf")
    try known.set(Array("one".utf8), of: "Pictures/c.pdf")
    func held(_ request: Request) -> [String] {
      known.passwords(of: request).held.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(held(try request("Pictures/a.pdf")) == ["one"])
    #expect(held(try request("Pictures/d.pdf")) == [])
    #expect(
      held(try request("Pictures/a.pdf", with: ["Pictures/b.pdf", "Pictures/c.pdf"])) == [
        "one", "two",
      ])
    // A file in an archive is read with the password of the archive.
    #expect(held(try request("Pictures/a.pdf//inner.txt")) == ["one"])
    try known.set(Array("three".utf8), of: "Pictures/a.pdf")
    #expect(held(try request("Pictures/a.pdf")) == ["three"])
  }

  @Test(arguments: [0, 1025]) func haveALength(_ count: Int) {
    let error = #expect(throws: ConversionError.self) {
      try known.set([UInt8](repeating: 97, count: count), of: "a")
    }
    #expect(error?.code == .usage)
  }
}
