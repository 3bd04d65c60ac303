import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that is started for the user and left alone, such as a browser.
public enum DetachedProgram {
  /// Starts a program that is looked for as a shell does, with nothing to read and nowhere to write.
  ///
  /// - Parameter words: its name, and what it is told.
  /// - Returns: whether it could be started.
  public static func start(_ words: [String]) -> Bool {
    let start = ProcessStart(
      streams: [.null(0, O_RDONLY), .null(1, O_WRONLY), .null(2, O_WRONLY)],
      usual: [SIGPIPE, SIGXFSZ])
    guard let process = try? start.search(words[0], words, Environment.assignments) else {
      return false
    }
    // It is reaped whenever it ends.
    WorkerThread(stack: 1 << 16) { _ = ChildProcess.end(of: process) }?.detach()
    return true
  }
}
