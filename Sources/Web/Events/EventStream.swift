import Broker
import ConverterCore
import Synchronization

/// What happens while pages are open: jobs, uploads, changes of the library; told to browsers as server-sent events.
///
/// Each event that changes what a page shows has a number. A browser that comes back says which it had last and gets those
/// since; where they are not known any more, it is told to load what it shows anew. How far a job is has no number: the next
/// one replaces it.
final class EventStream: Sendable {
  /// One browser that listens.
  struct Listener: Sendable {
    /// Lines of the stream; ends when the listener is cut off.
    let lines: AsyncStream<String>
    let number: Int
  }

  private struct Known {
    let session: String
    let lines: AsyncStream<String>.Continuation
    /// Closes the connection.
    let cut: @Sendable () -> Void
  }

  private struct State {
    var next = 1
    /// The last events, the newest at the end.
    var recent: [(number: Int, text: String)] = []
    var listeners: [Int: Known] = [:]
    var nextListener = 1
  }

  /// Changes with each start of the process: numbers begin anew.
  private let epoch = Secret.random(bytes: 6).hexadecimal
  private let state = Mutex(State())

  /// How many events are kept for those that come back.
  static let mostRecent = 256
  /// How many lines may wait for a slow browser.
  static let mostWaiting = 128
  /// Each browser needs one; the one before last is cut off for another.
  static let mostPerSession = 8
  static let most = 64
  private static let heartbeat = Duration.seconds(15)

  init() {
    Task { [weak self] in
      while self != nil {
        try? await Task.sleep(for: Self.heartbeat)
        self?.pass(":\n\n")
      }
    }
  }

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Tells all that listen.
  ///
  /// - Parameters:
  ///   - kind: `job`, `upload`, `library`.
  ///   - isPassing: whether nobody needs it later.
  func send(_ kind: String, _ values: KeyValuePairs<String, JSONValue>, isPassing: Bool = false) {
    let data = JSONValue.object(values.map { .init($0.key, $0.value) })
    let text = "event: \(kind)\ndata: \(data)\n\n"
    guard !isPassing else { return pass(text) }
    let line = state.withLock { state in
      let number = state.next
      state.next += 1
      let line = "id: \(epoch)-\(number)\n\(text)"
      state.recent.append((number, line))
      state.recent.removeFirst(max(0, state.recent.count - Self.mostRecent))
      return line
    }
    pass(line)
  }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - session: whose it is.
  ///   - last: the number of the event that the browser had last, as it was told.
  ///   - cut: closes the connection of the browser.
  /// - Returns: `nil` where too many listen.
  func listen(
    session: String, after last: String?, cut: @escaping @Sendable () -> Void
  ) -> Listener? {
    let (lines, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting + Self.mostRecent))
    let (number, oldest) = state.withLock { state -> (Int?, Known?) in
      let own = state.listeners.filter { $0.value.session == session }.keys.sorted()
      let oldest =
        own.count >= Self.mostPerSession
        ? own.first.flatMap { state.listeners.removeValue(forKey: $0) } : nil
      guard state.listeners.count < Self.most else { return (nil, oldest) }
      for line in beginning(after: last, state) { continuation.yield(line) }
      let number = state.nextListener
      state.nextListener += 1
      state.listeners[number] = Known(session: session, lines: continuation, cut: cut)
      return (number, oldest)
    }
    oldest.map(end)
    return number.map { Listener(lines: lines, number: $0) }
  }

  /// To be called when the browser is gone.
  func leave(_ listener: Listener) {
    state.withLock { $0.listeners.removeValue(forKey: listener.number) }?.lines.finish()
  }

  /// Ends what a session listens to, which is over.
  func endAll(of session: String) {
    let ended = state.withLock { state in
      let numbers = state.listeners.filter { $0.value.session == session }.keys
      return numbers.compactMap { state.listeners.removeValue(forKey: $0) }
    }
    ended.forEach(end)
  }

  private func beginning(after last: String?, _ state: State) -> [String] {
    let now = state.next - 1
    let hello = "retry: 2000\nid: \(epoch)-\(now)\nevent: hello\ndata: {}\n\n"
    guard let last else { return [hello] }
    let oldest = state.recent.first?.number ?? state.next
    guard let number = number(last), number <= now, number >= oldest - 1 else {
      return ["retry: 2000\nid: \(epoch)-\(now)\nevent: reload\ndata: {}\n\n"]
    }
    return ["retry: 2000\n\n"] + state.recent.filter { $0.number > number }.map(\.text)
  }

  private func number(_ id: String) -> Int? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == epoch ? Int(parts[1]) : nil
  }

  private func pass(_ line: String) {
    let slow = state.withLock { state -> [Known] in
      let numbers = state.listeners.filter { _, known in
        if case .enqueued = known.lines.yield(line) { return false }
        return true
      }.keys
      return numbers.compactMap { state.listeners.removeValue(forKey: $0) }
    }
    // Whoever does not read what was sent gets nothing more.
    slow.forEach(end)
  }

  private func end(_ known: Known) {
    known.lines.finish()
    known.cut()
  }
}
