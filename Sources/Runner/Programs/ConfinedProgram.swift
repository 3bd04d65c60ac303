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
    var confinement = fairy_confinement(
      ruleset: rules?.descriptor?.rawValue ?? -1, is_sandboxed: policy != .off,
      is_required: policy == .require)
    var words: [UnsafeMutablePointer<CChar>?] =
      ([order.program.string] + order.arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProgramOrder.environment.map { strdup($0) } + [nil]
    defer { for variable in environment { free(variable) } }
    var started: pid_t = 0
    let error = order.program.withPlatformString {
      fairy_start_program(
        $0, &words, &environment, streams.all.map(\.rawValue), order.cpuSeconds, order.memory,
        &confinement, &started)
    }
    guard error == 0 else {
      // One that came so far as not to find its program.
      if started > 0 { while waitpid(started, nil, 0) < 0, errno == EINTR {} }
      throw Errno(rawValue: error)
    }
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

  /// Whether its end cannot be waited for, but has to be looked for.
  var needsLooking: Bool { ending == nil }

  /// Ends it where the worker does not want it any more, and tells the worker how it ended once it has.
  func attend() {
    guard !isOver else { return }
    if isUnwanted { kill() }
    guard hasEnded else { return }
    // Before its status is taken, for then its number may become another's.
    WorkerGroups.remove(identifier)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      // Whoever else took its status kept it: then nobody knows that all went well.
      guard errno == EINTR else {
        status = -1
        break
      }
    }
    isOver = true
    tell(status)
  }

  /// Writes the status for the worker, without a signal where that is gone. The pipe is empty: there is room.
  private func tell(_ status: Int32) {
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    let isTold = withUnsafeBytes(of: status) { (try? report.writeAll($0)) != nil }
    #if os(Linux)
      var now = timespec()
      if !isTold { sigtimedwait(&broken, nil, &now) }
    #endif
    pthread_sigmask(SIG_SETMASK, &before, nil)
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
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLERR) != 0
  }

  private var hasEnded: Bool {
    var found = siginfo_t()
    let answer = waitid(P_PID, id_t(identifier), &found, WEXITED | WNOHANG | WNOWAIT)
    return answer == 0 ? found.si_signo != 0 : errno != EINTR
  }
}
