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
      Self.start(order, streams)
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
    let (answer, status) = ChildProcess.status(of: identifier, options: WNOHANG)
    if answer == 0 || answer < 0 && errno == EINTR { return nil }
    // Whoever else took its status kept it: then nobody knows that all went well.
    knownStatus = answer == identifier ? status : -1
    thread.release()
    return knownStatus
  }
}

/// Sleeps that become longer, for what mostly takes little time and has no event to wait for.
struct Pause {
  private(set) var total = Duration.zero
  private var microseconds: UInt32 = 50

  mutating func take() {
    usleep(microseconds)
    total += .microseconds(Int64(microseconds))
    microseconds = min(microseconds * 2, 10_000)
  }
}
