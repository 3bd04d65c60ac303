import Synchronization

/// A flag that one thread sets and conversions on other threads check.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
