import ConverterCore
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// What a program that is started for a worker can do.
@Suite(.enabled(if: Probe.hasSandbox)) struct ProgramSandboxTests {
  #if arch(x86_64)
    private static let loader = "/lib64/ld-linux-x86-64.so.2"
  #else
    private static let loader = "/lib/ld-linux-aarch64.so.1"
  #endif

  /// Another program is the end of it, also the loader that Landlock must let it execute, and itself.
  @Test(arguments: [
    ["turn-into", "/bin/true"], ["turn-into", loader, "/bin/true"],
    ["turn-into-descriptor", "/bin/true"], ["turn-into", Launch.probe.string],
  ])
  func turnsIntoNoOtherProgram(words: [String]) throws {
    let launch = Launch()
    let (status, text) = try launch.finish(launch.start(words))
    #expect(status.map { $0 & 0x7f } == SIGSYS)
    #expect(text.isEmpty)
    // Nothing else keeps it from it.
    let free = Launch(.off)
    #expect(try free.finish(free.start(words)).status == 0)
  }

  @Test(arguments: [
    EscapeAttempt("fork", refusal: .notPermitted), EscapeAttempt("vfork", refusal: .killed),
    EscapeAttempt("memory-file", refusal: .noFunction),
    EscapeAttempt("tcp", refusal: .notPermitted),
    EscapeAttempt("udp", refusal: .notPermitted), EscapeAttempt("unix", refusal: .notPermitted),
    EscapeAttempt("netlink", refusal: .notPermitted),
    EscapeAttempt("socket-pair", refusal: .noFunction),
    EscapeAttempt("io-uring", refusal: .killed),
    EscapeAttempt("signal-parent", refusal: .noFunction),
    EscapeAttempt("signal-group", refusal: .noFunction),
    EscapeAttempt("signal-parent-thread", refusal: .notPermitted),
    EscapeAttempt("queue-for-parent", refusal: .noFunction),
    EscapeAttempt("own-group", refusal: .noFunction),
    EscapeAttempt("own-session", refusal: .noFunction), EscapeAttempt("trace", refusal: .killed),
    EscapeAttempt("limit-parent", refusal: .notPermitted),
    EscapeAttempt("raise-limits", refusal: .notPermitted),
    EscapeAttempt("outlive-parent", refusal: .notPermitted),
    EscapeAttempt("share-memory", refusal: .noFunction),
    EscapeAttempt("read-memory", refusal: .killed),
    EscapeAttempt("open-process", refusal: .killed),
  ])
  func isHeldBack(attempt: EscapeAttempt) throws {
    #expect(try Launch().attempt(attempt.words) == attempt.refusal)
  }

  @Test func theKernelHoldsItBack() throws {
    let word = "marker-\(UUID().uuidString)"
    let launch = Launch()
    let started = try launch.start(["hang", word])
    defer { started.giveUp() }
    let process = try #require(Launch.process(saying: word))
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let lines = status.split(separator: "\n")
    #expect(lines.contains("NoNewPrivs:\t1"))
    // A filter.
    #expect(lines.contains("Seccomp:\t2"))
    #expect(lines.contains("Seccomp_filters:\t1"))
  }

  @Test func startsNoProgram() throws {
    #expect(try Launch().attempt("run", "/bin/true") == .notPermitted)
    #expect(try Launch().attempt("clone-by-structure") == .noFunction)
    #expect(try Launch(.off).attempt("run", "/bin/true") == nil)
  }

  @Test func readsAndWritesNoFiles() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.write(Array("secret".utf8), to: "file")
    let refused: [[String]] = [
      ["read", file], ["read", "/etc/shadow"], ["read", "/etc/passwd"], ["list", scratch.path],
      ["list", "/"], ["list", "/proc"], ["read", "/proc/self/environ"], ["write", file],
      ["make-file", scratch.file("new")], ["make-folder", scratch.file("new")],
      ["remove", file], ["rename", file, scratch.file("new")], ["link", file, scratch.file("new")],
    ]
    for words in refused {
      let launch = Launch()
      let text = try launch.finish(launch.start(words)).text
      #expect(["\(EACCES)\n", "\(ENOSYS)\n"].contains(text), "\(words)")
    }
    #expect(try scratch.bytes("file") == Array("secret".utf8))
    #expect(try Launch(.off).attempt("read", file) == nil)
  }

  @Test func whatProgramsNeedWorks() throws {
    for words in [["thread"], ["signal-self"]] {
      let launch = Launch()
      #expect(try launch.finish(launch.start(words)).text == "0\n")
    }
    #expect(try Launch().attempt("read", "/dev/null") == nil)
    #expect(try Launch().attempt("list", "/usr/lib") == nil)
    let launch = Launch()
    #expect(try launch.finish(launch.start(["abort"])).status.map { $0 & 0x7f } == SIGABRT)
  }

  @Test func inheritsNoDescriptor() throws {
    let launch = Launch()
    #expect(try launch.finish(launch.start(["descriptors"])).text == "3\n")
  }

  /// It reads its input from the beginning, whoever has read of it before, and cannot write it.
  @Test func theInputIsOpenedAnew() throws {
    let scratch = try ScratchFolder()
    let path = FilePath(try scratch.write(Array("the input\n".utf8), to: "input"))
    let file = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    defer { try? file.close() }
    try file.seek(offset: 4, from: .start)
    let launch = Launch()
    #expect(try launch.finish(launch.start(["copy"], input: file)).text == "the input\n")
    #expect(try file.seek(offset: 0, from: .current) == 4)
  }

  @Test func processorTimeIsALimit() throws {
    let launch = Launch()
    let (status, _) = try launch.finish(launch.start(["spin"], cpuSeconds: 1))
    #expect(status.map { $0 & 0x7f } == SIGXCPU)
  }

  @Test func memoryIsALimit() throws {
    let launch = Launch()
    let text = try launch.finish(launch.start(["grow"], memory: 64 << 20)).text
    let taken = try #require(Int(text.dropLast()))
    #expect((32..<64).contains(taken))
  }

  /// What a worker asks for is no more than what its file may take.
  @Test func limitsOfTheFileAreAbove() throws {
    var limits = Limits.standard
    limits.tool = 32 << 20
    limits.memory = 16 << 20
    let launch = Launch(limits: limits)
    let text = try launch.finish(launch.start(["grow"], memory: .max)).text
    let taken = try #require(Int(text.dropLast()))
    #expect((32..<64).contains(taken))
  }
}
