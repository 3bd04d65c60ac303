import ConverterCore

/// A plain line on standard error every ten seconds, for logs.
final class ProgressNotes: ProgressDisplay {
  private var meter: ProgressMeter
  private var lastNoted = ContinuousClock.now

  init(_ meter: ProgressMeter) {
    self.meter = meter
  }

  func update(_ index: Int, _ fraction: Double) { meter.update(index, fraction) }

  func finish(_ index: Int, _ outcome: Outcome, _ body: () -> Void) {
    meter.finish(index, outcome)
    body()
    guard ContinuousClock.now - lastNoted > .seconds(10), meter.finishedFiles < meter.files else {
      return
    }
    lastNoted = .now
    Console.standard.note("fairy: \(meter.parts.joined(separator: ", "))")
  }

  func interrupt(_ body: () -> Void) { body() }
  func close() {}
}
