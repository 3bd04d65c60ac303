import ConverterCore
import Synchronization

/// A line at the bottom of the terminal that says how far a run has come.
///
/// It is drawn on standard error, only when that is a terminal, at most ten times a second.
final class ProgressLine: Sendable {
  private struct State {
    var finished = 0
    var fractions: [Int: Double] = [:]
    var lastDrawn = ContinuousClock.now - .seconds(1)
    var isShown = false
  }

  /// Takes the line that the cursor is on away.
  static let erase = "\r\u{1b}[K"

  private let total: Int
  private let isEnabled: Bool
  private let state = Mutex(State())

  init(total: Int) {
    self.total = total
    isEnabled = Console.errorIsTerminal
  }

  func update(_ index: Int, _ fraction: Double) {
    guard isEnabled else { return }
    state.withLock { state in
      state.fractions[index] = min(max(fraction, 0), 1)
      guard ContinuousClock.now - state.lastDrawn > .milliseconds(100) else { return }
      draw(&state)
    }
  }

  /// Takes the line away while `body` prints, and counts file `index` as finished.
  func finish(_ index: Int, _ body: () -> Void) {
    state.withLock { state in
      clear(&state)
      body()
      state.fractions[index] = nil
      state.finished += 1
      if isEnabled, state.finished < total { draw(&state) }
    }
  }

  /// Takes the line away for good.
  func close() {
    state.withLock { clear(&$0) }
  }

  private func draw(_ state: inout State) {
    let done = (Double(state.finished) + state.fractions.values.reduce(0, +)) / Double(total)
    let count = total > 1 ? " \(state.finished)/\(total)" : ""
    let percent = " \(Int(done * 100)) %"
    let width = max(1, min(40, Console.width - count.count - percent.count - 4))
    let filled = Int(Double(width) * done)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Console.standard.noteRaw("\r\(bar)\(percent)\(count)\u{1b}[K")
    state.lastDrawn = .now
    state.isShown = true
  }

  private func clear(_ state: inout State) {
    guard state.isShown else { return }
    Console.standard.noteRaw(Self.erase)
    state.isShown = false
  }
}
