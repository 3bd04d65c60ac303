import Synchronization

/// A flag that one thread sets and conversions on other threads check.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Ends the conversions that check the flag, with the code `interrupted`. Any thread may call it.
  public func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
