import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a worker ended before its file did.
struct WorkerExit: Sendable {
  /// Why the supervisor ended it.
  enum KillReason: Sendable {
    case stalled, tookTooLong, protocolViolation
    /// It could still write an output that it had finished.
    case keptOutput
    /// It wrote an output larger than its limit.
    case wroteTooMuch
    /// It wrote more into temporary files than a conversion may.
    case filledTemporaryFolder
  }

  private let error: ConversionError
  /// Whether somebody else killed the worker, such as a system that ran out of memory: that says nothing
  /// about the file.
  let isFromOutside: Bool

  /// - Parameters:
  ///   - status: as `wait4` gives it.
  ///   - killReason: if it was the supervisor who killed it.
  ///   - errorOutput: what it printed last.
  ///   - memoryPeak: the most memory that it held, in bytes.
  init(status: Int32, killReason: KillReason?, errorOutput: String, memoryPeak: Int, limits: Limits)
  {
    isFromOutside = killReason == nil && status & 0x7f == SIGKILL
    error =
      switch killReason {
      case .stalled:
        ConversionError.exceeding(
          .init(.stall, of: limits),
          "reported no progress for its stall limit of \(limits.stall) s and was stopped; "
            + "raise the limit with --limit stall=\(limits.stall.clampedProduct(4))")
      case .tookTooLong:
        ConversionError.exceeding(
          .init(.seconds, of: limits),
          "took longer than its limit of \(limits.seconds) s and was stopped; "
            + "raise the limit with --limit seconds=\(limits.seconds.clampedProduct(4))")
      case .protocolViolation:
        ConversionError(.decoderCrashed, "the worker sent an invalid message")
      case .wroteTooMuch: .tooLargeOutput(limits)
      case .filledTemporaryFolder:
        ConversionError.exceeding(
          .init(.output, of: limits),
          "wrote more into temporary files than \(DiskAccount.outputs) times its limit of "
            + "\(limits.output) bytes for a result and was stopped; "
            + "raise the limit with --limit output=\(limits.output.clampedProduct(2))")
      case .keptOutput:
        ConversionError(
          .decoderCrashed,
          "the worker kept the result open for writing after it had finished it, as no worker does; "
            + "the result was thrown away")
      case nil:
        Self.error(status: status, errorOutput: errorOutput, memoryPeak: memoryPeak, limits: limits)
      }
  }

  /// What is said of a step that ended a worker twice.
  var reason: String { error(after: self).message }

  /// What is reported when a second worker has ended on the same file.
  ///
  /// - Parameter first: how the first worker ended.
  func error(after first: WorkerExit?) -> ConversionError {
    guard first != nil else { return error }
    var error = error
    error.message += " (tried twice)"
    return error
  }

  private static func error(
    status: Int32, errorOutput: String, memoryPeak: Int, limits: Limits
  ) -> ConversionError {
    let words = lastLine(of: errorOutput)
    let signal = status & 0x7f
    if signal == 0, status >> 8 & 0xff == OutOfMemory.status {
      return ConversionError.exceeding(
        .init(.memory, of: limits),
        "needs more memory than its limit of \(limits.memory) bytes; "
          + "raise the limit with --limit memory=\(limits.moreMemory)")
    }
    guard signal != 0 else {
      return ConversionError(
        .decoderCrashed, "the decoder ended its process with status \(status >> 8 & 0xff)\(words)")
    }
    if signal == SIGXCPU {
      return ConversionError.exceeding(
        .init(.seconds, of: limits),
        "used more processor time than its limit of \(limits.seconds) s allows (SIGXCPU); "
          + "raise the limit with --limit seconds=\(limits.seconds.clampedProduct(4))")
    }
    // Code that gets no memory crashes in many ways; a lack of it is the likeliest reason near the limit.
    if signal != SIGKILL, limits.isNearMemory(memoryPeak) {
      return ConversionError.exceeding(
        .init(.memory, needed: memoryPeak, of: limits),
        "crashed the decoder with \(name(signal)) when it held \(memoryPeak) bytes, near or past "
          + "its memory limit of \(limits.memory) bytes; raise the limit with --limit memory=\(limits.moreMemory)"
      )
    }
    if signal == SIGKILL {
      return ConversionError(
        .decoderCrashed,
        "the worker was killed (SIGKILL): the system may have run out of memory, "
          + "then use fewer --jobs")
    }
    return ConversionError(.decoderCrashed, "crashed the decoder with \(name(signal))\(words)")
  }

  private static func lastLine(of errorOutput: String) -> String {
    let line = errorOutput.split(separator: "\n").last { !$0.allSatisfy { $0 == " " } }
    return line.map { ": \($0.prefix(200))" } ?? ""
  }

  private static func name(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL",
      SIGFPE: "SIGFPE", SIGTRAP: "SIGTRAP", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM",
      SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
