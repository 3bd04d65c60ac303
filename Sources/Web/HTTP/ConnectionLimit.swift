import Synchronization

/// How many connections there are at once: browsers open six each.
final class ConnectionLimit: Sendable {
  private let count = Atomic<Int>(0)
  private static let most = 256

  /// - Returns: whether there is room for another; then it is to ``leave()``.
  func enter() -> Bool {
    if count.add(1, ordering: .relaxed).newValue <= Self.most { return true }
    count.subtract(1, ordering: .relaxed)
    return false
  }

  func leave() { count.subtract(1, ordering: .relaxed) }
}
