import ConverterCore
import Runner
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The connection to the broker: asks it for files, and hands it requests.
///
/// Each question or request has a number, which its answer repeats. One thread receives and one sends, so callers never block
/// on the socket.
final class BrokerConnection: Sendable {
  /// What the broker says of the service.
  struct Greeting: Sendable {
    struct Folder: Sendable {
      let word: String
      let isWritable: Bool
      /// Where it is: what people know it by. Nothing can be opened by it.
      let path: FilePath
    }

    let host: String
    let port: Int
    /// Lets a browser in, once; in hexadecimal digits.
    let token: String
    let folders: [Folder]
    let libraryPath: FilePath
    let workPath: FilePath
    /// The address on the local network that a phone may speak with; `nil` where the user has not allowed it.
    let phoneAddress: String?
    /// Whether a phone may speak with it at once, as the service begins.
    let opensPhone: Bool

    /// What a browser has to call this service.
    var authority: String { "\(host):\(port)" }
    var origin: String { "http://\(authority)" }

    init(_ json: JSONValue) throws(ConversionError) {
      guard let hello = json["hello"], let host = hello["host"]?.text,
        let port = hello["port"]?.int, let token = hello["token"]?.text,
        let library = hello["library"]?.text, let work = hello["work"]?.text
      else { throw ConversionError(.internalError, "the broker says nothing of the service") }
      (self.host, self.port, self.token) = (host, port, token)
      (libraryPath, workPath) = (FilePath(library), FilePath(work))
      (phoneAddress, opensPhone) = (hello["phone"]?.text, hello["opensPhone"] == .bool(true))
      folders = (hello["folders"]?.elements ?? []).compactMap { folder in
        folder["word"]?.text.map { word in
          Folder(
            word: word, isWritable: folder["writable"] == .bool(true),
            path: folder["pathHex"]?.text.flatMap { FilePath(hexadecimal: $0) }
              ?? FilePath(folder["path"]?.text ?? ""))
        }
      }
    }
  }

  /// An answer of the broker, with the open file if one was asked for. The caller owns the file.
  struct Answer: Sendable {
    let json: JSONValue
    let file: FileDescriptor?
  }

  private struct Waiting {
    let progressed: (@Sendable (Double) -> Void)?
    let answered: @Sendable (Answer) -> Void
  }

  private struct State {
    var next = 1
    var waiting: [Int: Waiting] = [:]
    var greeted: CheckedContinuation<JSONValue, Never>?
    var greeting: JSONValue?
  }

  private let channel: Channel
  private let state = Mutex(State())
  private let outgoing = Monitor<[JSONValue]>([])

  /// Listings, and answers about views.
  static let longestMessage = 32 << 20

  /// Begins to listen.
  init(_ channel: Channel) {
    self.channel = channel
    WorkerThread { [self] in receive() }?.detach()
    WorkerThread { [self] in sendAll() }?.detach()
  }

  /// Waits for what the broker says first.
  func greeting() async throws(ConversionError) -> Greeting {
    let json = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.greeting == nil { state.greeted = continuation }
        return state.greeting
      }
      if let known { continuation.resume(returning: known) }
    }
    return try Greeting(json)
  }

  func sayReady() { send(.object([.init("ready", .bool(true))])) }

  /// Asks the broker, and waits for the answer.
  ///
  /// - Parameter members: of the question.
  /// - Throws: the error in the answer.
  func ask(_ members: [JSONValue.Member]) async throws(ConversionError) -> Answer {
    let answer = await whole(members, progressed: nil)
    if let error = answer.json["error"], answer.json["status"] == nil {
      try? answer.file?.close()
      throw (try? ConversionError(json: error, besides: nil))
        ?? ConversionError(.internalError, "the broker failed")
    }
    return answer
  }

  /// Has a request done, and waits for its result.
  ///
  /// - Returns: the line of the result, which may be a failure.
  func result(
    of request: [JSONValue.Member], progressed: (@Sendable (Double) -> Void)? = nil,
    begun: @Sendable (Int) -> Void = { _ in }
  ) async -> JSONValue {
    await whole(request, progressed: progressed, begun: begun).json
  }

  /// Ends a request that is waiting or begun; its result says so.
  func cancel(_ number: Int) { send(.object([.init("cancel", .integer(number))])) }

  /// Interrupts a scan that was asked for by that name; its answer says how it ended.
  func cancelScan(_ name: String) {
    send(.object([.init("broker", .string("cancel-scan")), .init("name", .string(name))]))
  }

  private func whole(
    _ members: [JSONValue.Member], progressed: (@Sendable (Double) -> Void)?,
    begun: @Sendable (Int) -> Void = { _ in }
  ) async -> Answer {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    begun(number)
    return await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiting[number] = Waiting(progressed: progressed) {
          continuation.resume(returning: $0)
        }
      }
      send(.object([.init("id", .integer(number))] + members))
    }
  }

  // MARK: The threads

  private func send(_ line: JSONValue) {
    outgoing.withLock { $0.append(line) }
    outgoing.signal()
  }

  private func sendAll() {
    while true {
      let lines: [JSONValue] = outgoing.wait { waiting in
        guard !waiting.isEmpty else { return nil }
        defer { waiting = [] }
        return waiting
      }
      for line in lines { channel.send(line) }
    }
  }

  private func receive() {
    while let received = try? channel.receive(waiting: true) {
      guard case .message(let json) = received else { break }
      take(json)
    }
    // Without the broker there is nothing to be served.
    exit(0)
  }

  private func take(_ json: JSONValue) {
    if json["hello"] != nil {
      let waiting = state.withLock { state in
        state.greeting = json
        defer { state.greeted = nil }
        return state.greeted
      }
      waiting?.resume(returning: json)
      return
    }
    guard let number = json["id"]?.int else { return }
    if let fraction = json["progress"]?.double {
      state.withLock { $0.waiting[number]?.progressed }?(fraction)
      return
    }
    // How many were cancelled: their results say it.
    guard json["cancelled"] == nil else { return }
    let file = json["file"] == .bool(true) ? channel.takeFile() : nil
    guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: number) }) else {
      try? file?.close()
      return
    }
    waiting.answered(Answer(json: json, file: file))
  }
}
