import ConverterCore
import Runner
import SystemPackage

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

  /// The programs that it may have started.
  static var programs: [FilePath] { Registry.builtin().programs }

  /// The words that say how this process confines itself, if it is such a process.
  static var confinement: [String]? {
    let all = RawArguments.all
    return all.starts(with: words) ? Array(all.dropFirst(words.count)) : nil
  }

  /// Refuses to work on a system that lacks what the program needs to start itself again, and to give outputs their
  /// names.
  ///
  /// - Throws: `missingLibrary`.
  static func checkSystem() throws(ConversionError) {
    #if os(Linux)
      guard !FilePath("/proc/self/exe").allows(X_OK) else { return }
      throw ConversionError(
        .missingLibrary,
        "needs the file system /proc, which is not there; mount it with: mount -t proc proc /proc")
    #endif
  }

  static func run(_ confinement: [String]) throws {
    var worker = try SealedWorker(
      converter: Converter(registry: .builtin()), words: confinement, renderer: FileLook(),
      warmUp: warmUp)
    try worker.run()
  }

  /// A picture of two pixels, which becomes a photo and a graphic.
  private static var warmUp: WarmUp {
    let targets = ["jpeg", "png"].compactMap { try? ContentType.named($0, in: .builtin) }
    return WarmUp(of: "warm-up.ppm", Array("P6 2 1 255\nfairy!".utf8), to: targets)
  }
}
