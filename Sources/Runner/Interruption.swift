public import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns Ctrl-C and its relatives into an orderly end.
///
/// The signals are taken by a thread of their own. It cancels the conversions, which then end with
/// `interrupted` and leave nothing behind. A codec that does not look up within a grace period, or a
/// second signal, ends the process at once; outputs have no name before they are complete, so nothing
/// half-written stays then either.
public enum Interruption {
  /// Call it once, before any other thread is started: threads inherit the blocked signals.
  ///
  /// - Parameter lastWords: called before the process is ended at once.
  public static func watch(
    cancelling cancellation: Cancellation, lastWords: @escaping @Sendable () -> Void
  ) {
    // A closed pipe is an error of the write that meets it, not the end of the process.
    // So is a file that grows past what the system allows.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    let watcher = WorkerThread(running: {
      var number: Int32 = 0
      var mask = watched
      sigwait(&mask, &number)
      cancellation.cancel()
      var grace = timespec(tv_sec: 1, tv_nsec: 500_000_000)
      #if os(Linux)
        sigtimedwait(&mask, nil, &grace)
      #else
        nanosleep(&grace, nil)
      #endif
      PartialFiles.removeAll()
      lastWords()
      _exit(130)
    })
    // Without a thread to take them, signals do what they always do.
    if watcher == nil { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  /// Whether whoever started the process wants it to go on after the signal (`nohup`, `&`).
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }
}
