import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a process is started: with no signal held back, and usually in a group of its own.
struct ProcessStart {
  /// What a descriptor of the process becomes.
  enum Stream {
    /// A descriptor of this process.
    case copy(Int32, Int32)
    /// Nothing, opened this way.
    case null(Int32, Int32)
  }

  /// In the order in which they are made.
  let streams: [Stream]
  /// Signals that it takes as programs usually do.
  var usual: [Int32] = []
  /// Whether it leads a group of its own; one that does not has the terminal as this process has.
  var leadsGroup = true

  private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Spawn = (
    UnsafeMutablePointer<pid_t>, UnsafePointer<posix_spawn_file_actions_t>,
    UnsafePointer<posix_spawnattr_t>, Words, Words
  ) -> Int32

  /// Starts the program at a path.
  func start(
    _ program: String, _ words: [String], _ environment: [[UInt8]]
  ) throws(Errno) -> pid_t {
    try unsafe start(words, environment) { unsafe posix_spawn($0, program, $1, $2, $3, $4) }
  }

  /// Starts a program that is looked for as a shell does.
  func search(
    _ program: String, _ words: [String], _ environment: [[UInt8]]
  ) throws(Errno) -> pid_t {
    try unsafe start(words, environment) { unsafe posix_spawnp($0, program, $1, $2, $3, $4) }
  }

  private func start(
    _ words: [String], _ environment: [[UInt8]], _ spawn: Spawn
  ) throws(Errno) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for stream in streams { unsafe Self.add(stream, to: &actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    set(&attributes)
    var started: pid_t = 0
    let status = unsafe CStrings.with(words) { words in
      unsafe CStrings.with(environment) { unsafe spawn(&started, &actions, &attributes, words, $0) }
    }
    guard status == 0 else { throw Errno(rawValue: status) }
    return started
  }

  private static func add(_ stream: Stream, to actions: inout posix_spawn_file_actions_t) {
    switch stream {
    case .copy(let own, let its): unsafe posix_spawn_file_actions_adddup2(&actions, own, its)
    case .null(let its, let mode):
      unsafe posix_spawn_file_actions_addopen(&actions, its, "/dev/null", mode, 0)
    }
  }

  private func set(_ attributes: inout posix_spawnattr_t) {
    unsafe SignalSet().withPointer { _ = unsafe posix_spawnattr_setsigmask(&attributes, $0) }
    unsafe SignalSet(usual).withPointer {
      _ = unsafe posix_spawnattr_setsigdefault(&attributes, $0)
    }
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let group = leadsGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | group)
  }
}
