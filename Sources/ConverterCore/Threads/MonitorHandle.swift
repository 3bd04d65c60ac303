#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A state that threads share: one at a time has it, and may wait for what another makes of it.
///
/// Unchecked, since the state was sent here, is touched with the mutex held alone, and what leaves it is sent as well. The
/// mutex and the condition of POSIX are made for all threads; they stay where they are, and go with the last reference.
@safe public final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  public init(_ state: sending State) {
    self.state = state
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  public func withLock<Result>(
    _ body: (inout sending State) -> sending Result
  ) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Waits until `body` finds a result in the state, which it looks at again when another thread called
  /// ``broadcast()`` or ``signal()``.
  public func wait<Result>(
    until body: (inout sending State) -> sending Result?
  ) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes all that wait.
  public func broadcast() { unsafe pthread_cond_broadcast(condition) }

  /// Wakes one that waits.
  public func signal() { unsafe pthread_cond_signal(condition) }
}
