import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of a supervisor, on one thread: it hands out files, then waits for whoever speaks first.
final class Run<Source: JobSource, Observer: RunObserver> {
  let terms: Supervisor
  var results: Results<Observer>
  var workers: [WorkerProcess] = []
  /// Files whose first worker died.
  var retries: [Assignment] = []
  /// How many workers in a row ended before they had begun.
  var stillbirths = 0
  /// Whether the user has heard which walls the system lacks.
  var hasNotedWalls = false
  var folders = OutputFolders()
  private var queue: JobQueue<Source>

  init(_ terms: Supervisor, _ source: Source, _ observer: Observer) {
    self.terms = terms
    results = Results(observer: observer, isOrdered: terms.isOrdered)
    queue = JobQueue(source, lookahead: terms.jobs)
  }

  func run() throws(ConversionError) {
    while !terms.interruption.isRaised {
      let hasMore = try feed()
      if !hasMore, workers.allSatisfy({ $0.assignment == nil }), queue.isAtEnd {
        results.flush()
        try terms.journaling?.journal.sync()
        if let failure = queue.failure { throw failure }
        return
      }
      wait(atMost: hasMore ? .zero : nil)
      try listen()
      stopLateWorkers()
    }
    interrupt()
  }

  /// Hands out files while there is a worker to take one.
  ///
  /// - Returns: whether there may be more to hand out at once.
  private func feed() throws(ConversionError) -> Bool {
    // Files that need no worker must not keep those that have one waiting.
    for _ in 0..<64 {
      guard hasFreeWorker, !results.isFull else { return false }
      if !retries.isEmpty {
        try assign(retries.removeFirst())
      } else if let (index, job) = queue.next() {
        try begin(index, job)
      } else {
        return false
      }
    }
    return true
  }

  private var hasFreeWorker: Bool {
    workers.count < terms.jobs || workers.contains { $0.assignment == nil }
  }

  private func begin(_ index: Int, _ job: Job) throws(ConversionError) {
    let request: Request
    switch job.request {
    case .success(let words): request = words
    case .failure(let error):
      return results.add(index, job, job.refusal(error))
    }
    results.observer.started(index, request)
    let input: InputFile
    do throws(ConversionError) {
      input = try DirectFiles().open(request.input, within: request.limits)
    } catch {
      var outcome = Outcome(.failed(error.about(request.input.path)), input: request.input)
      outcome.target = request.target
      return results.add(index, job, outcome)
    }
    var assignment = Assignment(
      index, job, request, key: terms.journaling?.key(of: request, input), input: input)
    if let earlier = try terms.journaling?.earlierOutcome(of: &assignment) {
      results.add(index, job, earlier)
    } else {
      try assign(assignment)
    }
  }

  private func assign(_ assignment: Assignment) throws(ConversionError) {
    let worker: WorkerProcess
    if let idle = workers.first(where: { $0.assignment == nil }) {
      worker = idle
    } else {
      worker = try WorkerProcess(terms.command)
      worker.channel.send(SupervisorMessage.begin(terms.sandbox).json)
      workers.append(worker)
    }
    worker.assignment = assignment
    let others = workers.count { $0.assignment != nil } - 1 + retries.count + queue.waiting
    let threads = max(1, terms.jobs / (others + 1))
    // A worker that is gone is found out when its socket is read.
    worker.channel.send(
      SupervisorMessage.convert(assignment.request, threads: threads).json,
      with: assignment.input.descriptor)
  }

  /// Sleeps until a worker, the source or a signal has something to say, or a worker is late.
  private func wait(atMost longest: Duration?) {
    var descriptors = [terms.interruption.descriptor]
    if let source = queue.descriptor, hasFreeWorker { descriptors.append(source) }
    for worker in workers {
      descriptors.append(worker.channel.socket)
      if !worker.isMute { descriptors.append(worker.complaints) }
    }
    var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    let deadline = workers.compactMap { $0.assignment?.deadline.instant }.min()
    var timeout = longest
    if let deadline {
      let left = max(.zero, deadline - .now)
      timeout = min(timeout ?? left, left)
    }
    poll(&polled, nfds_t(polled.count), timeout?.wholeMilliseconds ?? -1)
  }

  private func listen() throws(ConversionError) {
    for worker in workers {
      worker.hearComplaints()
      try listen(to: worker)
    }
  }

  private func stopLateWorkers() {
    for worker in workers {
      guard let deadline = worker.assignment?.deadline, deadline.instant <= .now else { continue }
      worker.verdict = worker.verdict ?? deadline.verdict
      worker.kill()
    }
  }

  /// Ends the files in hand; whoever began nothing has no outcome.
  private func interrupt() {
    for worker in workers { worker.kill() }
    let error = ConversionError(
      .interrupted, "stopped before it was finished; nothing was written")
    for assignment in workers.compactMap(\.assignment) + retries {
      let outcome = assignment.outcome(.failed(error.about(assignment.request.input.path)))
      results.add(assignment.index, assignment.job, outcome)
    }
    workers = []
    results.flush()
    // Nobody is left to hear of a failure; the next run finds out.
    try? terms.journaling?.journal.sync()
  }
}

extension Duration {
  /// For `poll`; rounded up, so that it is not woken just before the time.
  fileprivate var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }
}
