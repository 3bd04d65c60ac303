import CProcessShims
package import ConverterCore
import SystemPackage

/// How each side of a channel reads what the other sends: for tests, and for fuzzing.
package enum ChannelProbe {
  package enum Side: Sendable {
    case supervisor, worker

    /// How many files it keeps that came with messages, until they are taken.
    package var mostFiles: Int { self == .supervisor ? Channel.mostFilesOfWorkers : .max }
  }

  /// Receives `bytes` from a socket.
  ///
  /// - Parameters:
  ///   - pieceSize: how many bytes are sent at a time, each time with an open file; the receiver takes what it can
  ///     before more is sent.
  /// - Returns: the messages, with `nil` at the end where the other side is refused from then on; and how many files
  ///   were kept.
  package static func receive(
    _ bytes: ArraySlice<UInt8>, as side: Side, pieceSize: Int
  ) throws(ConversionError) -> (messages: [JSONValue?], files: Int) {
    let (mine, its) = try Channel.pair()
    let other = Channel(its, mostFiles: .max)
    let (receiver, sender) = side == .supervisor ? (mine, other) : (other, mine)
    var messages: [JSONValue?] = []
    var rest = bytes
    while !rest.isEmpty {
      let sent = sender.socket.send(rest.span.prefix(pieceSize), with: [sender.socket])
      rest = rest.dropFirst(max(1, sent))
      do throws(ConversionError) {
        while case .message(let message) = try receiver.receive(waiting: false) {
          messages.append(message)
        }
      } catch {
        messages.append(nil)
        break
      }
    }
    var files = 0
    while let file = receiver.takeFile() {
      try? file.close()
      files += 1
    }
    return (messages, files)
  }

  /// What `side` takes a message for, as the other side would write it; `nil` where it refuses it.
  package static func understand(
    _ message: JSONValue, as side: Side, _ vocabulary: RequestVocabulary
  ) -> JSONValue? {
    switch side {
    case .supervisor: (try? WorkerMessage(message))?.json
    case .worker: (try? SupervisorMessage(message, vocabulary: vocabulary))?.json
    }
  }

  /// The outcome that a worker reports in `message`, as a result line; `nil` where it reports none.
  package static func outcome(
    in message: JSONValue, _ vocabulary: RequestVocabulary
  ) -> JSONValue? {
    guard case .finished(let result, _, _)? = try? WorkerMessage(message) else { return nil }
    return (try? Outcome(json: result, catalog: vocabulary.catalog))?.json(id: nil)
  }
}
