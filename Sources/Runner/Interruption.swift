public import ConverterCore
import Synchronization
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns SIGINT (Ctrl-C) and related signals into an orderly end.
///
/// The signals are taken by a thread of their own. The run learns of them through a descriptor that it waits on; it
/// kills its workers and reports how far it got. If it does not end within a grace period, because nobody reads its
/// output, or at a second signal, the process is ended at once; outputs have no name before they are complete, so
/// nothing half-written stays then either.
///
/// Ctrl-Z stops the workers, too: they are in groups of their own, which the terminal does not know.
public final class Interruption: Sendable {
  /// Can be read from the moment when a signal has come.
  public let descriptor: FileDescriptor
  private let writeEnd: FileDescriptor
  private let flag = Atomic<Bool>(false)

  public init() throws(ConversionError) {
    do {
      (descriptor, writeEnd) = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.internalError, "no pipe could be made: \(error)", cause: error)
    }
    for end in [descriptor, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    try? descriptor.close()
    try? writeEnd.close()
  }

  public var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Ends the run as a signal would.
  public func raise() {
    flag.store(true, ordering: .relaxed)
    _ = try? writeEnd.writeAll([0])
  }

  /// Takes the signals from now on.
  ///
  /// Call it once, before any other thread is started: threads inherit the blocked signals.
  ///
  /// - Parameters:
  ///   - grace: how long the run may take to end by itself.
  ///   - beforeExit: called before the process is ended at once.
  public func watchSignals(
    grace: Duration = .milliseconds(1500), beforeExit: @escaping @Sendable () -> Void
  ) {
    // A closed pipe is an error of the write that meets it, not the end of the process.
    // So is a file that grows past what the system allows.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Whoever started the process may ignore it; then nobody hears how a worker ended.
    signal(SIGCHLD, SIG_DFL)
    let signals = SignalSet([SIGINT, SIGTERM, SIGHUP, SIGTSTP].filter { !SignalSet.isIgnored($0) })
    signals.block()
    let watcher = WorkerThread(running: { [self] in
      while signals.wait() == SIGTSTP { Self.stop() }
      raise()
      let (seconds, attoseconds) = grace.components
      signals.without(SIGTSTP).wait(
        atMost: timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000)))
      WorkerGroups.signal(SIGKILL)
      PartialFiles.removeAll()
      MadeFolders.removeEmpty()
      PrivateFolder.removeAll()
      beforeExit()
      _exit(130)
    })
    // Without a thread to take them, signals do what they always do.
    if watcher == nil { signals.unblock() }
  }

  /// Stops the workers and this process, as the terminal asks, until it is told to go on.
  private static func stop() {
    WorkerGroups.signal(SIGSTOP)
    // Sent again, rather than SIGSTOP: the system ignores it where no shell is there to say "go on".
    let mine = SignalSet([SIGTSTP])
    mine.unblock()
    kill(getpid(), SIGTSTP)
    mine.block()
    WorkerGroups.signal(SIGCONT)
  }
}
