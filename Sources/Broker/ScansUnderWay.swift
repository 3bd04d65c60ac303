import ConverterCore
import Runner

/// The scans that a scanner is at work on, each of which can be cancelled by its name.
final class ScansUnderWay: Sendable {
  private struct State {
    var running: [String: Interruption] = [:]
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Begins a scan, which ``end(_:)`` has to end.
  ///
  /// - Returns: what is raised when the scan is cancelled.
  /// - Throws: `usage` where a scan of that name is under way, `interrupted` after ``close()``.
  func begin(_ name: String) throws(ConversionError) -> Interruption {
    let interruption = try Interruption()
    let error = state.withLock { state -> ConversionError? in
      guard !state.isClosed else { return ConversionError(.interrupted, "interrupted") }
      guard state.running[name] == nil else {
        return ConversionError(
          .usage, "a scan is still under way here: try again when it has ended")
      }
      state.running[name] = interruption
      return nil
    }
    if let error { throw error }
    return interruption
  }

  /// Says that a scan is over.
  func end(_ name: String) {
    state.withLock { $0.running[name] = nil }
    state.broadcast()
  }

  /// Interrupts a scan. Nothing happens if it is over.
  func cancel(_ name: String) {
    state.withLock { $0.running[name] }?.raise()
  }

  /// Interrupts all scans, lets none begin, and waits until the scanners are released.
  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for interruption in running { interruption.raise() }
    state.wait { $0.running.isEmpty ? () : nil }
  }
}
