#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Threads for what nobody waits for.
enum BackgroundThread {
  /// Lets all others go first; programs that this thread starts do so, too.
  ///
  /// On Linux each thread has a priority of its own; elsewhere the process has one, which stays.
  ///
  /// - Parameter steps: 1…19, as of `nice`.
  static func yieldsToOthers(by steps: Int32) {
    #if os(Linux)
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, steps)
    #endif
  }
}
