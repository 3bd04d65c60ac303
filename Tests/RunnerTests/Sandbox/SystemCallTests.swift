import SystemPackage
import TestSupport
import Testing

/// No program is started, no other process is touched, no limit is raised, nobody is held up, and nothing is asked of
/// the kernel but files.
@Suite(.enabled(if: Probe.hasSandbox)) struct SystemCallTests {
  static let refused: [EscapeAttempt] = [
    .init("turn-into", "/bin/true", refusal: .killed),
    .init("turn-into-memory", "/bin/true", refusal: .noFunction),
    .init("turn-into-descriptor", "/bin/true", refusal: .killed),
    .init("run", "/bin/true", refusal: .notPermitted),
    .init("fork", refusal: .notPermitted),
    .init("vfork", refusal: .killed),
    .init("memory-file", refusal: .noFunction),
    .init("own-group", refusal: .noFunction),
    .init("signal-parent", refusal: .noFunction),
    .init("signal-group", refusal: .noFunction),
    .init("signal-parent-thread", refusal: .notPermitted),
    .init("queue-for-parent", refusal: .noFunction),
    .init("signal-through-descriptor", refusal: .notPermitted),
    .init("limit-parent", refusal: .notPermitted),
    .init("schedule-parent", refusal: .notPermitted),
    .init("nice-group", refusal: .notPermitted),
    .init("share-memory", refusal: .noFunction),
    .init("read-memory", refusal: .killed),
    .init("open-process", refusal: .killed),
    .init("trace", refusal: .killed),
    .init("gain-privileges", refusal: .notPermitted),
    // Limits.
    .init("set-limit", refusal: .notPermitted),
    .init("outlive-parent", refusal: .notPermitted),
    .init("hide-memory", refusal: .notPermitted),
    .init("map-shared", refusal: .notPermitted),
    .init("map-growing", refusal: .notPermitted),
    .init("map-writable-program", refusal: .notPermitted),
    .init("make-executable", refusal: .notPermitted),
    // Other programs that use the same file.
    .init("lease", "in/a", refusal: .notPermitted),
    .init("lock", "in/a", refusal: .notPermitted),
    .init("lock-open-file", "in/a", refusal: .notPermitted),
    .init("lock-file", "in/a", refusal: .noFunction),
    // What no conversion needs.
    .init("splice", refusal: .noFunction),
    .init("tee", refusal: .noFunction),
    .init("splice-memory", refusal: .noFunction),
    .init("set-user", refusal: .noFunction),
  ]

  @Test(arguments: refused)
  func isHeldBack(attempt: EscapeAttempt) throws {
    let folder = try AttemptFolder()
    let path = folder.scratch.path
    #expect(try Probe.attempt(attempt.words, folder.sandbox, in: path) == attempt.refusal)
    #expect(try Probe.attempt(attempt.words, ["--sandbox", "off"], in: path) == nil)
  }

  /// A server locks and maps its database, and is held back from all else as a worker is.
  @Test(arguments: refused)
  func aServerIsHeldBack(attempt: EscapeAttempt) throws {
    let folder = try AttemptFolder()
    let own = ["lock", "lock-open-file", "lock-file"]
    let expected = own.contains(attempt.words[0]) ? nil : attempt.refusal
    let sandbox = folder.sandbox + ["--serves", "yes"]
    #expect(try Probe.attempt(attempt.words, sandbox, in: folder.scratch.path) == expected)
  }

  /// Space behind the end of a file would not count as its size.
  @Test func spaceIsTakenUpToTheEndOnly() throws {
    let folder = try AttemptFolder()
    let words = ["space-behind-end", "out/b"]
    let path = folder.scratch.path
    #expect(try Probe.attempt(words, folder.sandbox, in: path) == .notPermitted)
  }

  /// They need privileges or hardware, or a container refuses them before the sandbox does.
  @Test(arguments: [
    EscapeAttempt("new-namespace", refusal: .killed),
    EscapeAttempt("own-namespace", refusal: .killed),
    EscapeAttempt("change-root", "/", refusal: .killed),
    EscapeAttempt("mount", "in", refusal: .killed),
    EscapeAttempt("open-mount", "/", refusal: .noFunction),
    EscapeAttempt("personality", refusal: .noFunction),
    EscapeAttempt("bpf", refusal: .killed), EscapeAttempt("measure", refusal: .killed),
    EscapeAttempt("user-faults", refusal: .killed), EscapeAttempt("keyring", refusal: .killed),
    EscapeAttempt("asynchronous-io", refusal: .noFunction),
    EscapeAttempt("memory-policy", refusal: .noFunction),
    EscapeAttempt("list-mounts", refusal: .noFunction),
    EscapeAttempt("ask-mount", refusal: .noFunction),
    EscapeAttempt("type-into-terminal", refusal: .inappropriateIOCTLForDevice),
  ])
  func isHeldBackWhereItExists(attempt: EscapeAttempt) throws {
    let folder = try AttemptFolder()
    #expect(try Probe.attempt(attempt.words, [], in: folder.scratch.path) == attempt.refusal)
  }

  /// In tests a call that is not allowed ends the process, so that none goes unnoticed.
  @Test(arguments: [["memory-file"], ["own-group"], ["unknown-call"], ["outlive-parent"]])
  func violationsKillWhereThatIsAskedFor(words: [String]) throws {
    let expected: Errno? = words == ["memory-file"] ? .noFunction : .killed
    #expect(try Probe.attempt(words, ["--violations", "kill"]) == expected)
  }

  @Test func callsThatNobodyKnowsDoNotExist() throws {
    #expect(try Probe.attempt(["unknown-call"], []) == .noFunction)
    #expect(try Probe.attempt(["clone-by-structure"], []) == .noFunction)
    #expect(try Probe.attempt(["clone-by-structure"], ["--sandbox", "off"]) == nil)
  }

  #if arch(x86_64)
    @Test func otherNumberingsOfCallsAreRefused() throws {
      #expect(try Probe.attempt(["x32-call"], []) == .noFunction)
      // Not every kernel has the calls of 32 bits.
      let outside = try Program.run(Probe.path, ["--sandbox", "off", "call-of-32-bits"])
      guard outside.lines == ["0"] else { return }
      #expect(try Probe.attempt(["call-of-32-bits"], []) == .killed)
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
