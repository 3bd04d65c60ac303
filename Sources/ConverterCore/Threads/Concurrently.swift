import Synchronization

/// Runs `body` once for every index in `0..<count` on up to `threads` threads, and waits.
///
/// Conversions are CPU-bound, so these are threads of their own and never the cooperative pool; the
/// calling thread is one of them. The first error stops the rest and is thrown.
package func concurrently(
  _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) throws(ConversionError) -> Void
) throws(ConversionError) {
  let workers = min(threads, count)
  guard workers > 1 else {
    for index in 0..<max(0, count) { try body(index) }
    return
  }
  let work = SharedWork(count: count, body)
  // A thread that cannot be started leaves its share to the others.
  let helpers = (1..<workers).compactMap { _ in WorkerThread(running: { work.run() }) }
  work.run()
  for helper in helpers { helper.join() }
  if let error = work.failure { throw error }
}

/// Indices that several threads take one after the other.
private final class SharedWork: Sendable {
  private let next = Atomic<Int>(0)
  private let firstFailure = Mutex<ConversionError?>(nil)
  private let count: Int
  private let body: @Sendable (Int) throws(ConversionError) -> Void

  init(count: Int, _ body: @escaping @Sendable (Int) throws(ConversionError) -> Void) {
    self.count = count
    self.body = body
  }

  var failure: ConversionError? { firstFailure.withLock { $0 } }

  func run() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      do {
        try body(index)
      } catch {
        next.store(count, ordering: .relaxed)
        firstFailure.withLock { if $0 == nil { $0 = error } }
        return
      }
    }
  }
}
