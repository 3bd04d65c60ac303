package import ConverterCore
package import SystemPackage

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// The two connections between a supervisor and a worker: the channel, and what the worker prints on its standard error.
struct WorkerEnds {
  let channel: Channel
  let errorOutput: FileDescriptor
  /// The worker's ends.
  let socket: FileDescriptor
  let standardError: FileDescriptor

  init() throws(ConversionError) {
    (channel, socket) = try Channel.pair()
    do {
      (errorOutput, standardError) = try FileDescriptor.pipe()
    } catch {
      try? socket.close()
      throw .system("no pipe for a worker could be made")
    }
    for end in [errorOutput, standardError] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(errorOutput.rawValue, F_SETFL, O_NONBLOCK)
  }

  /// The worker has them now.
  func closeTheirs() {
    try? socket.close()
    try? standardError.close()
  }

  /// There is no worker. The channel closes itself.
  func closeMine() { try? errorOutput.close() }
}

/// How a worker's program is started.
struct WorkerStart {
  private let words: [String]
  private let ends: WorkerEnds
  private let folders: [FileDescriptor]

  init(_ words: [String], _ ends: WorkerEnds, folders: [FileDescriptor]) {
    (self.words, self.ends, self.folders) = (words, ends, folders)
  }

  /// Starts it.
  func process() throws(ConversionError) -> pid_t {
    // From above those that they become, so that none is overwritten before it is copied.
    let first = Confinement.firstFolder
    let copies = folders.map {
      fcntl($0.rawValue, F_DUPFD_CLOEXEC, first + Int32(folders.count))
    }
    defer { for copy in copies { close(copy) } }
    let start = ProcessStart(
      streams: [
        .copy(ends.socket.rawValue, 0), .null(1, O_WRONLY), .copy(ends.standardError.rawValue, 2),
      ] + copies.enumerated().map { .copy($1, first + Int32($0)) })
    do throws(Errno) {
      return try start.start(words[0], words, Self.environment)
    } catch {
      throw ConversionError(
        .internalError, "a worker could not be started: \(error)", cause: error)
    }
  }

  /// What a worker needs to know of this process' variables: others may be secrets. Swift's own crash
  /// reporter is turned off: it would start another program, which a worker must not, and put its
  /// failure before what the decoder said last.
  static var environment: [[UInt8]] {
    let variables = Environment.assignments.filter { variable in
      passedOn.contains { variable.starts(with: $0.utf8) }
    }
    let others = InstalledPackages.assignments + ["SWIFT_BACKTRACE=enable=no"]
    return variables + others.map { Array($0.utf8) }
  }

  private static let passedOn = [
    "LD_", "LANG=", "LC_", "TZ=", "TMPDIR=", "MALLOC_", "GLIBC_", SystemCallFilter.variable + "=",
  ]
}

/// How a program of ours is started that serves as long as this process lives: with a channel as its standard input, and
/// nothing open beside its standard error and `descriptors`, from 3 on.
package struct ServiceStart {
  private let program: String
  private let words: [String]
  private let channel: FileDescriptor
  private let descriptors: [FileDescriptor]

  package init(
    _ program: String, _ words: [String], channel: FileDescriptor, descriptors: [FileDescriptor]
  ) {
    (self.program, self.words) = (program, words)
    (self.channel, self.descriptors) = (channel, descriptors)
  }

  /// Starts it.
  ///
  /// - Throws: `missingLibrary` where there is no such program, `internalError`.
  package func process() throws(ConversionError) -> pid_t {
    // From above those that they become, so that none is overwritten before it is copied.
    let first = Confinement.firstFolder
    let copies = descriptors.map {
      fcntl($0.rawValue, F_DUPFD_CLOEXEC, first + Int32(descriptors.count))
    }
    defer { for copy in copies { close(copy) } }
    let start = ProcessStart(
      streams: [.copy(channel.rawValue, 0), .null(1, O_WRONLY)]
        + copies.enumerated().map { .copy($1, first + Int32($0)) },
      usual: [SIGPIPE])
    do throws(Errno) {
      return try start.start(program, words, WorkerStart.environment)
    } catch .noSuchFileOrDirectory {
      throw ConversionError(.missingLibrary, "the program \(program) is not there")
    } catch {
      throw ConversionError(
        .internalError, "\(program) could not be started: \(error)", cause: error)
    }
  }
}
