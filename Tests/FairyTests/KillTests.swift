import Foundation
import Glibc
import TestSupport
import Testing

/// Runs that are killed at random moments, and started again: together they do what one run does.
@Suite struct KillTests {
  /// Pictures that take a millisecond each, in folders, and one that is damaged.
  private static let inputs = (0..<24).map { "in/\($0 % 3)/\($0).jpg" }

  private func material() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for input in Self.inputs { try scratch.copy(Places.fixture("camera.jpg"), as: input) }
    try scratch.write(Array("not a picture".utf8), to: "in/bad.jpg")
    return scratch
  }

  private static let arguments = [
    "convert", "-r", "in", "--to", "png", "-o", "out", "--json", "--jobs", "2",
  ]

  /// What stands in the output folder, hidden files included.
  private func outputs(_ scratch: ScratchFolder) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in scratch.names where name.hasPrefix("out/") {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: scratch.file(name), isDirectory: &isFolder),
        !isFolder.boolValue
      {
        contents[name] = try scratch.bytes(name)
      }
    }
    return contents
  }

  /// Starts a run, kills it or one of its workers after a while, and returns its lines.
  private func run(
    in scratch: ScratchFolder, more: [String] = [], killing victim: Victim?
  ) throws -> (lines: [[String: Any]], status: Int32) {
    let log = "log-\(UUID().uuidString)"
    try scratch.write([], to: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.fairy)
    process.arguments = Self.arguments + more
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: scratch.file(log))
    process.standardError = FileHandle.nullDevice
    try process.run()
    if let victim {
      usleep(victim.delay)
      victim.kill(of: process.processIdentifier)
    }
    process.waitUntilExit()
    let text = String(decoding: try scratch.bytes(log), as: UTF8.self)
    // The run may have been killed within a line.
    let lines = text.split(separator: "\n").compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    try FileManager.default.removeItem(atPath: scratch.file(log))
    return (lines, process.terminationStatus)
  }

  private struct Victim {
    /// Microseconds.
    let delay: UInt32
    let isParent: Bool

    func kill(of parent: pid_t) {
      if isParent {
        Glibc.kill(parent, SIGKILL)
      } else {
        let children = try? String(
          contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
        if let child = children?.split(separator: " ").compactMap({ pid_t($0) }).randomElement() {
          Glibc.kill(child, SIGKILL)
        }
      }
    }
  }

  /// 8 × 25 runs; each is killed up to six times, its workers about as often.
  @Test(arguments: 0..<8)
  func losesAndDuplicatesNothing(part: Int) throws {
    let reference = try material()
    let whole = try run(in: reference, killing: nil)
    #expect(whole.lines.count == Self.inputs.count + 1)
    let expected = try outputs(reference)
    #expect(expected.count == Self.inputs.count)

    for trial in 0..<25 {
      let scratch = try material()
      var done: [String: Int] = [:]
      var last: [[String: Any]] = []
      for attempt in 0..<30 {
        // In the end it is left alone.
        let victim =
          attempt < 6
          ? Victim(delay: .random(in: 0..<60_000), isParent: .random()) : nil
        // A file whose worker was killed twice is a failure; that can be said again.
        let (lines, status) = try run(
          in: scratch, more: attempt > 0 ? ["--retry-failed"] : [], killing: victim)
        for line in lines where line["status"] as? String == "done" {
          done[line["input"] as? String ?? "", default: 0] += 1
        }
        last = lines
        // 65: nothing but the damaged file failed. Whoever was to be killed came away.
        if status == 65, lines.count == Self.inputs.count + 1 { break }
      }
      #expect(done.values.allSatisfy { $0 == 1 }, "trial \(part).\(trial): done twice: \(done)")
      #expect(last.count == Self.inputs.count + 1)
      let failed = last.filter { $0["status"] as? String == "failed" }
      #expect(failed.count == 1, "trial \(part).\(trial): \(failed)")
      #expect(try outputs(scratch) == expected, "trial \(part).\(trial)")
    }
  }
}
