import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Programs that a plugin declares run, others do not, and all stay inside.
@Suite(.enabled(if: Probe.hasWalls)) struct DeclaredProgramTests {
  private static let declared = ["--program", "/bin/true"]

  @Test func theDeclaredRunsAndNoOther() throws {
    #expect(try Probe.attempt(["run", "/bin/true"], Self.declared) == nil)
    #expect(try Probe.attempt(["turn-into", "/bin/true"], Self.declared) == nil)
    #expect(try Probe.attempt(["run", "/bin/false"], Self.declared) == .permissionDenied)
    #expect(try Probe.attempt(["turn-into", "/bin/false"], Self.declared) == .permissionDenied)
    #expect(
      try Probe.attempt(["turn-into-descriptor", "/bin/false"], Self.declared)
        == .permissionDenied)
    #expect(try Probe.attempt(["turn-into-memory", "/bin/true"], Self.declared) == .notPermitted)
  }

  @Test func aScriptRunsWithItsInterpreter() throws {
    let scratch = try ScratchFolder()
    let script = try executable("#!/bin/sh\nexit 0\n", "script", in: scratch)
    #expect(try Probe.attempt(["run", script], ["--program", script]) == nil)
    let nested = try executable("#!\(script) -x\n", "nested", in: scratch)
    #expect(try Probe.attempt(["run", nested], ["--program", nested]) == nil)
    #expect(try Probe.attempt(["run", nested], ["--program", script]) == .permissionDenied)
  }

  @Test func whatTheSandboxWroteIsNotStarted() throws {
    let premises = try Premises()
    _ = try executable("#!/bin/sh\nexit 0\n", "out/script", in: premises.scratch)
    _ = try executable("#!/bin/sh\nexit 0\n", "in/script", in: premises.scratch)
    let options = premises.sandbox + ["--program", "/bin/sh"]
    for name in ["out/script", "in/script"] {
      #expect(
        try Probe.attempt(["run", name], options, in: premises.scratch.path) == .permissionDenied)
      #expect(
        try Probe.attempt(["run", name], ["--sandbox", "off"], in: premises.scratch.path) == nil)
    }
  }

  @Test(arguments: [": < other", "echo > other", "echo > new", "exec /bin/true"])
  func theProgramStandsBehindTheSameWalls(command: String) throws {
    let premises = try Premises()
    let script = try executable("#!/bin/sh\n\(command)\n", "script", in: premises.scratch)
    let words = ["run", script]
    let path = premises.scratch.path
    #expect(
      try Probe.attempt(words, premises.sandbox + ["--program", script], in: path)
        == .noChildProcess)
    #expect(try premises.scratch.bytes("other") == Array("other".utf8))
    #expect(try Probe.attempt(words, ["--sandbox", "off"], in: path) == nil)
  }

  @Test(.enabled(if: Landlock.version >= Landlock.firstVersionWithSignals))
  func theProgramCanBeStopped() throws {
    #expect(try Probe.attempt(["stop", "/bin/sleep", "9"], ["--program", "/bin/sleep"]) == nil)
  }

  @Test(arguments: [
    ["new-namespace"], ["tcp"], ["io-uring"], ["trace"], ["memory-file"], ["signal-parent"],
    ["own-group"], ["own-session"],
  ])
  func theOtherWallsStand(words: [String]) throws {
    #expect(try Probe.attempt(words, Self.declared) == .notPermitted)
  }

  private func executable(
    _ text: String, _ name: String, in scratch: ScratchFolder
  ) throws -> String {
    let path = try scratch.write(Array(text.utf8), to: name)
    #expect(try Program.shell("chmod 755 '\(path)'").status == 0)
    return path
  }
}
