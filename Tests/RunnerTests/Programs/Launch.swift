import ConverterCore
import Foundation
import Glibc
import SystemPackage
import TestSupport

@testable import Runner

/// Programs as a supervisor starts them for one worker.
final class Launch {
  static let probe = FilePath(Program.built("program-probe"))

  let programs = WorkerPrograms()
  private let declared: DeclaredPrograms
  private let limits: Limits

  init(
    _ policy: Sandbox.Policy = .require, declaring list: [FilePath] = [probe],
    limits: Limits = .standard
  ) {
    declared = DeclaredPrograms(policy) { list }
    self.limits = limits
  }

  deinit { programs.reap() }

  /// A program that was started, as its worker has it.
  final class Started {
    let output: FileDescriptor
    let errorOutput: FileDescriptor
    let report: FileDescriptor
    private var isReportOpen = true

    init(_ output: FileDescriptor, _ errorOutput: FileDescriptor, _ report: FileDescriptor) {
      self.output = output
      self.errorOutput = errorOutput
      self.report = report
    }

    deinit {
      giveUp()
      for end in [output, errorOutput] { try? end.close() }
    }

    func giveUp() {
      if isReportOpen { try? report.close() }
      isReportOpen = false
    }
  }

  /// - Parameter input: what it reads; nothing if left out. It stays open.
  func start(
    _ words: [String], program: FilePath = probe, input: FileDescriptor? = nil,
    output: FileDescriptor? = nil, cpuSeconds: Int = 60, memory: Int = 1 << 30
  ) throws -> Started {
    let nothing = try FileDescriptor.pipe()
    try nothing.writeEnd.close()
    let (read, written) = try FileDescriptor.pipe()
    let (heard, said) = try FileDescriptor.pipe()
    defer { for end in [nothing.readEnd, written, said] { try? end.close() } }
    for end in [nothing.readEnd, read, written, heard, said] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
    do {
      let report = try programs.start(
        ProgramOrder(program, words, cpuSeconds: cpuSeconds, memory: memory),
        ProgramStreams(
          input: input ?? nothing.readEnd, output: output ?? written, errorOutput: said),
        among: declared, within: limits)
      return Started(read, heard, report)
    } catch {
      for end in [read, heard] { try? end.close() }
      throw error
    }
  }

  /// Waits for the end of a program.
  ///
  /// - Returns: its status as `waitpid` has it, `nil` if it does not come; and all that it printed.
  func finish(_ started: Started) throws -> (status: Int32?, text: String) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try started.output.read(into: $0) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      programs.attend()
      var status: Int32 = 0
      let count = try? withUnsafeMutableBytes(of: &status) { try started.report.read(into: $0) }
      if count == 4 { return (status, String(decoding: bytes, as: UTF8.self)) }
      usleep(1000)
    }
    return (nil, String(decoding: bytes, as: UTF8.self))
  }

  /// What stopped something that a program tried; `nil` if nothing did.
  func attempt(_ words: String...) throws -> Errno? { try attempt(words) }

  func attempt(_ words: [String]) throws -> Errno? {
    let (status, text) = try finish(start(words))
    if status.map({ $0 & 0x7f }) == SIGSYS { return .killed }
    guard let number = Int32(text.split(separator: "\n").last ?? "") else {
      throw ConversionError(.internalError, "the probe said \(text)")
    }
    return number == 0 ? nil : Errno(rawValue: number)
  }

  /// The process whose words hold this one, as soon as the kernel tells them.
  static func process(saying word: String) -> pid_t? {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      if let process = processes(saying: word).first { return process }
      usleep(1000)
    }
    return nil
  }

  /// The processes whose words hold this one.
  static func processes(saying word: String) -> [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { pid_t($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
      return words.map { String(decoding: $0, as: UTF8.self).contains(word) } ?? false
    }
  }
}
