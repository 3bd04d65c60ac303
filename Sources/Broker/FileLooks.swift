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
    let passwords: Passwords
    /// Gets the lines that `fairy info --json` or `fairy why --json` prints, or why there are none.
    let answer: @Sendable (Result<[JSONValue], ConversionError>) -> Void
  }

  private let orders = OrderQueue<Order>()
  private let threads: [WorkerThread]

  private static let threadCount = 2
  /// The most bytes of what is known of a file.
  private static let mostBytes = 1 << 22

  /// - Parameter interruption: ends looks that are under way.
  init(command: [String], sandbox policy: Sandbox.Policy, until interruption: Interruption) {
    let orders = orders
    threads = (0..<Self.threadCount).compactMap { _ in
      WorkerThread {
        let workers = LookWorkers(command: command, sandbox: policy)
        while let order = orders.next() {
          do throws(ConversionError) {
            order.answer(.success(try Self.lines(order, workers, until: interruption)))
          } catch {
            order.answer(.failure(error))
          }
        }
      }
    }
  }

  /// - Returns: whether the look will be taken; `false` where too many wait.
  func add(_ order: Order) -> Bool { orders.add(order) }

  /// Ends the threads when they have no look in hand.
  func close() {
    orders.close()
    for thread in threads { thread.join() }
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
    let result = try process.result(
      for: audience, order.passwords, until: interruption
    ) { _ in }
    if let error = result?.failure, result?.report == nil, audience.bytes.isEmpty { throw error }
    let text = audience.bytes + Array((result?.report ?? "").utf8)
    var lines: [JSONValue] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      lines.append(try JSONValue(parsing: Array(line)))
    }
    return lines
  }
}
