import ConverterCore

/// How many files of a run ended in which way.
struct Tally {
  private(set) var done = 0
  /// In a dry run, those that would be done.
  private(set) var planned = 0
  private(set) var skipped = 0
  /// Of those skipped, the ones that an earlier run had done.
  private(set) var doneBefore = 0
  private(set) var failed: [ConversionError.Code: Int] = [:]
  private(set) var bytesIn = 0
  private(set) var bytesOut = 0

  var failures: Int { failed.values.reduce(0, +) }
  var finished: Int { done + planned + skipped + failures }

  mutating func add(_ outcome: Outcome) {
    switch outcome.status {
    case .done:
      done += 1
      bytesIn = bytesIn.clampedSum(outcome.bytesIn)
      bytesOut = bytesOut.clampedSum(outcome.bytesOut)
    case .planned:
      planned += 1
      bytesIn = bytesIn.clampedSum(outcome.bytesIn)
    case .skipped:
      skipped += 1
      if outcome.isEarlier { doneBefore += 1 }
    case .failed(let error): add(error)
    }
  }

  mutating func add(_ error: ConversionError) { failed[error.code, default: 0] += 1 }

  /// `7 done, 2 skipped (1 done before), 1 failed (damagedInput) · 12 MB → 3 MB`.
  ///
  /// - Parameter total: of files; those that were not begun are counted, too.
  func text(total: Int) -> String {
    var parts = [planned > 0 ? "\(planned) to convert" : "\(done) done"]
    if skipped > 0 {
      parts.append("\(skipped) skipped" + (doneBefore > 0 ? " (\(doneBefore) done before)" : ""))
    }
    if failures > 0 {
      let codes = sortedFailures.map { code, count in
        failed.count == 1 ? code.rawValue : "\(count) \(code.rawValue)"
      }
      parts.append("\(failures) failed (\(codes.joined(separator: ", ")))")
    }
    if total > finished { parts.append("\(total - finished) not begun") }
    var text = parts.joined(separator: ", ")
    if bytesIn > 0 { text += " · \(Amounts.bytes(bytesIn))" }
    if done > 0 { text += " → \(Amounts.bytes(bytesOut))" }
    return text
  }

  /// The most frequent first.
  var sortedFailures: [(key: ConversionError.Code, value: Int)] {
    failed.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
  }
}
