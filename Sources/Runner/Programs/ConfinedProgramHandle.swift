import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ConfinedProgram {
  /// Starts the process of a program.
  static func start(
    _ order: ProgramOrder, _ streams: ProgramStreams, _ confinement: fairy_confinement
  ) throws(Errno) -> pid_t {
    var started: pid_t = 0
    let error = unsafe CStrings.with([order.program.string] + order.arguments) { words in
      unsafe CStrings.with(ProgramOrder.environment) { environment in
        unsafe order.program.withPlatformString { program in
          unsafe withUnsafePointer(to: confinement) { confinement in
            unsafe fairy_start_program(
              program, words, environment, streams.all.map(\.rawValue), order.cpuSeconds,
              order.memory, unsafe confinement, &started)
          }
        }
      }
    }
    guard error == 0 else {
      // One that came so far as not to find its program.
      if started > 0 { while waitpid(started, nil, 0) < 0, errno == EINTR {} }
      throw Errno(rawValue: error)
    }
    return started
  }
}
