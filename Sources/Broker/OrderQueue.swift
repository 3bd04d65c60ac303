import ConverterCore

/// Orders that wait for the threads which carry them out, in the order in which they came.
final class OrderQueue<Order: Sendable>: Sendable {
  private struct State {
    var waiting: [Order] = []
    var isClosed = false
  }

  private let monitor = Monitor(State())

  /// The most orders that wait; more are refused.
  private static var mostWaiting: Int { 256 }

  /// - Returns: whether the order will be carried out; `false` where too many wait, or the queue is closed.
  func add(_ order: Order) -> Bool {
    let isTaken = monitor.withLock { state in
      guard !state.isClosed, state.waiting.count < Self.mostWaiting else { return false }
      state.waiting.append(order)
      return true
    }
    monitor.signal()
    return isTaken
  }

  /// The next order, which is waited for; `nil` once the queue is closed.
  func next() -> Order? {
    monitor.wait { (state) -> Order?? in
      if state.isClosed { return .some(nil) }
      return state.waiting.isEmpty ? nil : .some(state.waiting.removeFirst())
    }
  }

  /// Gives out no more orders, not even those that wait.
  func close() {
    monitor.withLock { $0.isClosed = true }
    monitor.broadcast()
  }
}
