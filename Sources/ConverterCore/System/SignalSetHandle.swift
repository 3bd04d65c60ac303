#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// Some signals, for one thread to hold back or to wait for.
package struct SignalSet: Sendable {
  private var set = sigset_t()

  package init(_ numbers: [Int32] = []) {
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
  }

  package func without(_ number: Int32) -> SignalSet {
    var rest = self
    unsafe sigdelset(&rest.set, number)
    return rest
  }

  /// Has the thread hold them back.
  ///
  /// - Returns: what it held back before.
  @discardableResult
  package func block() -> SignalSet { change(SIG_BLOCK) }

  /// Lets the thread have them.
  ///
  /// - Returns: what it held back before.
  @discardableResult
  package func unblock() -> SignalSet { change(SIG_UNBLOCK) }

  /// Has the thread hold them back and no others.
  package func restore() { _ = change(SIG_SETMASK) }

  private func change(_ how: Int32) -> SignalSet {
    var (mine, before) = (set, SignalSet())
    unsafe pthread_sigmask(how, &mine, &before.set)
    return before
  }

  /// Waits until one of them comes, and takes it.
  package func wait() -> Int32 {
    var (mine, number) = (set, Int32(0))
    unsafe sigwait(&mine, &number)
    return number
  }

  /// Waits until one of them comes, and takes it, or until the time is over.
  package func wait(atMost time: timespec) {
    var (mine, time) = (set, time)
    #if os(Linux)
      unsafe sigtimedwait(&mine, nil, &time)
    #else
      nanosleep(&time, nil)
    #endif
  }

  /// Whether the process that started this one wants it to go on after the signal (`nohup`, `&`).
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // What is compared is where the functions are.
    #if canImport(Glibc)
      return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }

  /// Has `body` give it to the system.
  package func withPointer<Result>(_ body: (UnsafePointer<sigset_t>) -> Result) -> Result {
    unsafe withUnsafePointer(to: set, body)
  }
}
