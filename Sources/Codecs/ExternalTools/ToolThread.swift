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
final class ToolThread: Sendable {
  private struct State {
    var started: Result<pid_t, Errno>?
    var isReleased = false
  }

  private let monitor = Monitor(State())

  /// Has the thread start a program; called once.
  func start(_ body: @escaping @Sendable () -> Result<pid_t, Errno>) -> Result<pid_t, Errno> {
    let thread = WorkerThread(stack: 256 << 10) { [monitor] in
      let result = body()
      monitor.withLock { $0.started = result }
      monitor.broadcast()
      if case .success = result { monitor.wait { $0.isReleased ? () : nil } }
    }
    guard let thread else { return .failure(.resourceTemporarilyUnavailable) }
    thread.detach()
    return monitor.wait { $0.started }
  }

  /// Lets the thread end.
  func release() {
    monitor.withLock { $0.isReleased = true }
    monitor.broadcast()
  }
}
