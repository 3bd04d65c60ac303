import ConverterCore
import Runner

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

  static func run() throws {
    var worker = SealedWorker(converter: Converter(registry: .builtin()))
    try worker.run()
  }
}
