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

  /// The words that say how this process confines itself, if it is such a process.
  static var confinement: [String]? {
    let all = RawArguments.all
    return all.starts(with: words) ? Array(all.dropFirst(words.count)) : nil
  }

  /// Begins this program anew with the same words, for what must be done before there are threads: the walls
  /// around reading go up in one that has started none.
  ///
  /// Returns where the system does not let it.
  static func startOver() {
    guard let words = RawArguments.started.words else { return }
    _ = command[0].withCString { execv($0, words) }
  }

  /// Refuses to work on a system that lacks what the program needs to start itself again, and to give outputs their
  /// names.
  ///
  /// - Throws: `missingLibrary`.
  static func checkSystem() throws(ConversionError) {
    #if os(Linux)
      guard access("/proc/self/exe", X_OK) != 0 else { return }
      throw ConversionError(
        .missingLibrary,
        "needs the file system /proc, which is not there; mount it with: mount -t proc proc /proc")
    #endif
  }

  static func run(_ confinement: [String]) throws {
    var worker = try SealedWorker(
      converter: Converter(registry: .builtin()), words: confinement)
    try worker.run()
  }
}
