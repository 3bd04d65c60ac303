public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A look at one file: the worker that reads it, and what the supervisor does for that worker.
///
/// The worker serves this file alone. It begins when the object is made; what it shows waits until ``result(for:)`` is
/// called, so that the next look can begin meanwhile.
public final class LookProcess {
  let look: LookRequest
  private let input: InputFile
  private let workers: LookWorkers
  var worker: WorkerProcess
  private(set) var pipe: LookPipe
  var clock: LookClock
  /// Lines for standard error that came while the terminal was a viewer's.
  var heldNotes: [String] = []
  /// Whether a viewer has taken the terminal.
  var hasTakenScreen = false
  /// A message that came while the terminal was a viewer's, and is to be handled afterwards.
  var pending: JSONValue?
  private var failedStarts = 0
  /// Given to a worker that asks for them.
  private var passwords = Passwords()
  /// What ends the look before its time.
  private var interruption: Interruption?

  /// Starts a worker and hands it the file.
  ///
  /// - Parameters:
  ///   - input: of the request, open.
  ///   - workers: one of which is to look at it.
  /// - Throws: `internalError` when no worker can be started.
  public init(
    _ look: LookRequest, at input: InputFile, by workers: LookWorkers
  ) throws(ConversionError) {
    self.look = look
    self.input = input
    self.workers = workers
    worker = try workers.worker(
      for: input, within: look.request.limits, threads: look.threads)
    pipe = try LookPipe()
    clock = LookClock(look.request.limits)
    handOver()
  }

  private func handOver() {
    if let index = look.request.options.reading.index, let path = index.path {
      worker.send(.index(path), with: index.descriptor)
    }
    pipe.grant { worker.send(.page, with: $0) }
    worker.send(.look(look), with: input.descriptor)
  }

  /// Shows what the worker has to show, and waits for its end.
  ///
  /// A worker that ends before it has shown anything is replaced once.
  ///
  /// - Parameters:
  ///   - passwords: given to the worker where its file needs one.
  ///   - interruption: ends the look when another thread raises it; `nil` for one that nothing ends.
  ///   - noted: told which parts of the sandbox the system lacks.
  /// - Returns: what was found; `nil` when nobody reads standard output any more, or wants the look.
  /// - Throws: what prevents any worker from working, such as `sandboxUnavailable`; what `audience` throws.
  public func result(
    for audience: any LookAudience, _ passwords: Passwords = Passwords(),
    until interruption: Interruption? = nil, noted: ([String]) -> Void
  ) throws(ConversionError) -> LookResult? {
    (self.passwords, self.interruption) = (passwords, interruption)
    defer { worker.kill(nil) }
    var first: WorkerExit?
    clock.begin()
    while true {
      switch try listen(for: audience, noted) {
      case .result(let result): return result.named(by: look.request.options)
      case .gone: return nil
      case .failedToStart:
        failedStarts += 1
        guard failedStarts < 5 else {
          throw ConversionError(
            .internalError, "workers end before they begin: \(worker.errorText.printable)")
        }
      case .exited(let exit):
        guard first == nil, !pipe.hasPassedOn, !hasTakenScreen, clock.hasTimeLeft else {
          var result = LookResult()
          result.failure = exit.error(after: first).about(look.request.input.path)
          return result
        }
        first = exit
      }
      try startAgain()
    }
  }

  private func startAgain() throws(ConversionError) {
    worker = try workers.worker(
      for: input, within: look.request.limits, threads: look.threads)
    pipe = try LookPipe()
    clock.noteActivity()
    handOver()
  }

  private enum End {
    case result(LookResult)
    case exited(WorkerExit)
    /// It ended before it was ready, and has not seen its file.
    case failedToStart
    /// Nobody reads what it shows.
    case gone
  }

  private func listen(
    for audience: any LookAudience, _ noted: ([String]) -> Void
  ) throws(ConversionError) -> End {
    while true {
      let received = receive()
      // What was written before a message was sent is in the pipe when the message is there.
      try passOn(to: audience)
      guard !audience.isGone, interruption?.isRaised != true else { return .gone }
      switch received {
      case .closed: return end()
      case .nothing: wait(for: audience)
      case .message(let json):
        clock.noteActivity()
        guard worker.killReason == nil, let message = try? WorkerMessage(json) else {
          worker.kill(.protocolViolation)
          continue
        }
        if let result = try handle(message, for: audience, noted) { return .result(result) }
      }
    }
  }

  func receive() -> Channel.Received {
    if let pending {
      self.pending = nil
      return .message(pending)
    }
    do throws(ConversionError) {
      return try worker.channel.receive(waiting: false)
    } catch {
      worker.kill(.protocolViolation)
      return .closed
    }
  }

  private func handle(
    _ message: WorkerMessage, for audience: any LookAudience, _ noted: ([String]) -> Void
  ) throws(ConversionError) -> LookResult? {
    switch message {
    case .ready(let missing) where !worker.isReady:
      worker.isReady = true
      noted(missing)
    case .unfit(let error) where !worker.isReady: throw error
    case .note(let line): audience.note(line)
    case .takesScreen where look.page.mayTakeScreen && !hasTakenScreen:
      try giveScreen(of: audience)
    case .looked(let result): return result
    default: if !answer(message) { worker.kill(.protocolViolation) }
    }
    return nil
  }

  /// Handles the messages that a worker may send at any time.
  ///
  /// - Returns: whether it was such a message.
  func answer(_ message: WorkerMessage) -> Bool {
    worker.answer(message, passwords, workers.programs, within: look.request.limits)
  }

  private func passOn(to audience: any LookAudience) throws(ConversionError) {
    while let bytes = pipe.read() {
      let start = SuspendingClock.now
      try audience.write(bytes)
      // A reader that takes its time does not count.
      clock.wasHeldUp(for: .now - start)
      clock.noteActivity()
    }
  }

  /// What the worker sends and prints, without the pipe of what it shows.
  var readableDescriptors: [FileDescriptor] {
    [worker.channel.socket] + (worker.isErrorOutputClosed ? [] : [worker.errorOutput])
      + worker.programs.descriptors
  }

  /// Sleeps until the worker has sent something, or is late.
  private func wait(for audience: any LookAudience) {
    var descriptors = readableDescriptors
    if !pipe.isAtEnd { descriptors.append(pipe.readEnd) }
    if let interruption { descriptors.append(interruption.descriptor) }
    var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    // A reader that goes away is noticed before the next bytes for it are there.
    polled.append(pollfd(fd: FileDescriptor.standardOutput.rawValue, events: 0, revents: 0))
    clock.sleep(atMost: worker.programs.longestWait) { timeout in
      FilePoll.wait(for: &polled, milliseconds: timeout)
    }
    worker.drainErrorOutput()
    worker.programs.attend()
    if let output = polled.last, output.revents & Int16(POLLERR) != 0 { audience.isGone = true }
    if worker.killReason == nil, let killReason = clock.killReason { worker.kill(killReason) }
  }

  private func end() -> End {
    worker.drainErrorOutput()
    let (status, memoryPeak) = worker.reap()
    guard worker.isReady || worker.killReason != nil else { return .failedToStart }
    return .exited(
      WorkerExit(
        status: status, killReason: worker.killReason, errorOutput: worker.errorText,
        memoryPeak: memoryPeak, limits: look.request.limits))
  }
}
