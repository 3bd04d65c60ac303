import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of a supervisor, on one thread: it hands out files, then waits for whatever comes first.
final class Run<Source: JobSource, Observer: RunObserver> {
  let terms: Supervisor
  var results: Results<Observer>
  var workers: [WorkerProcess] = []
  /// Files whose first worker ended before they were done.
  var retries: [Assignment] = []
  /// How many workers in a row ended before they had begun.
  var failedStarts = 0
  /// Whether the user was told what the system lacks of the sandbox.
  var hasNotedMissing = false
  /// Whether a worker was made for one file alone: the next such ones are forked.
  var hasDedicatedWorkers = false
  /// Makes the workers.
  let source: WorkerSource
  var folders = OutputFolders()
  var queue: JobQueue<Source>
  let syncer: Syncer
  let declared: DeclaredPrograms
  /// Files that are kept open for questions.
  var views: [OpenView] = []
  /// Where they get their workers.
  let lookWorkers: LookWorkers
  /// Files whose outputs are on their way to the disk, by their index.
  var syncing: [Int: Syncing] = [:]
  /// How many workers there may be: as many as were asked for, or as the system could start.
  var mostWorkers: Int

  init(
    _ terms: Supervisor, _ source: Source, _ observer: Observer
  ) throws(ConversionError) {
    syncer = try Syncer(takesDigests: terms.journaling != nil)
    self.terms = terms
    self.source = WorkerSource(terms.command, terms.sandbox)
    declared = DeclaredPrograms(terms.sandbox, terms.programs)
    lookWorkers = LookWorkers(
      command: terms.command, sandbox: terms.sandbox, programs: terms.programs)
    results = Results(observer: observer, isOrdered: terms.isOrdered)
    queue = JobQueue(source, lookahead: max(terms.jobs, terms.readsAhead))
    // While one waits for its next file or an output, another has its core.
    mostWorkers = terms.jobs > 1 ? terms.jobs + 1 : 1
  }

  deinit { syncer.close() }

  func run() throws(ConversionError) {
    // What was made for results that there are not.
    defer { MadeFolders.removeEmpty() }
    do throws(ConversionError) {
      try work()
      try terms.journaling?.journal.sync()
    } catch {
      endEarly()
      throw error
    }
    if let failure = queue.failure { throw failure }
  }

  private func work() throws(ConversionError) {
    var mayHaveMore = false
    while !terms.interruption.isRaised {
      queue.isHeld = views.contains(where: \.isFull)
      queue.fill()
      try cancelUnwanted()
      // While it has such orders, it may have more; and some may have come since, while jobs were handed out.
      let hadOrders = try carryOutViewOrders()
      let isFed = try feed()
      let hasMore = isFed || hadOrders || queue.hasOrders
      let isIdle =
        workers.allSatisfy { $0.assignment == nil } && retries.isEmpty && syncing.isEmpty
        && views.allSatisfy(\.isIdle)
      if !hasMore, isIdle, queue.isAtEnd { return results.flush() }
      wait(atMost: hasMore || mayHaveMore ? .zero : nil)
      mayHaveMore = try listen()
      try listenToViews()
      try publishSynced()
      stopCutOffWorkers()
      stopLateWorkers()
      measureDisk()
    }
    endEarly()
  }

  /// Sleeps until a worker or the source sends something, a signal arrives, or a worker is late.
  private func wait(atMost longest: Duration?) {
    var descriptors = [terms.interruption.descriptor, syncer.descriptor]
    if let source = queue.descriptor { descriptors.append(source) }
    for worker in workers {
      descriptors.append(worker.channel.socket)
      if let relay = worker.assignment?.relay { descriptors.append(relay.failureSignal) }
      if !worker.isErrorOutputClosed { descriptors.append(worker.errorOutput) }
      descriptors += worker.programs.descriptors
    }
    descriptors += views.flatMap(\.descriptors)
    var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
    let deadline = workers.flatMap {
      [$0.assignment?.deadline.instant, $0.killReason == nil ? $0.measurementDue : nil]
    }.compactMap(\.self).min()
    var timeout = longest
    let waits = workers.compactMap(\.programs.longestWait) + views.compactMap(\.longestWait)
    if let wait = waits.min() {
      timeout = min(timeout ?? wait, wait)
    }
    if let deadline {
      let left = max(.zero, deadline - .now)
      timeout = min(timeout ?? left, left)
    }
    let waitStart = SuspendingClock.now
    FilePoll.wait(for: &polled, milliseconds: timeout?.wholeMilliseconds ?? -1)
    // A wait that took longer was stopped (Ctrl-Z), and so were the workers: that time is not counted as theirs.
    let timeStopped = .now - waitStart - (timeout ?? .zero)
    guard timeout != nil, timeStopped > .seconds(1) else { return }
    for worker in workers { worker.assignment?.wasStopped(for: timeStopped) }
    for view in views { view.wasStopped(for: timeStopped) }
  }

  /// - Returns: whether a worker may have sent more.
  private func listen() throws(ConversionError) -> Bool {
    var mayHaveMore = false
    for worker in workers {
      worker.drainErrorOutput()
      worker.programs.attend()
      if try listen(to: worker) { mayHaveMore = true }
    }
    return mayHaveMore
  }

  /// Ends the jobs that the source no longer wants. What is only being synced and named is done.
  private func cancelUnwanted() throws(ConversionError) {
    for cancellation in queue.takeCancellations() {
      for (index, job) in cancellation.waiting {
        results.add(index, job, job.refusal(ConversionError.cancelled.about(job.input?.path)))
      }
      var begun = retries.filter { $0.job.id == cancellation.id }
      retries.removeAll { $0.job.id == cancellation.id }
      for worker in workers {
        guard let assignment = worker.assignment, assignment.job.id == cancellation.id else {
          continue
        }
        worker.assignment = nil
        worker.kill(nil)
        begun.append(assignment)
      }
      for assignment in begun {
        let error = ConversionError.cancelled.about(assignment.request.input.path)
        try finish(assignment, assignment.outcome(.failed(error)), isLasting: false)
      }
      results.observer.cancelled(
        cancellation.id, count: cancellation.waiting.count + begun.count)
    }
  }

  private func stopLateWorkers() {
    for worker in workers where worker.killReason == nil {
      guard let deadline = worker.assignment?.deadline, deadline.instant <= .now else { continue }
      worker.kill(deadline.killReason)
    }
  }

  /// Ends the files in hand; whoever began nothing has no outcome.
  private func endEarly() {
    for worker in workers { worker.kill(nil) }
    let unfinished = workers.compactMap(\.assignment) + syncing.values.map(\.assignment) + retries
    for assignment in unfinished.sorted(by: { $0.index < $1.index }) {
      let outcome = assignment.outcome(.failed(assignment.interrupted))
      results.add(assignment.index, assignment.job, outcome)
    }
    closeViews(because: ConversionError(.interrupted, "was interrupted"))
    workers = []
    retries = []
    syncing = [:]
    results.flush()
  }
}

extension Duration {
  /// For `poll`; rounded up, so that it is not woken just before the time.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }
}

extension ConversionError {
  fileprivate static var cancelled: ConversionError {
    ConversionError(.interrupted, "was cancelled; nothing was written")
  }
}
