import ConverterCore

/// Does jobs on several threads and writes the results in their order.
///
/// Whichever thread is free takes the next job; whichever finishes the one that is to be written next
/// writes it, and those behind it that are ready. No thread waits for another unless memory is full, or
/// the source is being read.
///
/// Unchecked: `source` is used only by the thread that has set `isReading`, `output` only by the one
/// that has set `isWriting`, and all variables only with the monitor locked.
final class CompressionPipeline: @unchecked Sendable {
  private let source: any JobSource
  private let output: ArchiveOutput
  private let context: ConversionContext
  private let makeCompressor: @Sendable () throws(ConversionError) -> EntryCompressor
  /// Bytes that jobs and results may keep, before no more are taken.
  private let memory: Int

  private let monitor = Monitor()
  private var isReading = false
  private var isWriting = false
  private var isExhausted = false
  private var failure: ConversionError?
  private var takenCount = 0
  private var writtenCount = 0
  private var pendingCost = 0
  private var finished: [Int: EntryPart] = [:]

  /// - Parameter makeCompressor: called once by each thread.
  init(
    from source: any JobSource, to output: ArchiveOutput, in context: ConversionContext,
    makeCompressor: @escaping @Sendable () throws(ConversionError) -> EntryCompressor
  ) {
    self.source = source
    self.output = output
    self.context = context
    self.makeCompressor = makeCompressor
    memory = (1 + context.threads) * 4 * EntryCompressor.wholeLimit
  }

  /// Runs until everything is written; called once.
  func run() throws(ConversionError) {
    // A thread that cannot be started leaves its share to the others.
    let threads = min(context.threads, source.usefulThreads)
    let helpers = (1..<threads).compactMap { _ in WorkerThread(running: { self.work() }) }
    work()
    for helper in helpers { helper.join() }
    if let failure { throw failure }
  }

  private func work() {
    do throws(ConversionError) {
      let compressor = try makeCompressor()
      while let (number, job) = take() {
        deliver(compressor.perform(job), of: number, costing: job.cost)
      }
    } catch {
      monitor.lock()
      stop(error)
      monitor.unlock()
    }
  }

  /// The next job and its number.
  private func take() -> (Int, EntryJob)? {
    monitor.lock()
    defer { monitor.unlock() }
    while isReading || pendingCost >= memory, !isExhausted, failure == nil { monitor.wait() }
    guard !isExhausted, failure == nil else { return nil }
    isReading = true
    monitor.unlock()
    let job = nextJob()
    monitor.lock()
    isReading = false
    defer { monitor.broadcast() }
    guard let job else {
      isExhausted = true
      return nil
    }
    if case .stop = job { isExhausted = true }
    pendingCost += job.cost
    takenCount += 1
    return (takenCount - 1, job)
  }

  private func nextJob() -> EntryJob? {
    do throws(ConversionError) {
      try context.checkpoint(source.fraction)
      return try source.next()
    } catch {
      // As the last job it comes after what was wrong with those before.
      return .stop(error)
    }
  }

  /// Writes the result, and those that waited for it, unless an earlier one is missing.
  private func deliver(_ part: EntryPart, of number: Int, costing cost: Int) {
    monitor.lock()
    defer { monitor.unlock() }
    finished[number] = part
    pendingCost += part.cost - cost
    guard !isWriting else { return }
    isWriting = true
    while failure == nil, let next = finished.removeValue(forKey: writtenCount) {
      writtenCount += 1
      monitor.unlock()
      let error = write(next)
      monitor.lock()
      pendingCost -= next.cost
      if let error { stop(error) }
      monitor.broadcast()
    }
    isWriting = false
  }

  private func write(_ part: EntryPart) -> ConversionError? {
    do throws(ConversionError) {
      try output.take(part)
      return nil
    } catch {
      return error
    }
  }

  /// Ends all threads; called with the monitor locked.
  private func stop(_ error: ConversionError) {
    if failure == nil { failure = error }
    finished = [:]
    monitor.broadcast()
  }
}
