import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ToolProcess {
  /// Starts the process of a program, which ends with this thread.
  static func start(
    _ order: ProgramOrder, _ streams: ProgramStreams
  ) -> Result<pid_t, Errno> {
    var started: pid_t = 0
    let error = unsafe CStrings.with([order.program.string] + order.arguments) { words in
      unsafe CStrings.with(ProgramOrder.environment) { environment in
        unsafe fairy_start_program(
          words[0], words, environment, streams.all.map(\.rawValue), order.cpuSeconds,
          order.memory, nil, &started)
      }
    }
    guard error == 0 else {
      // One that came so far as not to find its program.
      if started > 0 { while waitpid(started, nil, 0) < 0, errno == EINTR {} }
      return .failure(Errno(rawValue: error))
    }
    return .success(started)
  }
}
