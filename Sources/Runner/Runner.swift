public import ConverterCore
import Synchronization

/// Runs many conversions on a few threads.
public struct Runner: Sendable {
  public let converter: Converter
  /// How many cores may be busy, at least 1.
  public let jobs: Int
  public let cancellation: Cancellation

  public init(converter: Converter, jobs: Int, cancellation: Cancellation) {
    self.converter = converter
    self.jobs = max(1, jobs)
    self.cancellation = cancellation
  }

  /// Converts every request and hands each outcome over as it comes, one at a time.
  ///
  /// A single request gets all cores; several share them evenly. After cancellation no further request is
  /// started, and those left have no outcome.
  ///
  /// - Parameter progress: the fraction done of the request with this index, from any thread.
  public func run(
    _ requests: [Request], progress: @escaping @Sendable (Int, Double) -> Void,
    finished: @escaping @Sendable (Int, Outcome) -> Void
  ) throws(ConversionError) {
    let turn = Turn()
    let workers = max(1, min(jobs, requests.count))
    let threads = max(1, jobs / workers)
    try concurrently(requests.count, threads: workers) { index throws(ConversionError) in
      guard !cancellation.isCancelled else { return }
      let outcome = converter.convert(
        requests[index], threads: threads, cancellation: cancellation,
        progress: { progress(index, $0) })
      turn.take { finished(index, outcome) }
    }
  }
}

/// Lets one thread at a time report.
private final class Turn: Sendable {
  private let lock = Mutex<Void>(())

  func take(_ body: () -> Void) {
    lock.withLock { _ in body() }
  }
}
