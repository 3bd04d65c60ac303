import ConverterCore
import Synchronization
import TableModel

/// Something that a thread of its own does while the user goes on looking around.
final class BackgroundWork<State: Sendable>: Sendable {
  struct Progress: Sendable {
    /// 0…1.
    var fraction = 0.0
    var isOver = false
    var failure: ConversionError?
  }

  private let state: Mutex<State>
  private let status = Mutex<Progress>(Progress())
  private let cancellation = Cancellation()

  init(_ state: State) {
    self.state = Mutex(state)
  }

  /// Begins; an error that `body` throws becomes ``Progress/failure``.
  func start(_ body: @escaping @Sendable (BackgroundWork) throws(ConversionError) -> Void) {
    let thread = WorkerThread { [self] in
      do throws(ConversionError) {
        try body(self)
      } catch {
        status.withLock { $0.failure = error }
      }
      status.withLock { $0.isOver = true }
    }
    guard thread == nil else { return }
    status.withLock {
      $0.isOver = true
      $0.failure = ConversionError(.internalError, "the system refuses another thread")
    }
  }

  var progress: Progress {
    get { status.withLock { $0 } }
    set { status.withLock { $0 = newValue } }
  }

  func report(_ fraction: Double) {
    status.withLock { $0.fraction = fraction }
  }

  func with<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result {
    state.withLock { body(&$0) }
  }

  var isCancelled: Bool { cancellation.isCancelled }

  func cancel() { cancellation.cancel() }
}
