public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that the user asks for and that needs access to something outside any sandbox, such as a device.
///
/// It is looked up as a shell does, started with its arguments and without a shell, has the user's own environment,
/// reads nothing from standard input and leads a process group of its own, which Ctrl-Z stops and an interruption ends.
public struct UnconfinedProgram: Sendable {
  public let name: String
  /// The package of Debian that has it.
  public let package: String

  public init(_ name: String, package: String) { (self.name, self.package) = (name, package) }

  /// How a run ended.
  public struct Ending: Sendable {
    /// Its exit status; 128 and more for a signal, as shells have it.
    public let status: Int
    /// The last lines that it printed on standard error.
    public let errorLines: [String]
  }

  /// How many lines of standard error are kept.
  private static let mostErrorLines = 50

  /// Runs it to its end.
  ///
  /// - Parameter line: gets each line of standard output as it comes.
  /// - Throws: `missingLibrary` where it is not installed, `interrupted`.
  public func run(
    _ words: [String], until interruption: Interruption, line: (String) -> Void
  ) throws(ConversionError) -> Ending {
    let streams = try Streams()
    let process = try start(words, streams)
    WorkerGroups.add(process)
    streams.closeWriteEnds()
    var errorLines: [String] = []
    let wasInterrupted = streams.read(until: interruption.descriptor) { text in
      line(text)
    } errorLine: { text in
      errorLines.append(text)
      if errorLines.count > Self.mostErrorLines { errorLines.removeFirst() }
    }
    if wasInterrupted { Self.end(process) }
    ChildProcess.awaitEnd(of: process)
    WorkerGroups.remove(process)
    let status = ChildProcess.end(of: process).status
    guard !wasInterrupted else { throw ConversionError(.interrupted, "interrupted") }
    let signal = Int(status & 0x7f)
    return Ending(
      status: signal == 0 ? Int(status >> 8) & 0xff : 128 + signal, errorLines: errorLines)
  }

  /// Asks it to end, waits as long as a device may take to release a sheet, and then kills it.
  private static func end(_ process: pid_t) {
    WorkerGroups.signal(process, SIGTERM)
    for _ in 0..<100 {
      if ChildProcess.hasEnded(process) == true { return }
      usleep(10_000)
    }
    WorkerGroups.signal(process, SIGKILL)
  }

  private func start(_ words: [String], _ streams: Streams) throws(ConversionError) -> pid_t {
    // Ignored signals would stay so.
    let start = ProcessStart(
      streams: [
        .null(0, O_RDONLY), .copy(streams.output.writeEnd.rawValue, 1),
        .copy(streams.error.writeEnd.rawValue, 2),
      ], usual: [SIGPIPE, SIGXFSZ])
    do throws(Errno) {
      return try start.search(name, [name] + words, Self.environment)
    } catch {
      guard error != .noSuchFileOrDirectory else {
        throw ConversionError(
          .missingLibrary,
          "needs the program \(name), which is not installed; install the Debian package \(package)",
          cause: error)
      }
      throw ConversionError(.readFailed, "\(name) cannot be started: \(error)", cause: error)
    }
  }

  /// What says in which language it speaks.
  private static let left = ["LC_ALL=", "LANGUAGE="]

  /// That of this process, and plain English, for what the program says is read.
  private static var environment: [[UInt8]] {
    let others = Environment.assignments.filter { variable in
      !left.contains { variable.starts(with: $0.utf8) }
    }
    return others + [Array("LC_ALL=C".utf8)]
  }
}

/// What comes out of a program.
private final class Streams {
  struct Pipe {
    let readEnd: FileDescriptor
    let writeEnd: FileDescriptor

    init() throws(ConversionError) {
      do {
        (readEnd, writeEnd) = try FileDescriptor.pipe()
      } catch {
        throw ConversionError(.internalError, "no pipe could be made: \(error)", cause: error)
      }
      for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    }
  }

  let output: Pipe
  let error: Pipe

  init() throws(ConversionError) {
    output = try Pipe()
    error = try Pipe()
  }

  deinit { for pipe in [output, error] { try? pipe.readEnd.close() } }

  func closeWriteEnds() { for pipe in [output, error] { try? pipe.writeEnd.close() } }

  /// Reads both to their ends.
  ///
  /// - Returns: whether an interruption came first.
  func read(
    until interruption: FileDescriptor, line: (String) -> Void, errorLine: (String) -> Void
  ) -> Bool {
    var lines = (output: PendingLine(), error: PendingLine())
    var open = [output.readEnd.rawValue, error.readEnd.rawValue]
    while open.contains(where: { $0 >= 0 }) {
      var polled = (open + [interruption.rawValue]).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard FilePoll.wait(for: &polled, milliseconds: -1) >= 0 else {
        if errno == EINTR { continue }
        return false
      }
      if polled[2].revents != 0 { return true }
      if polled[0].revents != 0, !lines.output.fill(from: output.readEnd, line) { open[0] = -1 }
      if polled[1].revents != 0, !lines.error.fill(from: error.readEnd, errorLine) { open[1] = -1 }
    }
    return false
  }
}

/// Bytes of a line whose end has not come.
private struct PendingLine {
  private var bytes: [UInt8] = []
  /// What is longer is no line that anybody reads.
  private static let longest = 1 << 16

  /// - Returns: `false` at the end.
  mutating func fill(from file: FileDescriptor, _ line: (String) -> Void) -> Bool {
    let chunk = (try? file.bytes(atMost: 4096)) ?? []
    for byte in chunk {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        flush(line)
      } else if bytes.count < Self.longest {
        bytes.append(byte)
      }
    }
    if chunk.isEmpty { flush(line) }
    return !chunk.isEmpty
  }

  private mutating func flush(_ line: (String) -> Void) {
    if !bytes.isEmpty { line(String(decoding: bytes, as: UTF8.self)) }
    bytes = []
  }
}
