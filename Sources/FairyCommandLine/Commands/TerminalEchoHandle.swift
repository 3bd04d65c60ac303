import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal's habit of showing what is typed, which is turned off for a password.
///
/// It belongs to the terminal, not to the process: whoever ends the process meanwhile would leave the shell
/// without it. So signals restore it first.
enum TerminalEcho {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  // Written before the handlers are set; from then on they and the thread that set them only read it.
  nonisolated(unsafe) private static var before = termios()

  /// Does `body` while nothing that is typed is shown.
  ///
  /// - Returns: `nil` when the terminal cannot be told.
  static func without<Result>(_ body: () -> Result) -> Result? {
    let terminal = FileDescriptor.standardInput.rawValue
    guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
    var silent = unsafe before
    silent.c_lflag &= ~tcflag_t(ECHO)
    var blocked = sigset_t()
    var mine = sigset_t()
    unsafe sigemptyset(&mine)
    for number in signals {
      unsafe sigaddset(&mine, number)
      signal(number) { _ in
        unsafe tcsetattr(0, TCSAFLUSH, &TerminalEcho.before)
        _ = unsafe write(2, "\n", 1)
        _exit(130)
      }
    }
    unsafe pthread_sigmask(SIG_UNBLOCK, &mine, &blocked)
    defer {
      unsafe tcsetattr(terminal, TCSAFLUSH, &before)
      unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
      for number in signals { signal(number, SIG_DFL) }
    }
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
    return body()
  }
}
