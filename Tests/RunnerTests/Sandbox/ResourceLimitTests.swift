import SystemPackage
import TestSupport
import Testing

/// A process that takes more than it may is stopped, whatever else the system would give it.
@Suite(.enabled(if: Probe.hasSandbox)) struct ResourceLimitTests {
  @Test func memory() throws {
    let much = ["reserve-memory", "\(64 << 30)"]
    #expect(try Probe.attempt(much, ["--memory", "\(64 << 20)"]) == .noMemory)
    #expect(try Probe.attempt(much, []) == nil)
    #expect(
      try Probe.attempt(["take-memory", "\(64 << 20)"], ["--memory", "\(64 << 20)"]) == nil)
  }

  @Test func processorTime() throws {
    // One second beyond the one that has begun. The kernel counts by ticks, of which a busy machine
    // loses some; so the attempt is to take much more.
    let result = try Program.run(Probe.path, ["--cpu-seconds", "1", "take-time", "5"])
    #expect(result.status == 128 + 24)
    #expect(try Probe.attempt(["take-time", "5"], []) == nil)
  }

  @Test func sizeOfAFile() throws {
    let folder = try AttemptFolder()
    let words = ["take-disk", "out/new", "\(2 << 20)"]
    let path = folder.scratch.path
    #expect(
      try Probe.attempt(words, folder.sandbox + ["--file-size", "\(1 << 20)"], in: path)
        == .fileTooLarge)
    #expect(try Probe.attempt(words, folder.sandbox, in: path) == nil)
  }

  @Test func openFiles() throws {
    let words = ["take-descriptors", "100"]
    #expect(try Probe.attempt(words, ["--open-files", "64"]) == .tooManyOpenFiles)
    #expect(try Probe.attempt(words, []) == nil)
  }
}
