public import SystemPackage

/// Starts the programs of the system that do a part of a conversion.
///
/// A program that converts by itself starts them itself. A sealed worker may start nothing: it asks its supervisor.
public protocol ProgramLauncher: Sendable {
  /// Starts a program, and does not wait for it.
  ///
  /// - Parameters:
  ///   - order: the program and what it may take.
  ///   - streams: what it reads and writes; the caller keeps its own descriptors.
  /// - Throws: `internalError`, with an `Errno` as its cause where the system starts no such process; `interrupted`
  ///   when the supervisor is gone.
  func start(
    _ order: ProgramOrder, _ streams: ProgramStreams
  ) throws(ConversionError) -> any StartedProgram
}

/// A running program, which is ended at the latest when this value is released.
public protocol StartedProgram: AnyObject {
  /// As `waitpid` gives it; `nil` while the program runs, and -1 where nobody knows how it ended. Does not wait.
  var status: Int32? { get }
}

/// A program to start, and what it may take from the system.
public struct ProgramOrder: Sendable, Equatable {
  public let program: FilePath
  /// Those after its name.
  public let arguments: [String]
  /// On all processors together.
  public let cpuSeconds: Int
  /// Bytes of its own.
  public let memory: Int

  public init(_ program: FilePath, _ arguments: [String], cpuSeconds: Int, memory: Int) {
    self.program = program
    self.arguments = arguments
    self.cpuSeconds = cpuSeconds
    self.memory = memory
  }

  /// The variables of all programs, nothing of the user's: words are the program's own, text is UTF-8.
  public static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
}

/// What a program reads and writes.
public struct ProgramStreams: Sendable {
  public let input: FileDescriptor
  public let output: FileDescriptor
  /// Its standard error.
  public let errorOutput: FileDescriptor

  public init(input: FileDescriptor, output: FileDescriptor, errorOutput: FileDescriptor) {
    self.input = input
    self.output = output
    self.errorOutput = errorOutput
  }

  /// In the order of the numbers that they get in the program.
  public var all: [FileDescriptor] { [input, output, errorOutput] }
}

extension ConversionError {
  /// The system did not start a program.
  public static func starting(_ program: FilePath, _ error: Errno) -> ConversionError {
    ConversionError(
      .internalError, "\(program.string) could not be started: \(error)", cause: error)
  }
}
