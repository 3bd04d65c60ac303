import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The screen of a viewer that runs in the worker.
extension LookProcess {
  /// Takes the terminal and draws on it for the worker, until the worker is done with it or gone.
  func giveScreen(of audience: any LookAudience) throws(ConversionError) {
    var refusal: ConversionError?
    do throws(ConversionError) {
      try audience.takeScreen { (screen) throws(ConversionError) in
        hasTakenScreen = true
        let (mine, its) = try Channel.pair()
        worker.send(.granted, with: its)
        try? its.close()
        mine.send(ScreenAnswer(size: screen.size).json)
        try serve(ScreenService(screen, mine))
      }
    } catch {
      refusal = error
    }
    for line in heldNotes { audience.note(line) }
    heldNotes = []
    clock.begin()
    guard let refusal else { return }
    // Where the terminal was taken, it is gone now, and its viewer with it.
    if hasTakenScreen { throw refusal }
    worker.send(.refused(refusal))
  }

  private func serve(_ service: ScreenService) throws(ConversionError) {
    while worker.killReason == nil {
      switch service.serveNext() {
      case .closed: return
      case .invalid: worker.kill(.protocolViolation)
      case .served:
        clock.noteActivity()
        continue
      case .nothing: break
      }
      guard try receiveFromWorker() else { return }
      if service.isWaiting {
        // Whoever waits for a key is not late.
        try service.awaitEvent(besides: readableDescriptors)
        worker.drainErrorOutput()
        worker.programs.attend()
        clock.begin()
      } else {
        wait(for: service)
      }
    }
  }

  /// Handles the messages that the worker sends beside those of its screen.
  ///
  /// - Returns: whether it still draws on that.
  private func receiveFromWorker() throws(ConversionError) -> Bool {
    while true {
      switch receive() {
      case .closed: return false
      case .nothing: return true
      case .message(let json):
        clock.noteActivity()
        guard let message = try? WorkerMessage(json) else {
          worker.kill(.protocolViolation)
          return false
        }
        if case .note(let line) = message, heldNotes.count < 1000 {
          heldNotes.append(line)
        } else if !answer(message) {
          pending = json
          return false
        }
      }
    }
  }

  /// Sleeps until the worker, which is busy, has sent something, or is late.
  private func wait(for service: ScreenService) {
    let descriptors = readableDescriptors + [service.channel.socket]
    var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    clock.sleep(atMost: worker.programs.longestWait) { timeout in
      FilePoll.wait(for: &polled, milliseconds: timeout)
    }
    worker.drainErrorOutput()
    worker.programs.attend()
    if let killReason = clock.killReason { worker.kill(killReason) }
  }
}

/// Draws for a viewer in a worker, and sends it the keys.
private final class ScreenService {
  let channel: Channel
  private let screen: any WatchingScreen
  /// The event that the viewer waits for: until when.
  private var question: Question?
  /// Whether the viewer may fill the clipboard: once after each key.
  private var mayCopy = false

  private struct Question {
    let deadline: ContinuousClock.Instant?
  }

  enum Served {
    case served, nothing, invalid
    /// The viewer is done with the screen, or gone.
    case closed
  }

  init(_ screen: any WatchingScreen, _ channel: Channel) {
    self.screen = screen
    self.channel = channel
  }

  var isWaiting: Bool { question != nil }

  /// Does the next thing that the viewer asks for.
  func serveNext() -> Served {
    do throws(ConversionError) {
      switch try channel.receive(waiting: false) {
      case .closed: return .closed
      case .nothing: return .nothing
      case .message(let json): return serve(try ScreenRequest(json))
      }
    } catch {
      return .invalid
    }
  }

  private func serve(_ request: ScreenRequest) -> Served {
    guard !isWaiting else { return .invalid }
    switch request {
    case .draw(let lines): draw(lines)
    case .nextEvent(let timeout):
      question = Question(
        deadline: timeout.map { .now + .milliseconds(min($0, 1_000_000)) })
    case .copy(let text):
      guard mayCopy else { return .invalid }
      mayCopy = false
      copy(text)
    }
    return .served
  }

  private func draw(_ lines: [[UInt8]]) {
    let size = screen.size
    // A terminal that is gone is told by the next event.
    try? screen.draw(lines.prefix(size.rows).map { TerminalFilter.line($0, columns: size.columns) })
  }

  private func copy(_ text: [UInt8]) {
    var answer = ScreenAnswer(size: screen.size)
    do throws(ConversionError) {
      try screen.copy(text)
    } catch {
      answer.refusal = error
    }
    channel.send(answer.json)
  }

  /// Waits for the event that the viewer waits for, or until one of `descriptors` can be read.
  func awaitEvent(besides descriptors: [FileDescriptor]) throws(ConversionError) {
    guard let question else { return }
    let left = question.deadline.map { max(0, Int(($0 - .now) / .milliseconds(1))) }
    let event = try screen.nextEvent(timeout: left, unless: descriptors + [channel.socket])
    guard let event else { return }
    self.question = nil
    switch event {
    case .character, .key: mayCopy = true
    case .paste, .resize, .tick, .end: mayCopy = false
    }
    channel.send(ScreenAnswer(size: screen.size, event: event).json)
  }
}
