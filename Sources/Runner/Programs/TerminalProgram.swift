public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that the user works with on the terminal, such as an editor: it has the standard streams of this process and
/// gets what is typed, Ctrl-C as well, which does not end this process meanwhile.
public enum TerminalProgram {
  private static let keys = [SIGINT, SIGQUIT]

  /// Runs a command of the user's, as a shell does, to its end.
  ///
  /// - Parameters:
  ///   - command: words of a shell: `code --wait`.
  ///   - words: what is added to it, each as it is.
  /// - Returns: its exit status; 128 and more for a signal, as shells have it.
  /// - Throws: `readFailed` where it cannot be started.
  public static func run(_ command: String, _ words: [String]) throws(ConversionError) -> Int {
    let handlers = keys.map { signal($0, SIG_IGN) }
    defer { for (key, handler) in zip(keys, handlers) { _ = signal(key, handler) } }
    var start = ProcessStart(streams: [], usual: keys + [SIGPIPE, SIGXFSZ])
    start.leadsGroup = false
    do throws(Errno) {
      let process = try start.search(
        "sh", ["sh", "-c", command + " \"$@\"", "sh"] + words, Environment.assignments)
      let status = ChildProcess.end(of: process).status
      let cause = Int(status & 0x7f)
      return cause == 0 ? Int(status >> 8) & 0xff : 128 + cause
    } catch {
      throw ConversionError(.readFailed, "sh cannot be started: \(error)", cause: error)
    }
  }
}
