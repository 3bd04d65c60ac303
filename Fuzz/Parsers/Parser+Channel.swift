import ConverterCore
import Runner

extension Parser {
  /// What a supervisor receives from a worker, which may have been taken over by a file.
  static let workerMessages = channel("worker-messages", .supervisor)

  /// What a worker receives from its supervisor.
  static let supervisorMessages = channel("supervisor-messages", .worker)

  /// Lines as one side of a channel takes them: cut into messages, decoded, and written again.
  ///
  /// The first byte is how many bytes come at a time.
  private static func channel(_ name: String, _ side: ChannelProbe.Side) -> Parser {
    Parser(name: name) { bytes in
      guard let first = bytes.first else { return }
      let text = bytes.dropFirst()
      // Smaller pieces than this take a system call each and find nothing more.
      let pieceSize = max(Int(first) * Int(first), text.count / 64 + 1)
      guard let received = try? ChannelProbe.receive(text, as: side, pieceSize: pieceSize) else {
        preconditionFailure("there is no channel")
      }
      precondition(received.files <= side.mostFiles, "more files are kept than may come")
      precondition(received.messages == lines(of: text), "a message is cut wrongly")
      for message in received.messages.compactMap({ $0 }) { examine(message, as: side) }
    }
  }

  /// The messages that the text consists of, the last `nil` if it is none.
  private static func lines(of text: ArraySlice<UInt8>) -> [JSONValue?] {
    var messages: [JSONValue?] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let message = try? JSONValue(parsing: Array(line))
      messages.append(message)
      if message == nil { break }
    }
    return messages
  }

  private static func examine(_ message: JSONValue, as side: ChannelProbe.Side) {
    if let understood = ChannelProbe.understand(message, as: side, .standard) {
      let again = ChannelProbe.understand(read(understood), as: side, .standard)
      precondition(again.map(read) == read(understood), "a message is read as another one")
    }
    if side == .supervisor, let outcome = ChannelProbe.outcome(in: message, .standard) {
      let finished = JSONValue.object([.init("finished", read(outcome))])
      let again = ChannelProbe.outcome(in: finished, .standard)
      precondition(again.map(read) == read(outcome), "an outcome is read as another one")
    }
  }

  /// A value as it comes out of the channel.
  private static func read(_ value: JSONValue) -> JSONValue {
    guard let read = try? JSONValue(parsing: Array(value.description.utf8)) else {
      preconditionFailure("what is sent is no JSON")
    }
    return read
  }
}
