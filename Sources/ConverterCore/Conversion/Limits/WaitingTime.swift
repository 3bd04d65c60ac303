import Synchronization

/// The time that a conversion spent waiting for the reader of its output, which does not count as its own.
public final class WaitingTime: Sendable {
  private let nanoseconds = Atomic<Int>(0)

  public init() {}

  package func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let count = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    nanoseconds.wrappingAdd(count, ordering: .relaxed)
  }

  var total: Duration { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
}
