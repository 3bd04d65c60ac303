import CProcessShims
package import ConverterCore
import Synchronization
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A Unix stream socket that carries JSON, a value a line, and open files beside it.
///
/// Any thread may send and ask; one thread receives, while nobody asks.
package final class Channel: Sendable {
  package enum Received {
    case message(JSONValue)
    /// Nothing whole is there yet.
    case nothing
    /// The other side is gone.
    case closed
  }

  private struct Incoming {
    var bytes: [UInt8] = []
    /// How many of them are known to hold no line feed.
    var searched = 0
    var files: [FileDescriptor] = []
    var isClosed = false
  }

  private typealias Answer = (message: JSONValue?, file: FileDescriptor?)

  /// A question that was sent before its answer is wanted.
  private struct Early {
    let question: JSONValue
    /// `nil` while it is under way.
    var answer: Answer?
  }

  package let socket: FileDescriptor
  /// How many files may have come with messages and wait to be taken; further ones are closed.
  private let mostFiles: Int
  private let sending = Mutex<Void>(())
  private let asking = Mutex<Early?>(nil)
  private let incoming = Mutex(Incoming())

  /// How many files come with a message of a worker at most: the streams of a program.
  static let mostFilesOfWorkers = 3

  /// A message longer than this is no message: the other side has gone mad.
  private let longestMessage: Int

  /// - Parameters:
  ///   - socket: belongs to the channel from now on.
  ///   - mostFiles: how many files may wait to be taken.
  ///   - longestMessage: the most bytes of a message that is received.
  package init(_ socket: FileDescriptor, mostFiles: Int, longestMessage: Int = 4 << 20) {
    self.socket = socket
    self.mostFiles = mostFiles
    self.longestMessage = longestMessage
  }

  deinit {
    try? socket.close()
    for file in incoming.withLock({ $0.files }) { try? file.close() }
  }

  /// A channel and the socket for the process on its other side, which may send the streams of a program.
  ///
  /// - Parameter longestMessage: the most bytes of a message from there.
  package static func pair(
    longestMessage: Int = 4 << 20
  ) throws(ConversionError) -> (Channel, FileDescriptor) {
    guard let (mine, its) = FileDescriptor.socketPair() else {
      throw .system("no socket for a worker could be made")
    }
    let channel = Channel(mine, mostFiles: mostFilesOfWorkers, longestMessage: longestMessage)
    return (channel, its)
  }

  /// - Parameter files: handed over with the message; the sender keeps its own descriptors.
  /// - Returns: whether the other side is still there.
  @discardableResult
  package func send(_ message: JSONValue, with files: [FileDescriptor] = []) -> Bool {
    let line = Array((message.description + "\n").utf8)
    return sending.withLock { _ in
      var sent = 0
      while sent < line.count {
        let count = socket.send(line.span[sent...], with: sent == 0 ? files : [])
        guard count >= 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// The next message.
  ///
  /// - Throws: `damagedInput` when what comes is not JSON.
  package func receive(waiting: Bool) throws(ConversionError) -> Received {
    try incoming.withLock { (incoming) throws(ConversionError) in
      while true {
        if let end = incoming.bytes[incoming.searched...].firstIndex(of: UInt8(ascii: "\n")) {
          let line = Array(incoming.bytes[..<end])
          incoming.bytes.removeSubrange(...end)
          incoming.searched = 0
          return .message(try JSONValue(parsing: line))
        }
        incoming.searched = incoming.bytes.count
        if incoming.isClosed { return .closed }
        guard incoming.bytes.count < longestMessage else {
          throw ConversionError(.damagedInput, "a message without end")
        }
        guard fill(&incoming, waiting: waiting) else { return .nothing }
      }
    }
  }

  /// Sends a question and waits for the answer, with the file that came with it; `nil` where the other side is
  /// gone.
  ///
  /// - Parameter files: handed over with the question.
  /// - Throws: what ``receive(waiting:)`` throws.
  func ask(
    _ question: JSONValue, with files: [FileDescriptor] = []
  ) throws(ConversionError) -> (message: JSONValue?, file: FileDescriptor?) {
    try asking.withLock { (early) throws(ConversionError) in
      // Answers come in the order of the questions.
      if early != nil, early?.answer == nil { early?.answer = try answer() }
      if let known = early, known.question == question, let answer = known.answer {
        early = nil
        return answer
      }
      send(question, with: files)
      return try answer()
    }
  }

  /// Sends a question that will be asked soon, so that its answer is made ready meanwhile; one at a time.
  func askEarly(_ question: JSONValue) {
    asking.withLock { early in
      guard early == nil else { return }
      send(question)
      early = Early(question: question)
    }
  }

  /// Takes the answer to what was asked early and then not at all.
  ///
  /// - Throws: what ``receive(waiting:)`` throws.
  func forgetEarly() throws(ConversionError) {
    try asking.withLock { (early) throws(ConversionError) in
      guard let known = early else { return }
      early = nil
      let answer = if let answer = known.answer { answer } else { try answer() }
      try? answer.file?.close()
    }
  }

  private func answer() throws(ConversionError) -> Answer {
    guard case .message(let message) = try receive(waiting: true) else { return (nil, nil) }
    return (message, takeFile())
  }

  /// Discards what has been received.
  ///
  /// - Returns: whether the other side is gone.
  func drain() -> Bool {
    incoming.withLock { incoming in
      for _ in 0..<64 where !incoming.isClosed {
        guard fill(&incoming, waiting: false) else { break }
        incoming.bytes.removeAll(keepingCapacity: true)
        incoming.searched = 0
      }
      return incoming.isClosed
    }
  }

  /// The oldest file that came with a message and was not taken yet.
  package func takeFile() -> FileDescriptor? {
    incoming.withLock { $0.files.isEmpty ? nil : $0.files.removeFirst() }
  }

  /// Closes the files that came with messages that none belong to. Called when a message was answered; what came
  /// together with the beginning of a next one stays.
  func closeUnexpectedFiles() {
    incoming.withLock { incoming in
      guard incoming.bytes.isEmpty else { return }
      for file in incoming.files { try? file.close() }
      incoming.files = []
    }
  }

  /// - Returns: whether anything came, the end included.
  private func fill(_ incoming: inout Incoming, waiting: Bool) -> Bool {
    let (count, reason) = socket.receive(
      into: &incoming.bytes, &incoming.files, mostFiles: mostFiles, waiting: waiting)
    if count < 0, reason == EAGAIN || reason == EWOULDBLOCK { return false }
    if count <= 0 { incoming.isClosed = true }
    return true
  }
}

extension ConversionError {
  /// A failure of the system in the runner's own work, from `errno`.
  static func system(_ what: String) -> ConversionError {
    let error = Errno(rawValue: errno)
    return ConversionError(.internalError, "\(what): \(error)", cause: error)
  }
}
