import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts programs as children of this process, which they do not outlive.
struct DirectPrograms: ProgramLauncher {
  func start(
    _ order: ProgramOrder, _ streams: ProgramStreams
  ) throws(ConversionError) -> any StartedProgram {
    do throws(Errno) {
      return try ToolProcess(order, streams)
    } catch {
      throw .starting(order.program, error)
    }
  }
}

/// The process of a program, a child of this one.
final class ToolProcess: StartedProgram {
  private let identifier: pid_t
  private let thread: ToolThread
  private var knownStatus: Int32?

  init(_ order: ProgramOrder, _ streams: ProgramStreams) throws(Errno) {
    thread = ToolThread()
    let result = thread.start {
      var words: [UnsafeMutablePointer<CChar>?] =
        ([order.program.string] + order.arguments).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var environment: [UnsafeMutablePointer<CChar>?] =
        ProgramOrder.environment.map { strdup($0) } + [nil]
      defer { for variable in environment { free(variable) } }
      var started: pid_t = 0
      let error = fairy_start_program(
        words[0], &words, &environment, streams.all.map(\.rawValue), order.cpuSeconds,
        order.memory, nil, &started)
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
    guard status == nil else { return }
    // A sandbox of an older kernel refuses it; the thread's end does the same.
    kill(identifier, SIGKILL)
    thread.release()
    var pause = Pause()
    // One that the kernel cannot end now, on a file system that hangs, is left to whoever started this process.
    while status == nil, pause.total < .seconds(1) { pause.take() }
  }

  var status: Int32? {
    if let knownStatus { return knownStatus }
    var status: Int32 = 0
    let answer = waitpid(identifier, &status, WNOHANG)
    if answer == 0 || answer < 0 && errno == EINTR { return nil }
    // Whoever else took its status kept it: then nobody knows that all went well.
    knownStatus = answer == identifier ? status : -1
    thread.release()
    return knownStatus
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
