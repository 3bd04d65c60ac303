import Foundation
import TestSupport
import Testing

/// Ctrl-C, and worse.
@Suite struct InterruptionTests {
  /// A conversion that takes some seconds: a big picture to AVIF at the slowest speed.
  private func start(in scratch: ScratchFolder, signal: String) throws -> Program.Result {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    return try Program.shell(
      """
      "$FAIRY" convert a.jpg --to avif --resize 6000 --enlarge --set speed=0 -q 95 & pid=$!
      sleep 1; kill -\(signal) $pid; wait $pid
      """, in: scratch.path)
  }

  @Test(arguments: ["INT", "TERM", "HUP"])
  func leavesNothing(signal: String) throws {
    let scratch = try ScratchFolder()
    let clock = ContinuousClock()
    let began = clock.now
    let result = try start(in: scratch, signal: signal)
    #expect(result.status == 130, "\(result.error)")
    #expect(clock.now - began < .seconds(10))
    #expect(scratch.names == ["a.jpg"])
  }

  @Test func killedLeavesNothing() throws {
    let scratch = try ScratchFolder()
    let result = try start(in: scratch, signal: "KILL")
    #expect(result.status == 137)
    #expect(scratch.names == ["a.jpg"])
  }
}
