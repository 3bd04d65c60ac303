#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// How children of this process end.
package enum ChildProcess {
  /// Takes the status of one that has ended.
  ///
  /// - Returns: what `waitpid` answers, below 0 for the reason in `errno`; and the status.
  package static func status(
    of process: pid_t, options: Int32 = 0
  ) -> (answer: pid_t, status: Int32) {
    var status: Int32 = 0
    return unsafe (waitpid(process, &status, options), status)
  }

  /// Waits until one has ended, and takes its status and what it used.
  package static func end(of process: pid_t) -> (status: Int32, usage: rusage) {
    var (status, usage) = (Int32(0), rusage())
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    return (status, usage)
  }

  /// Whether one has ended, whose status stays; `nil` where the system does not say, for the reason in `errno`.
  package static func hasEnded(_ process: pid_t) -> Bool? {
    var found = unsafe siginfo_t()
    let answer = unsafe waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT)
    return unsafe answer == 0 ? found.si_signo != 0 : nil
  }

  /// Waits until one has ended, and leaves its status.
  package static func awaitEnd(of process: pid_t) {
    var found = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &found, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// What this process itself has used.
  package static var ownUsage: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }
}
