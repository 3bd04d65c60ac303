public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program of the system that does a part of a conversion, such as rendering a page.
///
/// A plugin declares it (``Registry/declare(program:)``), and a sandbox lets no other be started. It stands
/// behind the same walls as the process that starts it: it reads its standard input, answers on its standard
/// output, and can reach nothing else.
public struct ExternalTool: Sendable {
  /// Its absolute path.
  public let program: FilePath
  /// The package of Debian that has it.
  public let package: String

  public init(_ program: FilePath, package: String) {
    self.program = program
    self.package = package
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: those after its name.
  ///   - input: what it reads on its standard input.
  /// - Throws: `missingLibrary` where it is not installed; `internalError` where the system starts no process.
  public func start(
    _ arguments: [String], input: ToolInput
  ) throws(ConversionError) -> ToolRun {
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      pipe = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.internalError, "a pipe cannot be made: \(error)", cause: error)
    }
    defer { try? pipe.writeEnd.close() }
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let source = try input.open()
    defer { source.end() }
    posix_spawn_file_actions_adddup2(&actions, source.descriptor.rawValue, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.writeEnd.rawValue, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] =
      ([program.string] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
    defer { for variable in environment { free(variable) } }
    var started: pid_t = 0
    let status = posix_spawn(&started, program.string, &actions, nil, &words, &environment)
    guard status == 0 else {
      try? pipe.readEnd.close()
      let error = Errno(rawValue: status)
      guard [.noSuchFileOrDirectory, .permissionDenied].contains(error) else {
        throw ConversionError(
          .internalError, "\(program.string) could not be started: \(error)", cause: error)
      }
      throw ConversionError(
        .missingLibrary,
        "needs \(program.string), which cannot be started (\(error)); install the package \(package)",
        cause: error)
    }
    return ToolRun(process: started, output: pipe.readEnd)
  }

  /// Nothing of the user's: words are the program's own, text is UTF-8.
  private static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
}

/// A program at work.
public final class ToolRun {
  private let process: pid_t
  private let output: FileDescriptor
  private var isReaped = false

  init(process: pid_t, output: FileDescriptor) {
    self.process = process
    self.output = output
  }

  deinit {
    try? output.close()
    if !isReaped {
      // Where it may not be ended, it ends by itself: nobody reads what it writes.
      kill(process, SIGKILL)
      _ = reap()
    }
  }

  /// Fills `buffer` with what the program says next.
  ///
  /// - Returns: how many bytes came; fewer than fit only at the end.
  /// - Throws: `limitExceeded`, `interrupted`.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    var filled = 0
    while filled < buffer.count {
      try waitForOutput(in: context)
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      guard let got = try? output.read(into: rest), got > 0 else { break }
      filled += got
    }
    return filled
  }

  /// Sleeps until there is something to read, and looks now and then whether to go on.
  private func waitForOutput(in context: ConversionContext) throws(ConversionError) {
    var polled = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
    repeat { try context.checkpoint() } while poll(&polled, 1, 100) == 0
  }

  /// Waits for the end of the program, whose output has been read to its end.
  ///
  /// - Returns: whether it says that all went well.
  public func finish() -> Bool { reap() == 0 }

  private func reap() -> Int32 {
    guard !isReaped else { return 0 }
    isReaped = true
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
