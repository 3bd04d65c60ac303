import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Questions to a worker that converts nothing.
extension WorkerProcess {
  /// What it says next that is an answer.
  ///
  /// - Parameters:
  ///   - request: what it was asked.
  ///   - verb: what it was asked to do, for the message that it took too long.
  /// - Throws: `limitExceeded`, `decoderCrashed`, what keeps it from shutting itself in.
  func answer(
    to request: Request, _ verb: String
  ) throws(ConversionError) -> WorkerMessage {
    let limits = request.limits
    let seconds = min(limits.seconds, limits.stall)
    let deadline = SuspendingClock.now + .seconds(seconds)
    while true {
      switch try channel.receive(waiting: false) {
      case .nothing:
        guard saysMore(before: deadline) else {
          throw ConversionError.exceeding(
            .init(limits.seconds < limits.stall ? .seconds : .stall, of: limits),
            "took longer than \(seconds) s to \(verb); raise the limits "
              + "with --limit seconds=NUMBER --limit stall=NUMBER")
        }
      case .closed: throw exitError(limits)
      case .message(let json):
        switch try WorkerMessage(json) {
        case .ready, .progress: continue
        case .wantsPasswords: grant(request.options.reading.passwords)
        case .unfit(let error): throw error
        case let answer: return answer
        }
      }
    }
  }

  private func exitError(_ limits: Limits) -> ConversionError {
    let (status, memoryPeak) = reap()
    return WorkerExit(
      status: status, killReason: nil, errorOutput: errorText, memoryPeak: memoryPeak,
      limits: limits
    ).error(after: nil)
  }

  /// Waits until there is something to receive, or the worker has ended.
  private func saysMore(before deadline: SuspendingClock.Instant) -> Bool {
    while true {
      let left = deadline - .now
      guard left > .zero else { return false }
      var polled = [
        pollfd(fd: channel.socket.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: isErrorOutputClosed ? -1 : errorOutput.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      let count = FilePoll.wait(
        for: &polled, milliseconds: Int32(clamping: left.components.seconds * 1000 + 1))
      guard count > 0 else { continue }
      drainErrorOutput()
      if polled[0].revents != 0 { return true }
    }
  }
}

extension ConversionError {
  static func protocolViolation() -> ConversionError {
    ConversionError(.decoderCrashed, "the worker sent an invalid message")
  }
}
