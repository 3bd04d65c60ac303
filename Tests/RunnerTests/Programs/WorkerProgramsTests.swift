import ConverterCore
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// What a worker may ask its supervisor to start, and what becomes of that.
@Suite struct WorkerProgramsTests {
  private func message(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: ConversionError.self, performing: body)
    #expect(error?.code == .internalError)
    return error?.message
  }

  @Test func theStatusIsTold() throws {
    let launch = Launch(.auto)
    #expect(try launch.finish(launch.start(["exit", "3"])).status == 3 << 8)
    let (status, text) = try launch.finish(launch.start(["say", "hello"]))
    #expect(status == 0)
    #expect(text == "hello\n")
  }

  @Test func onlyDeclaredProgramsAreStarted() {
    let launch = Launch(.auto)
    #expect(
      message { _ = try launch.start([], program: "/bin/true") }
        == "/bin/true may not be started: no plugin declares it")
  }

  @Test func aProgramThatDoesNotExistIsNotStarted() throws {
    let launch = Launch(.auto, declaring: ["/no/such/program"])
    let error = #expect(throws: ConversionError.self) {
      _ = try launch.start([], program: "/no/such/program")
    }
    #expect(error?.cause as? Errno == .noSuchFileOrDirectory)
  }

  @Test func argumentsAreLimited() {
    let launch = Launch(.auto)
    for words in [
      [String](repeating: "a", count: 10_000), [String(repeating: "a", count: 100_000)],
    ] {
      #expect(
        message { _ = try launch.start(words) }
          == "\(Launch.probe.string) may not be started: it is given too many arguments")
    }
    #expect(
      message { _ = try launch.start(["a\0b"]) }
        == "\(Launch.probe.string) may not be started: an argument holds a null byte")
  }

  @Test func itWritesToPipesAlone() throws {
    let scratch = try ScratchFolder()
    let file = try FileDescriptor.open(
      FilePath(scratch.file("file")), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    defer { try? file.close() }
    let launch = Launch(.auto)
    #expect(
      message { _ = try launch.start(["say", "x"], output: file) }
        == "\(Launch.probe.string) may not be started: what it writes to is no pipe")
    #expect(try scratch.bytes("file").isEmpty)
  }

  @Test func itReadsPipesAndFilesAlone() throws {
    let scratch = try ScratchFolder()
    let written = try FileDescriptor.open(
      FilePath(scratch.file("file")), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    let folder = try FileDescriptor.open(
      FilePath(scratch.path), .readOnly, options: [.directory, .closeOnExec])
    let device = try FileDescriptor.open("/dev/zero", .readOnly, options: .closeOnExec)
    defer { for file in [written, folder, device] { try? file.close() } }
    let launch = Launch(.auto)
    for input in [written, folder, device] {
      #expect(
        message { _ = try launch.start(["copy"], input: input) }
          == "\(Launch.probe.string) may not be started: "
          + "what it reads is neither a pipe nor a file that may be read")
    }
  }

  @Test func aThousandProgramsAreNotStarted() throws {
    let word = "marker-\(UUID().uuidString)"
    let launch = Launch(.auto)
    var started: [Launch.Started] = []
    var refusals: Set<String> = []
    for _ in 0..<1000 {
      do {
        started.append(try launch.start(["hang", word]))
      } catch let error as ConversionError {
        refusals.insert(error.message)
      }
    }
    #expect(started.count == 8)
    #expect(
      refusals == [
        "\(Launch.probe.string) may not be started: 8 programs are at work for this file already"
      ])
    launch.programs.reap()
    #expect(Launch.processes(saying: word).isEmpty)
  }

  /// One after the other, however many: those that are given up make room.
  @Test func programsThatAreGivenUpAreEnded() throws {
    let word = "marker-\(UUID().uuidString)"
    let launch = Launch(.auto)
    for _ in 0..<50 { try launch.start(["hang", word]).giveUp() }
    let end = ContinuousClock.now + .seconds(10)
    repeat {
      launch.programs.attend()
      usleep(1000)
    } while !launch.programs.descriptors.isEmpty && ContinuousClock.now < end
    #expect(launch.programs.descriptors.isEmpty)
    #expect(Launch.processes(saying: word).isEmpty)
  }

  @Test func aProgramThatSomebodyKillsIsTold() throws {
    let word = "marker-\(UUID().uuidString)"
    let launch = Launch(.auto)
    let started = try launch.start(["hang", word])
    let process = try #require(Launch.process(saying: word))
    #expect(getpgid(process) == process)
    kill(process, SIGKILL)
    #expect(try launch.finish(started).status == SIGKILL)
  }
}
