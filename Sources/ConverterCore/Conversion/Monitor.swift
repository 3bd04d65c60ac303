#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock that threads can wait inside of until something has changed.
///
/// Unchecked, since a mutex and a condition of POSIX are made for all threads; they stay where they are, and go with the
/// last reference.
public final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  public func lock() { pthread_mutex_lock(mutex) }
  public func unlock() { pthread_mutex_unlock(mutex) }

  /// Lets others in until one of them calls ``broadcast()``; called with the lock held.
  public func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes all that wait.
  public func broadcast() { pthread_cond_broadcast(condition) }

  /// Wakes one that waits.
  public func signal() { pthread_cond_signal(condition) }
}
