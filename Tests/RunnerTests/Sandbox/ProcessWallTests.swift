import SystemPackage
import TestSupport
import Testing

/// No program is started, no other process is touched, nothing is asked of the kernel but files.
@Suite(.enabled(if: Probe.hasWalls)) struct ProcessWallTests {
  @Test(arguments: [
    ["turn-into", "/bin/true"], ["turn-into-memory", "/bin/true"],
    ["turn-into-descriptor", "/bin/true"], ["run", "/bin/true"], ["fork"], ["vfork"],
    ["memory-file"], ["own-group"], ["signal-parent"], ["signal-group"], ["signal-parent-thread"],
    ["queue-for-parent"], ["signal-through-descriptor"], ["limit-parent"], ["schedule-parent"],
    ["nice-group"], ["share-memory"], ["read-memory"], ["open-process"], ["trace"],
    ["gain-privileges"],
  ])
  func isHeldBack(words: [String]) throws {
    #expect(try Probe.attempt(words, []) == .notPermitted)
    #expect(try Probe.attempt(words, ["--sandbox", "off"]) == nil)
  }

  /// They need privileges or hardware, or a container refuses them before the sandbox does.
  @Test(arguments: [
    ["new-namespace"], ["own-namespace"], ["change-root", "/"], ["mount", "in"],
    ["open-mount", "/"], ["personality"], ["bpf"], ["measure"], ["user-faults"], ["keyring"],
    ["type-into-terminal"],
  ])
  func isHeldBackWhereItExists(words: [String]) throws {
    let premises = try Premises()
    let folder = premises.scratch.path
    #expect(try Probe.attempt(words, [], in: folder) == .notPermitted)
    if Probe.isUnconfined, words != ["mount", "in"] {
      #expect(try Probe.attempt(words, ["--sandbox", "off"], in: folder) != .notPermitted)
    }
  }

  @Test func callsThatNobodyKnowsDoNotExist() throws {
    #expect(try Probe.attempt(["unknown-call"], []) == .noFunction)
    #expect(try Probe.attempt(["clone-by-structure"], []) == .noFunction)
    #expect(try Probe.attempt(["clone-by-structure"], ["--sandbox", "off"]) == nil)
  }

  #if arch(x86_64)
    @Test func otherNumberingsOfCallsAreRefused() throws {
      #expect(try Probe.attempt(["x32-call"], []) == .notPermitted)
      // Not every kernel has the calls of 32 bits.
      let outside = try Program.run(Probe.path, ["--sandbox", "off", "call-of-32-bits"])
      guard outside.lines == ["0"] else { return }
      #expect(try Probe.attempt(["call-of-32-bits"], []) == .notPermitted)
    }
  #endif

  @Test(arguments: [["thread"], ["signal-self"], ["nice"]])
  func whatCodecsDoWorks(words: [String]) throws {
    #expect(try Probe.attempt(words, []) == nil)
  }

  @Test func abortStillEndsTheProcess() throws {
    #expect(try Program.run(Probe.path, ["abort"]).status == 128 + 6)
  }
}
