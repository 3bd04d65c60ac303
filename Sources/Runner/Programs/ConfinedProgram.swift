import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process of a program that runs for a worker, a child of the supervisor in a sandbox of its own.
final class ConfinedProgram {
  private let identifier: pid_t
  /// Can be read when the process has ended; `nil` where the kernel has no such descriptors.
  private let ending: FileDescriptor?
  /// Takes the status of the program for the worker, which closes the other end when it does not want the program any
  /// more.
  private let report: FileDescriptor
  private(set) var isOver = false
  private(set) var isKilled = false

  /// - Parameter report: a pipe whose other end goes to the worker; it belongs to the program from now on.
  init(
    _ order: ProgramOrder, _ streams: ProgramStreams, among declared: DeclaredPrograms,
    report: FileDescriptor
  ) throws(Errno) {
    let policy = declared.policy
    let rules = policy == .off ? nil : declared.rules(for: order.program)
    let started = try Self.start(
      order, streams,
      fairy_confinement(
        ruleset: rules?.descriptor?.rawValue ?? -1, is_sandboxed: policy != .off,
        is_required: policy == .require))
    identifier = started
    self.report = report
    WorkerGroups.add(started)
    let ending = fairy_open_process(started)
    self.ending = ending < 0 ? nil : FileDescriptor(rawValue: ending)
  }

  deinit {
    kill()
    attend()
    try? ending?.close()
    try? report.close()
  }

  /// What to wait for: that the program ends, or that the worker gives it up.
  var descriptors: [FileDescriptor] {
    // Of one that is killed the worker may have closed the report: that is heard of again and again.
    [ending, isKilled ? nil : report].compactMap(\.self)
  }

  /// Whether it has to be polled, because its end cannot be waited for.
  var needsLooking: Bool { ending == nil }

  /// Ends it where the worker does not want it any more, and tells the worker how it ended once it has.
  func attend() {
    guard !isOver else { return }
    if isUnwanted { kill() }
    guard hasEnded else { return }
    // Before its status is taken, for then its number may become another's.
    WorkerGroups.remove(identifier)
    var (answer, status) = ChildProcess.status(of: identifier)
    // Whoever else took its status kept it: then nobody knows that all went well.
    while answer < 0 {
      guard errno == EINTR else {
        status = -1
        break
      }
      (answer, status) = ChildProcess.status(of: identifier)
    }
    isOver = true
    tell(status)
  }

  /// Writes the status for the worker, without a signal where that is gone. The pipe is empty: there is room.
  private func tell(_ status: Int32) {
    let broken = SignalSet([SIGPIPE])
    let before = broken.block()
    let isTold = (try? report.writeAll(status.littleEndianBytes.span)) != nil
    #if os(Linux)
      if !isTold { broken.wait(atMost: timespec()) }
    #endif
    before.restore()
  }

  /// Ends it, and all of its group.
  func kill() {
    guard !isOver, !isKilled else { return }
    isKilled = true
    #if canImport(Glibc)
      _ = Glibc.kill(-identifier, SIGKILL)
    #else
      _ = Darwin.kill(-identifier, SIGKILL)
    #endif
  }

  /// Whether the worker has closed its end of the report, or is gone.
  private var isUnwanted: Bool {
    var polled = pollfd(fd: report.rawValue, events: 0, revents: 0)
    return FilePoll.wait(for: &polled, milliseconds: 0) > 0 && polled.revents & Int16(POLLERR) != 0
  }

  private var hasEnded: Bool {
    ChildProcess.hasEnded(identifier) ?? (errno != EINTR)
  }
}
