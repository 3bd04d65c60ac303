import ConverterCore

/// A bar at the bottom of the terminal, drawn on standard error ten times a second at most.
final class ProgressLine: ProgressDisplay {
  /// Takes the line that the cursor is on away.
  static let erase = "\r\u{1b}[K"

  private var meter: ProgressMeter
  private var lastDrawn = ContinuousClock.now - .seconds(1)
  private var isShown = false

  init(_ meter: ProgressMeter) {
    self.meter = meter
  }

  func update(_ index: Int, _ fraction: Double) {
    meter.update(index, fraction)
    drawIfDue()
  }

  func finish(_ index: Int, _ outcome: Outcome, _ body: () -> Void) {
    meter.finish(index, outcome)
    interrupt(body)
    if meter.finishedFiles < meter.files { drawIfDue() }
  }

  func interrupt(_ body: () -> Void) {
    if isShown { Console.standard.noteRaw(Self.erase) }
    isShown = false
    body()
  }

  func close() { interrupt {} }

  private func drawIfDue() {
    guard ContinuousClock.now - lastDrawn > .milliseconds(100) else { return }
    let percent = "\(Int(meter.fraction * 100)) %"
    let text = Self.fitting([percent] + (meter.files > 1 ? meter.parts : []), in: Console.width - 8)
    let width = max(1, min(30, Console.width - text.count - 2))
    let filled = Int(Double(width) * meter.fraction)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Console.standard.noteRaw("\r\(bar) \(text)\u{1b}[K")
    lastDrawn = .now
    isShown = true
  }

  /// As many of the parts as a line has room for.
  private static func fitting(_ parts: [String], in width: Int) -> String {
    var text = parts.first ?? ""
    for part in parts.dropFirst() {
      let longer = "\(text) · \(part)"
      guard longer.count <= width else { break }
      text = longer
    }
    return text
  }
}
