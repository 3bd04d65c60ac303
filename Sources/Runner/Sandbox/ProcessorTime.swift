#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this process has used of the processors, as the kernel counts it for RLIMIT_CPU.
///
/// Linux counts that by ticks, which can run ahead of the time that `getrusage` gives: by up to a fifth
/// on a machine with more to do than processors. Over many files that would add up to more than a
/// limit. The count itself can be had from a profiling timer, which is compared with it: how much of
/// the timer is gone.
enum ProcessorTime {
  /// Seconds that have begun, from 0.
  static var begunSeconds: Int {
    #if os(Linux)
      let which = __itimer_which_t(ITIMER_PROF.rawValue)
      var timer = itimerval()
      getitimer(which, &timer)
      if timer.it_value.tv_sec > 0 {
        return max(0, horizon - timer.it_value.tv_sec)
      }
      // It goes off after 34 years, counted from when the process started.
      timer.it_value.tv_sec = horizon - wholeSeconds
      setitimer(which, &timer, nil)
    #endif
    return wholeSeconds + 1
  }

  private static let horizon = 1 << 30

  private static var wholeSeconds: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    let microseconds = Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
    return Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec) + microseconds / 1_000_000
  }
}
