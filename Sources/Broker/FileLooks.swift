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
  private let threads: [WorkerThread]

  private static let threadCount = 2
  /// The most bytes of what is known of a file.
  private static let mostBytes = 1 << 22
  /// The most looks that wait; more are refused.
  private static let mostWaiting = 256

  /// - Parameter interruption: ends looks that are under way.
  init(command: [String], sandbox policy: Sandbox.Policy, until interruption: Interruption) {
    let monitor = monitor
    threads = (0..<Self.threadCount).compactMap { _ in
      WorkerThread {
        Self.work(monitor, LookWorkers(command: command, sandbox: policy), interruption)
      }
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
    _ monitor: Monitor<State>, _ workers: LookWorkers, _ interruption: Interruption
  ) {
    while true {
      let next: Next = monitor.wait { state in
        if state.isClosed { return .end }
        return state.waiting.isEmpty ? nil : .order(state.waiting.removeFirst())
      }
      guard case .order(let order) = next else { return }
      do throws(ConversionError) {
        order.answer(.success(try lines(order, workers, until: interruption)))
      } catch {
        order.answer(.failure(error))
      }
    }
  }

  private static func lines(
    _ order: Order, _ workers: LookWorkers, until interruption: Interruption
  ) throws(ConversionError) -> [JSONValue] {
    var page = PageDescription()
    page.isJSON = true
    let process = try LookProcess(
      LookRequest(order.kind, of: order.request, on: page, threads: 1), at: order.input,
      by: workers)
    let audience = GatheringAudience(atMost: mostBytes)
    let result = try process.result(for: audience, until: interruption) { _ in }
    if let error = result?.failure, result?.report == nil, audience.bytes.isEmpty { throw error }
    let text = audience.bytes + Array((result?.report ?? "").utf8)
    var lines: [JSONValue] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      lines.append(try JSONValue(parsing: Array(line)))
    }
    return lines
  }
}
