import ConverterCore
import SystemPackage

/// A file that a sealed worker keeps open, as its supervisor sees it.
///
/// Questions go to the worker one at a time, over a channel of their own: on the other one the worker may ask for files
/// while it waits for the next question.
final class OpenView {
  /// The name that the stream gave it.
  let name: JSONValue
  let worker: WorkerProcess
  private let questions: Channel
  private let request: Request
  private let programs: DeclaredPrograms
  private var clock: LookClock
  /// What was asked and not answered yet; the worker has the first.
  private var asked: [Asked] = []
  /// Whether the file is open; the first answer says so.
  private var isOpen = false

  private struct Asked {
    let id: JSONValue?
    let question: ViewQuestion?
  }

  /// What the worker has sent since it was listened to last.
  struct Update {
    /// For the stream.
    var answers: [JSONValue] = []
    /// What the system lacks of the sandbox.
    var missing: [String] = []
    /// Whether the worker has ended, and the view with it.
    var isOver = false
  }

  /// Hands a worker the file.
  ///
  /// - Parameters:
  ///   - order: opened the view; the first answer carries its `id`.
  ///   - input: of the request, open.
  ///   - key: of the model to see the file as.
  init(
    _ order: ViewOrder, _ request: Request, as key: String?, at input: InputFile,
    by workers: LookWorkers
  ) throws(ConversionError) {
    (name, self.request, programs) = (order.view, request, workers.programs)
    clock = LookClock(request.limits)
    worker = try workers.worker(for: input, within: request.limits, threads: Self.threads)
    let (mine, its) = try Channel.pair(longestMessage: ViewAnswer.longestMessage)
    questions = mine
    if let index = request.options.reading.index, let path = index.path {
      worker.send(.index(path), with: index.descriptor)
    }
    worker.send(.questions, with: its)
    try? its.close()
    worker.send(.view(request, as: key), with: input.descriptor)
    asked = [Asked(id: order.id, question: nil)]
    clock.begin()
  }

  /// One reads what is asked for, one goes over the rest in the background.
  private static let threads = 2

  /// Asks for something. The answer comes when those before it have come.
  func ask(_ question: ViewQuestion, id: JSONValue?) {
    asked.append(Asked(id: id, question: question))
    if asked.count == 1 { passOn() }
  }

  /// Whether nothing is asked.
  var isIdle: Bool { asked.isEmpty }
  /// Whether so much is asked that no more is to be read of the stream.
  var isFull: Bool { asked.count >= Self.mostAsked }

  private static let mostAsked = 256

  var descriptors: [FileDescriptor] {
    [worker.channel.socket, questions.socket]
      + (worker.isErrorOutputClosed ? [] : [worker.errorOutput]) + worker.programs.descriptors
  }

  /// When it is to be looked at even if nothing was sent.
  var longestWait: Duration? {
    let late = isIdle || worker.killReason != nil ? nil : clock.timeLeft
    return [late, worker.programs.longestWait].compactMap(\.self).min()
  }

  /// Does not count a time in which the system had stopped the worker.
  func wasStopped(for duration: Duration) { clock.wasHeldUp(for: duration) }

  private func passOn() {
    guard let question = asked.first?.question else { return }
    clock.begin()
    // The kernel's limit of processor time is for a question, too.
    worker.limit(ResourceLimits(request.limits, threads: Self.threads))
    questions.send(SupervisorMessage.ask(question).json)
  }

  // MARK: What the worker sends

  /// Takes what the worker has sent, and ends it where it is late.
  func listen() throws(ConversionError) -> Update {
    var update = Update()
    worker.drainErrorOutput()
    worker.programs.attend()
    if !isIdle, worker.killReason == nil, let reason = clock.killReason { worker.kill(reason) }
    // One that sends without end must not keep others waiting.
    for _ in 0..<64 where !update.isOver {
      if takeAnswer(&update) { continue }
      guard try takeMessage(&update) else { break }
    }
    return update
  }

  /// - Returns: whether there was one.
  private func takeAnswer(_ update: inout Update) -> Bool {
    guard worker.killReason == nil, let received = try? questions.receive(waiting: false) else {
      worker.kill(.protocolViolation)
      return false
    }
    guard case .message(let json) = received else { return false }
    guard let answer = try? ViewAnswer(json), !asked.isEmpty else {
      worker.kill(.protocolViolation)
      return false
    }
    let question = asked.removeFirst()
    switch answer {
    case .answered(let members):
      if question.question == nil { isOpen = true }
      update.answers.append(ViewOrder.answer(name, question.id, members))
    case .unanswered(let error) where question.question == nil:
      // The worker ends where it could not open the file.
      asked.insert(question, at: 0)
      update.answers += close(because: error.about(request.input.path))
      update.isOver = true
    case .unanswered(let error):
      let reason = error.about(request.input.path).json(besides: nil)
      update.answers.append(ViewOrder.answer(name, question.id, [.init("error", reason)]))
    }
    passOn()
    return true
  }

  /// - Returns: whether there was one.
  private func takeMessage(_ update: inout Update) throws(ConversionError) -> Bool {
    if worker.killReason != nil {
      if worker.channel.drain() { end(&update) }
      return false
    }
    guard let received = try? worker.channel.receive(waiting: false) else {
      worker.kill(.protocolViolation)
      return true
    }
    switch received {
    case .nothing: return false
    case .closed: end(&update)
    case .message(let json):
      clock.noteActivity()
      guard let message = try? WorkerMessage(json) else {
        worker.kill(.protocolViolation)
        return true
      }
      switch message {
      case .ready(let missing) where !worker.isReady:
        worker.isReady = true
        update.missing = missing
      case .unfit(let error) where !worker.isReady: throw error
      default:
        let isKnown = worker.answer(
          message, request.options.reading.passwords, programs, within: request.limits)
        if !isKnown { worker.kill(.protocolViolation) }
      }
    }
    return true
  }

  /// Takes what the worker answered before it ended; all other questions are answered with the reason.
  private func end(_ update: inout Update) {
    while takeAnswer(&update) {}
    guard !update.isOver else { return }
    worker.drainErrorOutput()
    let (status, memoryPeak) = worker.reap()
    let error = WorkerExit(
      status: status, killReason: worker.killReason, errorOutput: worker.errorText,
      memoryPeak: memoryPeak, limits: request.limits
    ).error(after: nil).about(request.input.path)
    update.answers += close(because: error)
    if isOpen { update.answers.append(ViewOrder.answer(name, nil, Self.closed(because: error))) }
    update.isOver = true
  }

  /// Ends the worker.
  ///
  /// - Returns: the answers to all that was asked, with `error`.
  func close(because error: ConversionError) -> [JSONValue] {
    worker.kill(nil)
    let unanswered = asked
    asked = []
    return unanswered.map { asked in
      let members = Self.closed(because: error)
      return ViewOrder.answer(name, asked.id, asked.question == nil ? members : [members[1]])
    }
  }

  private static func closed(because error: ConversionError) -> [JSONValue.Member] {
    [.init("closed", .bool(true)), .init("error", error.json(besides: nil))]
  }
}
