import ConverterCore
import Runner

/// Looks at files for the web process, two at a time: what a file is, and why it is taken for that.
///
/// Workers are coupled to the thread that starts them, so that the threads stay.
final class FileLooks: Sendable {
  /// A look that is wanted.
  struct Order: Sendable {
    let kind: LookRequest.Kind
    let request: Request
    let input: InputFile
    /// Gets the lines that `fairy info --json` or `fairy why --json` prints, or why there are none.
    let answer: @Sendable (Result<[JSONValue], ConversionError>) -> Void
  }

  private struct State {
    var waiting: [Order] = []
    var isClosed = false
  }

  private enum Next {
    case order(Order)
    case end
  }

  private let monitor = Monitor(State())
  private let command: [String]
  private let policy: Sandbox.Policy
  private let threads: [WorkerThread]

  private static let threadCount = 2
  /// The most looks that wait; more are refused.
  private static let mostWaiting = 256

  init(command: [String], sandbox policy: Sandbox.Policy) {
    (self.command, self.policy) = (command, policy)
    let monitor = monitor
    threads = (0..<Self.threadCount).compactMap { _ in
      WorkerThread { Self.work(monitor, command, policy) }
    }
  }

  /// - Returns: whether the look will be taken; `false` where too many wait.
  func add(_ order: Order) -> Bool {
    let isTaken = monitor.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return false }
      state.waiting.append(order)
      return true
    }
    monitor.signal()
    return isTaken
  }

  /// Ends the threads when they have no look in hand.
  func close() {
    monitor.withLock { $0.isClosed = true }
    monitor.broadcast()
    for thread in threads { thread.join() }
  }

  private static func work(
    _ monitor: Monitor<State>, _ command: [String], _ policy: Sandbox.Policy
  ) {
    let workers = LookWorkers(command: command, sandbox: policy)
    while true {
      let next: Next = monitor.wait { state in
        if state.isClosed { return .end }
        return state.waiting.isEmpty ? nil : .order(state.waiting.removeFirst())
      }
      guard case .order(let order) = next else { return }
      do throws(ConversionError) {
        order.answer(.success(try lines(order, workers)))
      } catch {
        order.answer(.failure(error))
      }
    }
  }

  private static func lines(
    _ order: Order, _ workers: LookWorkers
  ) throws(ConversionError) -> [JSONValue] {
    var page = PageDescription()
    page.isJSON = true
    let process = try LookProcess(
      LookRequest(order.kind, of: order.request, on: page, threads: 1), at: order.input,
      by: workers)
    let audience = KeptLines()
    let result = try process.result(for: audience) { _ in }
    if let error = result?.failure, result?.report == nil, audience.bytes.isEmpty { throw error }
    let text = audience.bytes + Array((result?.report ?? "").utf8)
    var lines: [JSONValue] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      lines.append(try JSONValue(parsing: Array(line)))
    }
    return lines
  }
}

/// Keeps what a worker has to show.
private final class KeptLines: LookAudience {
  private(set) var bytes: [UInt8] = []
  var isGone = false

  private static let mostBytes = 1 << 22

  func write(_ more: [UInt8]) throws(ConversionError) {
    guard bytes.count + more.count <= Self.mostBytes else {
      throw ConversionError(.decoderCrashed, "its worker sent more than facts take")
    }
    bytes += more
  }

  func note(_ line: String) {}

  func takeScreen(
    _ body: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    throw ConversionError(.internalError, "such a look takes no screen")
  }
}
