/// Numbers as people read them.
package enum Amounts {
  /// `828 kB`, `1.3 MB`: three figures at most, in powers of 1000.
  package static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) bytes" }
    var value = Double(count)
    var unit = 0
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return "\(decimal(value, digits: value < 9.95 ? 1 : 0)) \(units[unit])"
  }

  /// `0.15 s`, `12 s`, `3 min 20 s`.
  package static func duration(_ duration: Duration) -> String {
    let seconds = duration.seconds
    if seconds < 9.995 { return "\(decimal(seconds, digits: 2)) s" }
    if seconds < 99.5 { return "\(decimal(seconds, digits: 0)) s" }
    return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
  }

  /// `12.2 million pixels`, `4096 pixels`, `1 pixel`.
  ///
  /// - Parameter unit: in the plural.
  package static func count(_ amount: Int, _ unit: String) -> String {
    if amount == 1 {
      return "1 " + (unit.hasSuffix("ies") ? unit.dropLast(3) + "y" : unit.dropLast(1))
    }
    return amount < 1_000_000
      ? "\(amount) \(unit)" : "\(decimal(Double(amount) / 1e6, digits: 1)) million \(unit)"
  }

  /// `value` with exactly `digits` (0…3) digits after the point.
  package static func decimal(_ value: Double, digits: Int) -> String {
    let scale = [1, 10, 100, 1000][digits]
    let scaled = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = String(scaled % scale + scale).dropFirst()
    return "\(scaled / scale).\(fraction)"
  }
}
