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
/// Unchecked, since both fields that change are Sendable themselves, and read and written with the lock held alone.
final class ToolThread: @unchecked Sendable {
  private let monitor = Monitor()
  private var started: Result<pid_t, Errno>?
  private var isReleased = false

  /// Has the thread start a program; called once.
  func start(_ body: @escaping @Sendable () -> Result<pid_t, Errno>) -> Result<pid_t, Errno> {
    let thread = WorkerThread(stack: 256 << 10) { [self] in
      let result = body()
      monitor.lock()
      started = result
      monitor.broadcast()
      if case .success = result {
        while !isReleased { monitor.wait() }
      }
      monitor.unlock()
    }
    guard let thread else { return .failure(.resourceTemporarilyUnavailable) }
    thread.detach()
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let started { return started }
      monitor.wait()
    }
  }

  /// Lets the thread end.
  func release() {
    monitor.lock()
    isReleased = true
    monitor.broadcast()
    monitor.unlock()
  }
}
