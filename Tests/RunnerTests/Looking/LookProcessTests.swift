import ConverterCore
import Foundation
import Runner
import SystemPackage
import TestSupport
import Testing

/// What a look shows, and how it ends where its worker does not.
@Suite struct LookProcessTests {
  private func look(
    _ order: String, limits: Limits = .standard, readerLeaves: Bool = false,
    until interruption: Interruption? = nil
  ) throws -> (result: LookResult?, audience: Recorded) {
    let orders = try Orders()
    try orders.add(order)
    let request = try orders.request("0", limits: limits)
    let audience = Recorded()
    audience.isGone = readerLeaves
    let process = try LookProcess(
      LookRequest(.contents, of: request, on: PageDescription()),
      at: DirectFiles().open(request.input, within: limits),
      by: LookWorkers(command: [Program.built("misbehaving-worker")], sandbox: .auto))
    return (try process.result(for: audience, until: interruption) { _ in }, audience)
  }

  @Test func showsWhatItHas() throws {
    let (result, audience) = try look("nothing special")
    #expect(result?.failure == nil)
    #expect(audience.text == "seen\n")
    #expect(audience.notes == ["a note"])
  }

  @Test func mayUseScratchFiles() throws {
    let (result, audience) = try look("scratch")
    #expect(result?.failure == nil)
    #expect(audience.text == "seen\n")
  }

  /// A worker that crashes is replaced once, unless it has shown something that would come twice.
  @Test(arguments: [
    ("crash", "crashed the decoder with SIGSEGV (tried twice)", 2),
    (
      "say-and-crash",
      "crashed the decoder with SIGABRT: assertion failed: depth > 0 (tried twice)", 2
    ),
    ("exit", "the decoder ended its process with status 3 (tried twice)", 2),
    ("malformed-message", "the worker sent an invalid message (tried twice)", 2),
    ("false-result", "the worker sent an invalid message (tried twice)", 2),
    ("foreign-output", "the worker sent an invalid message (tried twice)", 2),
    ("show-and-crash", "crashed the decoder with SIGSEGV", 0),
  ])
  func exitsAreFailures(order: String, message: String, notes: Int) throws {
    let (result, audience) = try look(order)
    #expect(result?.failure?.code == .decoderCrashed)
    #expect(result?.failure?.message == message)
    #expect(audience.notes.count == notes)
    #expect(audience.text == (notes == 0 ? "begun\n" : ""))
  }

  @Test func silenceIsALimit() throws {
    var limits = Limits.standard
    limits.stall = 1
    let (result, _) = try look("hang", limits: limits)
    #expect(result?.failure?.code == .limitExceeded)
    #expect(result?.failure?.message.hasPrefix("reported no progress for its stall limit") == true)
  }

  @Test func whoeverWantsItNoMoreEndsIt() throws {
    let interruption = try Interruption()
    let other = WorkerThread(running: {
      Thread.sleep(forTimeInterval: 0.2)
      interruption.raise()
    })
    let start = ContinuousClock.now
    let (result, audience) = try look("hang", until: interruption)
    other?.join()
    #expect(result == nil)
    #expect(audience.text.isEmpty)
    // Long before it would have been silent for too long.
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func heartbeatsAreReceived() throws {
    var limits = Limits.standard
    limits.stall = 1
    let (result, audience) = try look("work", limits: limits)
    #expect(result?.failure == nil)
    #expect(audience.text == "seen\n")
  }

  @Test func memoryIsALimit() throws {
    var limits = Limits.standard
    limits.memory = 64 << 20
    let (result, _) = try look("grow-swift", limits: limits)
    #expect(result?.failure?.code == .limitExceeded)
  }

  /// Nobody waits for a worker that nobody listens to.
  @Test func aReaderThatLeavesEndsIt() throws {
    let (result, audience) = try look("hang", readerLeaves: true)
    #expect(result == nil)
    #expect(audience.text.isEmpty)
  }
}

/// An audience that keeps what it gets.
private final class Recorded: LookAudience {
  private var bytes: [UInt8] = []
  private(set) var notes: [String] = []
  var isGone = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: [UInt8]) throws(ConversionError) { self.bytes += bytes }
  func note(_ line: String) { notes.append(line) }

  func takeScreen(
    _: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    throw ConversionError(.writeFailed, "there is no terminal to show it on")
  }
}
