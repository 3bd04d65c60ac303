import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a process does that forks workers: it has entered its sandbox, and reads nothing but the orders of its
/// supervisor.
struct SealedTemplate {
  let channel: Channel
  let converter: Converter
  let warmUp: WarmUp?

  /// A run over fewer files is over before a warm-up pays: one worker is ordered ahead of the file in hand.
  private static let workersBeforeWarmUp = 2

  /// Forks workers as they are ordered.
  ///
  /// Returns in each worker, with the supervisor's socket as its standard input and nothing else open but its standard
  /// error; in the template itself when the supervisor is gone.
  ///
  /// - Returns: whether this is a worker.
  func serve() throws(ConversionError) -> Bool {
    var errorOutput: FileDescriptor?
    var workers = 0
    while case .message(let json) = try channel.receive(waiting: true) {
      switch try SupervisorMessage(json, vocabulary: converter.vocabulary) {
      case .errorOutput:
        errorOutput = channel.takeFile()
      case .fork:
        guard let socket = channel.takeFile(), let errors = errorOutput else {
          throw ConversionError(.damagedInput, "an order without its ends")
        }
        errorOutput = nil
        if workers == Self.workersBeforeWarmUp { warmUp?.run(with: converter) }
        workers += 1
        let identifier = fairy_fork_sibling()
        if identifier == 0 {
          become(socket, errors)
          return true
        }
        try? socket.close()
        try? errors.close()
        channel.send(WorkerMessage.forked(identifier < 0 ? nil : identifier).json)
      default:
        throw ConversionError(.damagedInput, "an order that is for workers")
      }
    }
    return false
  }

  /// Leaves to a new process what is its own, and takes from it what only the template needs.
  private func become(_ socket: FileDescriptor, _ errors: FileDescriptor) {
    setpgid(0, 0)
    _ = fairy_end_with_parent()
    dup2(socket.rawValue, FileDescriptor.standardInput.rawValue)
    dup2(errors.rawValue, FileDescriptor.standardError.rawValue)
    fairy_close_from(Confinement.firstFolder)
  }
}
