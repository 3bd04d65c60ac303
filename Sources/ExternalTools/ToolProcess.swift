import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a program reads and writes.
struct ToolStreams: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor
  /// Its standard error.
  let complaints: FileDescriptor

  init(_ input: FileDescriptor, _ output: FileDescriptor, _ complaints: FileDescriptor) {
    self.input = input
    self.output = output
    self.complaints = complaints
  }
}

/// What a program may take from the system.
struct ToolShare: Sendable {
  let cpuSeconds: Int
  /// In bytes.
  let memory: Int
}

/// The process of a program, which ends with this value at the latest.
final class ToolProcess {
  private let identifier: pid_t
  private let thread: ToolThread
  /// As `waitpid` gives it, once it has ended.
  private(set) var status: Int32?

  /// - Parameter words: the program's path and its arguments.
  init(
    _ words: [String], environment: [String], _ streams: ToolStreams, _ share: ToolShare
  ) throws(Errno) {
    thread = ToolThread()
    let result = thread.start {
      var words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var environment: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
      defer { for variable in environment { free(variable) } }
      var started: pid_t = 0
      let error = fairy_start_program(
        words[0], &words, &environment, streams.input.rawValue, streams.output.rawValue,
        streams.complaints.rawValue, share.cpuSeconds, share.memory, &started)
      guard error == 0 else {
        // One that came so far as not to find its program.
        if started > 0 { while waitpid(started, nil, 0) < 0, errno == EINTR {} }
        return .failure(Errno(rawValue: error))
      }
      return .success(started)
    }
    identifier = try result.get()
  }

  deinit {
    guard !isOver else { return }
    // A sandbox of an older kernel refuses it; the thread's end does the same.
    kill(identifier, SIGKILL)
    thread.release()
    var pause = Pause()
    // One that the kernel cannot end now, on a file system that hangs, is left to the supervisor.
    while !isOver, pause.total < .seconds(1) { pause.take() }
  }

  /// Whether it has ended; it is told so without waiting.
  var isOver: Bool {
    guard status == nil else { return true }
    var status: Int32 = 0
    let answer = waitpid(identifier, &status, WNOHANG)
    if answer == 0 || answer < 0 && errno == EINTR { return false }
    // Whoever else took its status kept it: then nobody knows that all went well.
    self.status = answer == identifier ? status : -1
    thread.release()
    return true
  }
}

/// Sleeps that become longer, for what mostly takes little time and has nobody to tell of it.
struct Pause {
  private(set) var total = Duration.zero
  private var microseconds: UInt32 = 50

  mutating func take() {
    usleep(microseconds)
    total += .microseconds(Int64(microseconds))
    microseconds = min(microseconds * 2, 10_000)
  }
}
