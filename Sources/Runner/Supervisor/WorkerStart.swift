import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two connections between a supervisor and a worker: the channel, and what the worker prints on its standard error.
struct WorkerEnds {
  let channel: Channel
  let errorOutput: FileDescriptor
  /// The worker's ends.
  let socket: FileDescriptor
  let standardError: FileDescriptor

  init() throws(ConversionError) {
    (channel, socket) = try Channel.pair()
    do {
      (errorOutput, standardError) = try FileDescriptor.pipe()
    } catch {
      try? socket.close()
      throw .system("no pipe for a worker could be made")
    }
    for end in [errorOutput, standardError] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(errorOutput.rawValue, F_SETFL, O_NONBLOCK)
  }

  /// The worker has them now.
  func closeTheirs() {
    try? socket.close()
    try? standardError.close()
  }

  /// There is no worker. The channel closes itself.
  func closeMine() { try? errorOutput.close() }
}

/// How a worker's program is started.
struct WorkerStart {
  private let words: [String]
  private let ends: WorkerEnds
  private let folders: [FileDescriptor]

  init(_ words: [String], _ ends: WorkerEnds, folders: [FileDescriptor]) {
    (self.words, self.ends, self.folders) = (words, ends, folders)
  }

  /// Starts it.
  func process() throws(ConversionError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends.socket.rawValue, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends.standardError.rawValue, 2)
    // From above those that they become, so that none is overwritten before it is copied.
    let first = Confinement.firstFolder
    let copies = folders.map {
      fcntl($0.rawValue, F_DUPFD_CLOEXEC, first + Int32(folders.count))
    }
    defer { for copy in copies { close(copy) } }
    for (number, copy) in copies.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, first + Int32(number))
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

    var words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment = Self.environment
    defer { for variable in environment { free(variable) } }
    var started: pid_t = 0
    let status = self.words[0].withCString {
      posix_spawn(&started, $0, &actions, &attributes, &words, &environment)
    }
    guard status == 0 else {
      let error = Errno(rawValue: status)
      throw ConversionError(
        .internalError, "a worker could not be started: \(error)", cause: error)
    }
    return started
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
    return variables + InstalledPackages.assignments.map { strdup($0) }
      + [strdup("SWIFT_BACKTRACE=enable=no"), nil]
  }

  private static let passedOn = [
    "LD_", "LANG=", "LC_", "TZ=", "TMPDIR=", "MALLOC_", "GLIBC_", SystemCallFilter.variable + "=",
  ]
}
