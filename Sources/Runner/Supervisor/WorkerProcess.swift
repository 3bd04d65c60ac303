import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sealed worker as its supervisor sees it.
final class WorkerProcess {
  let channel: Channel
  /// Its standard error.
  let errorOutput: FileDescriptor
  private let identifier: pid_t
  /// Whether its standard error is closed.
  private(set) var isErrorOutputClosed = false
  private var lastErrorBytes: [UInt8] = []
  private(set) var isReaped = false

  /// Whether it has said that it has entered its sandbox.
  var isReady = false
  /// Those that the kernel holds it to.
  private(set) var limits = ResourceLimits()
  /// What the kernel was told last, and how much processor time had been used by then, in seconds.
  private var applied: (limits: ResourceLimits, used: Int)?
  /// Whose files it has read: it gets no others. `nil` before the first.
  var domain: TrustDomain?
  /// Whether it was given passwords: it gets no further file, whose code could find them in its memory.
  var knowsPasswords = false
  private var group: ControlGroup?
  /// Those that run for it.
  let programs = WorkerPrograms()
  /// The file it works on.
  var assignment: Assignment? {
    didSet { if let assignment { lastLimits = assignment.request.limits } }
  }
  /// Of the file that it worked on last.
  private(set) var lastLimits = Limits.standard
  /// What it may have open beside the outputs of that file.
  var account = DiskAccount()
  /// When it was last measured what it has written.
  var lastMeasured = SuspendingClock.now
  /// Why the supervisor killed it.
  private(set) var killReason: WorkerExit.KillReason?

  /// Starts the process in a group of its own, so that all of it can be ended at once. What the terminal sends
  /// (Ctrl-C, Ctrl-Z) does not reach it; ``Interruption`` passes on what it is to hear.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - folders: as many as the confinement says.
  init(
    _ command: [String], _ confinement: Confinement, folders: [FileDescriptor] = []
  ) throws(ConversionError) {
    let ends = try WorkerEnds()
    defer { ends.closeTheirs() }
    do throws(ConversionError) {
      identifier = try WorkerStart(command + confinement.words, ends, folders: folders).process()
    } catch {
      ends.closeMine()
      throw error
    }
    (channel, errorOutput) = (ends.channel, ends.errorOutput)
    WorkerGroups.add(identifier)
    limit(ResourceLimits(openFiles: Assignment.mostFiles))
  }

  /// A process that a template has forked.
  init(forked identifier: pid_t, _ ends: WorkerEnds) {
    self.identifier = identifier
    (channel, errorOutput) = (ends.channel, ends.errorOutput)
    WorkerGroups.add(identifier)
  }

  /// Sets the kernel's limits for what comes next. The worker can change none of them itself.
  func limit(_ limits: ResourceLimits) {
    self.limits = limits
    // The kernel counts by ticks for the limit, which can be a fifth more than the time that was used.
    let used = Int(fairy_processor_seconds(identifier))
    if let applied, applied == (limits, used) { return }
    applied = (limits, used)
    limits.apply(to: identifier, afterSeconds: used.clampedSum(used / 4))
    if let memory = limits.memory {
      // Twice: files that are read and written are held in memory on its account, too.
      group?.limit(
        memory: memory.clampedSum(ResourceLimits.headroom).clampedProduct(2),
        threads: Self.mostThreads)
    }
  }

  deinit {
    kill(nil)
    _ = reap()
    try? errorOutput.close()
  }

  /// Whether it has ended by itself, or was ended by others.
  var hasEnded: Bool { isReaped || ChildProcess.hasEnded(identifier) != false }

  /// Whether it can be given a file.
  var isFree: Bool { assignment == nil && killReason == nil }

  /// Sends a message. A worker that is gone is found out when its socket is read; one that takes
  /// nothing any more is ended.
  func send(_ message: SupervisorMessage, with file: FileDescriptor? = nil) {
    if !channel.send(message.json, with: file.map { [$0] } ?? []) { kill(nil) }
  }

  /// Ends the process, and the programs that run for it.
  ///
  /// - Parameter killReason: why, unless it is of no interest any more.
  func kill(_ killReason: WorkerExit.KillReason?) {
    if self.killReason == nil { self.killReason = killReason }
    guard !isReaped else { return }
    programs.end()
    WorkerGroups.signal(identifier, SIGKILL)
    group?.kill()
  }

  /// Sees that the process has ended.
  ///
  /// - Returns: its status as `wait4` gives it, and the most memory that it held, in bytes.
  func reap() -> (status: Int32, memoryPeak: Int) {
    guard !isReaped else { return (0, 0) }
    // One that closed its socket and goes on has no say any more, nor have programs of one that ended.
    kill(nil)
    isReaped = true
    WorkerGroups.remove(identifier)
    let (status, usage) = ChildProcess.end(of: identifier)
    programs.reap()
    return (status, usage.memoryPeak)
  }

  /// Takes what the worker's libraries print; the end of it is kept, for the case that it crashes.
  func drainErrorOutput() {
    // One that prints without end must not keep the others waiting.
    for _ in 0..<64 {
      let part = try? errorOutput.bytes(atMost: 4096)
      // Nothing at the moment, or nothing ever.
      guard let part else { return }
      guard !part.isEmpty else {
        isErrorOutputClosed = true
        return
      }
      lastErrorBytes = (lastErrorBytes + part).suffix(4096)
    }
  }

  /// Puts it into a group of its own, where the system has such.
  func join(_ groups: ControlGroups?) { group = groups?.add(identifier) }

  /// More than codecs start: x265 has several a core.
  private static let mostThreads = 512

  /// What it printed last.
  var errorText: String { String(decoding: lastErrorBytes, as: UTF8.self) }

  /// Forgets what was printed about earlier files.
  func discardErrorOutput() {
    drainErrorOutput()
    lastErrorBytes = []
  }
}
