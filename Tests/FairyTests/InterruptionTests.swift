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
      set -m  # else the shell starts it with INT ignored
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
    // Whether the codec looked up in time decides which of two sentences it is.
    #expect(result.error.contains("nothing "))
    #expect(clock.now - began < .seconds(10))
    #expect(scratch.names == ["a.jpg"])
  }

  /// `nohup` and `&` in a script start programs with signals ignored, and mean it.
  @Test(arguments: ["HUP", "INT"])
  func ignoredSignalsStayIgnored(signal: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.shell(
      """
      trap '' \(signal)
      "$FAIRY" convert a.jpg --to avif --resize 3000 --enlarge --set speed=4 & pid=$!
      sleep 0.5; kill -\(signal) $pid; wait $pid
      """, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names == ["a.avif", "a.jpg"])
  }

  @Test func killedLeavesNothing() throws {
    let scratch = try ScratchFolder()
    let result = try start(in: scratch, signal: "KILL")
    #expect(result.status == 137)
    #expect(scratch.names == ["a.jpg"])
  }
}
