import Synchronization

/// A flag that one thread raises and conversions on other threads look at.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
