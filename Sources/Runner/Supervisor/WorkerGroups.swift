import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process groups of the workers of this process, and of the programs that run for them: each leads one.
///
/// Signals come to the process as a whole, whatever runs in it, and so this is one for the process.
enum WorkerGroups {
  private static let leaders = Mutex<Set<pid_t>>([])

  /// Notes a process that leads a group of its own.
  static func add(_ leader: pid_t) {
    leaders.withLock { _ = $0.insert(leader) }
  }

  /// Forgets a process; before its status is taken, for then its number may become another's.
  static func remove(_ leader: pid_t) {
    leaders.withLock { _ = $0.remove(leader) }
  }

  /// Sends a signal to all workers.
  static func signal(_ number: Int32) {
    leaders.withLock { for leader in $0 { signal(leader, number) } }
  }

  /// Sends a signal to one worker's group; to itself, where it was forked and leads none yet.
  static func signal(_ leader: pid_t, _ number: Int32) {
    if kill(-leader, number) != 0 { kill(leader, number) }
  }
}
