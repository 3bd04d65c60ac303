import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process that speaks HTTP: `fairy-web`.
///
/// It has a channel to this process as its standard input, the socket that listens, the folder of the library and the work
/// folder, all open; it confines itself to them before it answers anybody.
public struct WebProcess {
  /// The descriptors of the process behind the three that every process has.
  public enum Descriptor: Int32 { case listener = 3, library, work }

  let channel: Channel
  private let identifier: pid_t

  /// Messages to this process are questions and requests.
  private static let longestMessage = 4 << 20

  /// - Parameter program: the file of the program.
  /// - Throws: `missingLibrary` where there is no such program, `internalError` where it cannot be started.
  init(
    _ program: FilePath, listener: FileDescriptor, _ folders: ServedFolders,
    sandbox: Sandbox.Policy
  ) throws(ConversionError) {
    let (channel, socket) = try Channel.pair(longestMessage: Self.longestMessage)
    defer { try? socket.close() }
    self.channel = channel
    identifier = try ServiceStart(
      program.string, [program.string, sandbox.rawValue], channel: socket,
      descriptors: [listener, folders.library.folder.descriptor, folders.work.folder.descriptor]
    ).process()
  }

  /// Ends it, and waits for its end.
  func end() {
    kill(identifier, SIGTERM)
    for _ in 0..<100 {
      if ChildProcess.status(of: identifier, options: WNOHANG).answer != 0 { return }
      usleep(10_000)
    }
    kill(identifier, SIGKILL)
    _ = ChildProcess.end(of: identifier)
  }
}
