import ConverterCore
import Foundation
import Glibc
import Runner
import TestSupport
import Testing

/// Programs that a worker has started end when it ends, whatever ends it.
@Suite(.serialized) struct ToolEndTests {
  /// How long the end of a program may take; its own would never come.
  private static let soon = Duration.seconds(5)

  /// A program that can be told from all others.
  private struct Tool {
    let marker = "tool-\(UUID().uuidString)"

    var processes: [pid_t] {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return entries.compactMap { pid_t($0) }.filter { process in
        let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
        return words.map { String(decoding: $0, as: UTF8.self).contains(marker) } ?? false
      }
    }

    /// Waits until as many processes run.
    func comesTo(_ count: Int, within time: Duration) -> Bool {
      let end = ContinuousClock.now + time
      while processes.count != count {
        guard ContinuousClock.now < end else { return false }
        usleep(10_000)
      }
      return true
    }

    /// Ends what is left, also what a shell starts in the moment in which it is ended.
    func end() {
      var quiet = 0
      while quiet < 10 {
        let left = processes
        for process in left { kill(process, SIGKILL) }
        quiet = left.isEmpty ? quiet + 1 : 0
        usleep(10_000)
      }
    }
  }

  /// A supervisor in a process of its own, with one worker, whose program runs.
  private final class Supervision {
    let tool = Tool()
    let process = Process()
    private let scratch: ScratchFolder

    init(_ conduct: String) throws {
      scratch = try ScratchFolder()
      try scratch.write(Array("tool \(conduct) \(tool.marker)\n".utf8), to: "a.txt")
      process.executableURL = URL(fileURLWithPath: Program.built("misbehaving-worker"))
      process.arguments = ["--supervise", scratch.file("a.txt"), scratch.file("a.html")]
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      try #require(tool.comesTo(1, within: .seconds(20)))
    }

    deinit {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      tool.end()
    }

    var worker: pid_t? {
      let parent = process.processIdentifier
      let programs = tool.processes
      return
        (try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8))?
        .split(separator: " ").compactMap { pid_t($0) }.first { !programs.contains($0) }
    }

    /// The letter that `/proc` has for what a process does.
    static func state(of process: pid_t) -> Character? {
      let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return line?.split(separator: ")").last?.first { $0 != " " }
    }
  }

  /// Runs an order with a program.
  private func run(
    _ conduct: String, _ change: (inout Limits) -> Void
  ) throws -> (error: ConversionError?, tool: Tool) {
    let tool = Tool()
    defer { tool.end() }
    let orders = try Orders()
    try orders.add("tool \(conduct) \(tool.marker)", as: "a")
    var limits = Limits.standard
    change(&limits)
    let heard = try orders.run(limits: limits)
    #expect(tool.comesTo(0, within: Self.soon))
    return (heard.error("a"), tool)
  }

  @Test(arguments: ["spin", "mute"])
  func aProgramWithoutOutputStalls(conduct: String) throws {
    let (error, _) = try run(conduct) { $0.stall = 2 }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message
        == "sh gave no output for the stall limit of 2 s and was stopped; "
        + "raise the limit with --limit stall=8")
  }

  @Test(arguments: ["spin", "tick", "mute"])
  func theTimeIsOver(conduct: String) throws {
    let (error, _) = try run(conduct) { $0.seconds = 1 }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit seconds=4") == true, "\(error?.message ?? "")")
  }

  /// Output counts as a heartbeat, for the supervisor, too.
  @Test func aProgramWithOutputDoesNotStall() throws {
    let (error, _) = try run("tick") {
      $0.stall = 1
      $0.seconds = 4
    }
    #expect(error?.message.contains("seconds=16") == true, "\(error?.message ?? "")")
  }

  @Test func aProgramStartsNoOther() throws {
    let (error, tool) = try run("two-processes") { _ in }
    #expect(error == nil)
    #expect(tool.processes.isEmpty)
  }

  /// Its supervisor starts programs, the worker itself cannot.
  /// A new process is refused, since threads need the same call; `execve` ends the worker.
  @Test(
    .enabled(if: Probe.hasSandbox),
    arguments: [
      ("spawn", "refused: Operation not permitted"),
      ("turn-into", "crashed the decoder with SIGSYS (tried twice)"),
      ("load", "crashed the decoder with SIGSYS (tried twice)"),
    ])
  func aWorkerStartsNothing(order: String, message: String) throws {
    let orders = try Orders()
    try orders.add(order, as: "a")
    let error = try orders.run().error("a")
    #expect(error?.message == message)
  }

  @Test func aProgramThatNobodyDeclaresIsNotStarted() throws {
    let (error, _) = try run("undeclared") { _ in }
    #expect(error?.message == "/bin/true may not be started: no plugin declares it")
  }

  @Test func aThousandProgramsAreNotStarted() throws {
    let (error, _) = try run("many") { _ in }
    #expect(
      error?.message == "/bin/sh may not be started: 8 programs are at work for this file already")
  }

  /// The file is finished, and nobody waited for its program.
  @Test func theFileIsFinished() throws {
    let tool = Tool()
    defer { tool.end() }
    let orders = try Orders()
    try orders.add("tool forgotten \(tool.marker)", as: "a")
    try orders.add("work", as: "b")
    let heard = try orders.run(jobs: 1)
    #expect(heard.isDone("a"))
    #expect(heard.isDone("b"))
    #expect(tool.comesTo(0, within: Self.soon))
  }

  @Test func theWorkerCrashes() throws {
    let (error, _) = try run("crash") { _ in }
    #expect(error?.message == "crashed the decoder with SIGSEGV (tried twice)")
  }

  /// A program that is not needed any more ends while its worker goes on.
  @Test func theProgramIsNotNeeded() throws {
    let supervision = try Supervision("drop")
    #expect(supervision.tool.comesTo(0, within: .seconds(3)))
    #expect(supervision.process.isRunning)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func theSupervisorEnds(signal: Int32) throws {
    let supervision = try Supervision("spin")
    kill(supervision.process.processIdentifier, signal)
    supervision.process.waitUntilExit()
    #expect(supervision.tool.comesTo(0, within: Self.soon))
  }

  @Test func theWorkerIsKilled() throws {
    let supervision = try Supervision("spin")
    let before = supervision.tool.processes
    kill(try #require(supervision.worker), SIGKILL)
    // The file is tried again, by another worker with another program.
    let end = ContinuousClock.now + Self.soon
    while !Set(supervision.tool.processes).isDisjoint(with: before), ContinuousClock.now < end {
      usleep(10_000)
    }
    #expect(Set(supervision.tool.processes).isDisjoint(with: before))
  }

  /// Ctrl-Z and `fg`.
  @Test func stoppingStopsThePrograms() throws {
    let supervision = try Supervision("spin")
    let tool = try #require(supervision.tool.processes.first)
    let all = [supervision.process.processIdentifier, try #require(supervision.worker), tool]
    func come(to states: Set<Character>) -> Bool {
      let end = ContinuousClock.now + Self.soon
      while !all.allSatisfy({ Supervision.state(of: $0).map(states.contains) ?? false }) {
        guard ContinuousClock.now < end else { return false }
        usleep(10_000)
      }
      return true
    }
    kill(all[0], SIGTSTP)
    #expect(come(to: ["T"]))
    kill(all[0], SIGCONT)
    #expect(come(to: ["R", "S"]))
    kill(all[0], SIGTERM)
    #expect(supervision.tool.comesTo(0, within: Self.soon))
  }
}
