public import ConverterCore
import SystemPackage

/// The output of a look in a sealed worker: a pipe to standard output, messages for standard error, and a screen that
/// the supervisor draws.
public final class LookOutput: Sendable {
  private let channel: Channel
  private let pipe: FileDescriptor
  private let waiting: WaitingTime
  private let vocabulary: RequestVocabulary

  /// - Parameters:
  ///   - pipe: the new object owns it.
  ///   - waiting: records the time spent waiting for keys.
  init(
    _ channel: Channel, pipe: FileDescriptor, waiting: WaitingTime, vocabulary: RequestVocabulary
  ) {
    self.channel = channel
    self.pipe = pipe
    self.waiting = waiting
    self.vocabulary = vocabulary
  }

  deinit { try? pipe.close() }

  /// Writes bytes to standard output.
  ///
  /// - Returns: whether anybody still reads.
  public func write(_ bytes: [UInt8]) -> Bool {
    (try? pipe.writeAll(bytes)) != nil
  }

  /// Writes a line to standard error.
  public func note(_ line: String) {
    channel.send(WorkerMessage.note(line).json)
  }

  /// Takes the whole terminal for as long as `body` runs.
  ///
  /// - Throws: `writeFailed` where it cannot be taken; what `body` throws.
  public func takeScreen(
    _ body: (any Screen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let (answer, file) = try channel.ask(WorkerMessage.takesScreen.json)
    guard let answer else { throw ConversionError(.interrupted, "the supervisor is gone") }
    switch try SupervisorMessage(answer, vocabulary: vocabulary) {
    case .refused(let error): throw error
    case .granted:
      guard let file else { fallthrough }
      try body(RemoteScreen(Channel(file, mostFiles: 0), waiting: waiting))
    default: throw ConversionError(.internalError, "the supervisor gave no screen to draw on")
    }
  }
}
