import ConverterCore

/// Does jobs on several threads and writes the results in their order.
///
/// Whichever thread is free takes the next job; whichever finishes the one that is to be written next
/// writes it, and those behind it that are ready. No thread waits for another unless memory is full, or
/// the source is being read.
final class CompressionPipeline: Sendable {
  fileprivate struct State {
    var isReading = false
    var isWriting = false
    var isExhausted = false
    var failure: ConversionError?
    var takenCount = 0
    var writtenCount = 0
    /// Bytes that jobs and results keep.
    var pendingCost = 0
    var finished: [Int: EntryPart] = [:]
  }

  /// Used by the thread alone that has set `isReading`. Whoever made the pipeline waits in ``run()``.
  private nonisolated(unsafe) let source: any JobSource
  /// Used by the thread alone that has set `isWriting`. Whoever made the pipeline waits in ``run()``.
  private nonisolated(unsafe) let output: ArchiveOutput
  private let context: ConversionContext
  private let makeCompressor: @Sendable () throws(ConversionError) -> EntryCompressor
  /// Bytes that jobs and results may keep, before no more are taken.
  private let memory: Int
  private let monitor = Monitor(State())

  /// - Parameter makeCompressor: called once by each thread.
  init(
    from source: any JobSource, to output: ArchiveOutput, in context: ConversionContext,
    makeCompressor: @escaping @Sendable () throws(ConversionError) -> EntryCompressor
  ) {
    unsafe self.source = source
    unsafe self.output = output
    self.context = context
    self.makeCompressor = makeCompressor
    memory = (1 + context.threads) * 4 * EntryCompressor.wholeLimit
  }

  /// Runs until everything is written; called once.
  func run() throws(ConversionError) {
    // A thread that cannot be started leaves its share to the others.
    let threads = unsafe min(context.threads, source.usefulThreads)
    let helpers = (1..<threads).compactMap { _ in WorkerThread(running: { self.work() }) }
    work()
    for helper in helpers { helper.join() }
    if let failure = monitor.withLock({ $0.failure }) { throw failure }
  }

  private func work() {
    do throws(ConversionError) {
      let compressor = try makeCompressor()
      while let (number, job) = take() {
        deliver(compressor.perform(job), of: number, costing: job.cost)
      }
    } catch {
      monitor.withLock { $0.stop(error) }
      monitor.broadcast()
    }
  }

  /// The next job and its number.
  private func take() -> (Int, EntryJob)? {
    let mayRead = monitor.wait { [memory] state -> Bool? in
      guard !state.isExhausted, state.failure == nil else { return false }
      guard !state.isReading, state.pendingCost < memory else { return nil }
      state.isReading = true
      return true
    }
    guard mayRead else { return nil }
    let job = nextJob()
    defer { monitor.broadcast() }
    return monitor.withLock { $0.take(job) }
  }

  private func nextJob() -> EntryJob? {
    do throws(ConversionError) {
      try unsafe context.checkpoint(source.fraction)
      return try unsafe source.next()
    } catch {
      // As the last job it comes after what was wrong with those before.
      return .stop(error)
    }
  }

  /// Writes the result, and those that waited for it, unless an earlier one is missing.
  private func deliver(_ part: EntryPart, of number: Int, costing cost: Int) {
    guard monitor.withLock({ $0.deliver(part, of: number, costing: cost) }) else { return }
    while let next = monitor.withLock({ $0.nextToWrite() }) {
      let error = write(next)
      monitor.withLock { state in
        state.pendingCost -= next.cost
        if let error { state.stop(error) }
      }
      monitor.broadcast()
    }
  }

  private func write(_ part: EntryPart) -> ConversionError? {
    do throws(ConversionError) {
      try unsafe output.take(part)
      return nil
    } catch {
      return error
    }
  }
}

extension CompressionPipeline.State {
  /// Takes up what was read; `nil` where that is the end.
  fileprivate mutating func take(_ job: EntryJob?) -> (Int, EntryJob)? {
    isReading = false
    guard let job else {
      isExhausted = true
      return nil
    }
    if case .stop = job { isExhausted = true }
    pendingCost += job.cost
    takenCount += 1
    return (takenCount - 1, job)
  }

  /// - Returns: whether the caller is to write what is ready.
  fileprivate mutating func deliver(
    _ part: EntryPart, of number: Int, costing cost: Int
  ) -> Bool {
    finished[number] = part
    pendingCost += part.cost - cost
    guard !isWriting else { return false }
    isWriting = true
    return true
  }

  /// The result that comes next, for the one that writes; `nil` where it is not there yet, and that one's work is over.
  fileprivate mutating func nextToWrite() -> EntryPart? {
    guard failure == nil, let next = finished.removeValue(forKey: writtenCount) else {
      isWriting = false
      return nil
    }
    writtenCount += 1
    return next
  }

  /// Ends all threads, once they are woken.
  fileprivate mutating func stop(_ error: ConversionError) {
    if failure == nil { failure = error }
    finished = [:]
  }
}
