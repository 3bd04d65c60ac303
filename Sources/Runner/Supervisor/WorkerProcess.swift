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
  let complaints: FileDescriptor
  private let identifier: pid_t
  /// Whether its standard error is closed.
  private(set) var isMute = false
  private var lastWords: [UInt8] = []
  private(set) var isReaped = false

  /// Whether it has said that it is shut in.
  var isReady = false
  /// The file it works on.
  var assignment: Assignment?
  /// Why the supervisor killed it.
  private(set) var verdict: Death.Verdict?

  /// Starts the process in a group of its own, which nothing leaves that it starts behind walls: so all of it
  /// can be ended at once. What the terminal sends (Ctrl-C, Ctrl-Z) does not reach it; ``Interruption`` passes
  /// on what it is to hear.
  ///
  /// - Parameter command: the program and its arguments.
  init(_ command: [String]) throws(ConversionError) {
    let (mine, its) = try Channel.pair()
    defer { try? its.close() }
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      pipe = try FileDescriptor.pipe()
    } catch {
      throw .system("no pipe for a worker could be made")
    }
    defer { try? pipe.writeEnd.close() }
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(pipe.readEnd.rawValue, F_SETFL, O_NONBLOCK)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, its.rawValue, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.writeEnd.rawValue, 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment = Self.environment
    defer { for variable in environment { free(variable) } }
    var started: pid_t = 0
    let status = command[0].withCString {
      posix_spawn(&started, $0, &actions, &attributes, &words, &environment)
    }
    guard status == 0 else {
      try? pipe.readEnd.close()
      let error = Errno(rawValue: status)
      throw ConversionError(
        .internalError, "a worker could not be started: \(error)", cause: error)
    }
    identifier = started
    WorkerGroups.add(started)
    channel = mine
    complaints = pipe.readEnd
  }

  /// What a worker needs to know of this process' variables: others may be secrets. Swift's own crash
  /// reporter is turned off: it would start another program, which a worker must not, and put its
  /// failure before what the decoder said last.
  private static var environment: [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      if passedOn.contains(where: { strncmp(variable, $0, strlen($0)) == 0 }) {
        variables.append(strdup(variable))
      }
      next += 1
    }
    return variables + [strdup("SWIFT_BACKTRACE=enable=no"), nil]
  }

  private static let passedOn = ["LD_", "LANG=", "LC_", "TZ=", "TMPDIR=", "MALLOC_", "GLIBC_"]

  deinit {
    kill(nil)
    _ = reap()
    try? complaints.close()
  }

  /// Whether it can be given a file.
  var isFree: Bool { assignment == nil && verdict == nil }

  /// Sends a message. A worker that is gone is found out when its socket is read; one that takes
  /// nothing any more is ended.
  func send(_ message: SupervisorMessage, with file: FileDescriptor? = nil) {
    if !channel.send(message.json, with: file) { kill(nil) }
  }

  /// Ends the process, and the programs that it has started.
  ///
  /// - Parameter verdict: why, unless it is of no interest any more.
  func kill(_ verdict: Death.Verdict?) {
    if self.verdict == nil { self.verdict = verdict }
    guard !isReaped else { return }
    #if canImport(Glibc)
      _ = Glibc.kill(-identifier, SIGKILL)
    #else
      _ = Darwin.kill(-identifier, SIGKILL)
    #endif
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
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    return (status, usage.memoryPeak)
  }

  /// Takes what the worker's libraries print; the end of it is kept, for the case that it dies.
  func hearComplaints() {
    // One that prints without end must not keep the others waiting.
    for _ in 0..<64 {
      let part = try? [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = try complaints.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      // Nothing at the moment, or nothing ever.
      guard let part else { return }
      guard !part.isEmpty else {
        isMute = true
        return
      }
      lastWords = (lastWords + part).suffix(4096)
    }
  }

  /// What it printed last.
  var complaint: String { String(decoding: lastWords, as: UTF8.self) }

  /// Forgets what was printed about earlier files.
  func forgetComplaints() {
    hearComplaints()
    lastWords = []
  }
}
