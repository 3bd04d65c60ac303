import ConverterCore

/// Shows how far a run is.
protocol ProgressDisplay: AnyObject {
  /// - Parameter fraction: how much of the file is done, 0…1.
  func update(_ index: Int, _ fraction: Double)
  /// Counts a file as finished.
  ///
  /// - Parameter body: prints its result.
  func finish(_ index: Int, _ outcome: Outcome, _ body: () -> Void)
  /// Makes room while `body` prints.
  func interrupt(_ body: () -> Void)
  /// The run is over.
  func close()
}

/// Shows nothing.
final class NoProgress: ProgressDisplay {
  func update(_: Int, _: Double) {}
  func finish(_: Int, _: Outcome, _ body: () -> Void) { body() }
  func interrupt(_ body: () -> Void) { body() }
  func close() {}
}
