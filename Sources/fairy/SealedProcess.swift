import ConverterCore
import Runner

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process in which a supervisor has the work done: this program, started again.
///
/// Every run starts one, so it does not pass through the parser of the command line, which would take longer
/// than a small conversion.
enum SealedProcess {
  private static let words = ["worker", "--sealed"]

  /// How it is started: this program, whatever has become of its file.
  static var command: [String] {
    #if os(Linux)
      ["/proc/self/exe"] + words
    #else
      [CommandLine.arguments[0]] + words
    #endif
  }

  static var isThis: Bool { CommandLine.arguments.dropFirst().elementsEqual(words) }

  /// Begins this program anew with the same words, for what must be done before there are threads: the walls
  /// around reading go up in one that has started none.
  ///
  /// Returns where the system does not let it.
  static func startOver() {
    _ = command[0].withCString { execv($0, CommandLine.unsafeArgv) }
  }

  static func run() throws {
    var worker = SealedWorker(converter: Converter(registry: .builtin()))
    try worker.run()
  }
}
