import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread that starts a program and lives as long as the program may.
///
/// With the thread the kernel ends the program (`PR_SET_PDEATHSIG`), so the program ends with the process,
/// however that ends. And it can be ended where a sandbox lets nobody send signals.
///
/// `@unchecked Sendable`: what changes is read and written with the lock held.
final class ToolThread: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var started: Result<pid_t, Errno>?
  private var isReleased = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Has the thread start a program; called once.
  func start(_ body: @escaping @Sendable () -> Result<pid_t, Errno>) -> Result<pid_t, Errno> {
    let thread = WorkerThread(stack: 256 << 10) { [self] in
      let result = body()
      pthread_mutex_lock(lock)
      started = result
      pthread_cond_broadcast(changed)
      if case .success = result {
        while !isReleased { pthread_cond_wait(changed, lock) }
      }
      pthread_mutex_unlock(lock)
    }
    guard let thread else { return .failure(.resourceTemporarilyUnavailable) }
    thread.detach()
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let started { return started }
      pthread_cond_wait(changed, lock)
    }
  }

  /// Lets the thread end.
  func release() {
    pthread_mutex_lock(lock)
    isReleased = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}
