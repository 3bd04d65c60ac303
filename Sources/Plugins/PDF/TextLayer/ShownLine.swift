/// The words of a line on their way into a text object, each as wide as in the picture.
///
/// Widths are whole percents of the font's. Behind a word comes a space and what leads from there to the next word, so
/// that what is rounded does not add up.
struct ShownLine {
  /// Of the font, in points.
  let size: Double
  /// Points for a pixel along the line.
  let step: Double

  private(set) var operators = ""
  /// Where the next letter would stand, in pixels.
  private var pen: Double
  private var percent: Int?
  private var height = 0.0

  /// - Parameter start: where the first word begins, in pixels.
  init(size: Double, step: Double, start: Double) {
    (self.size, self.step, pen) = (size, step, start)
  }

  /// Whether the last word stands on another height than the first.
  var isRaised: Bool { height != 0 }

  /// Words stand so many points above the line's first one from here on.
  mutating func rise(to height: Double) {
    guard height != self.height else { return }
    operators += " \(TextLayer.number(height)) Ts"
    self.height = height
  }

  /// What is left free before the next word, for a size of 1: poppler sees no space in less than a tenth.
  private static let leastGap = 0.15

  /// Shows a word from where the pen is up to a place, and goes to the next one, in pixels.
  ///
  /// - Parameters:
  ///   - left: where the pen should be.
  ///   - next: where the next word begins; `nil` behind the last. A word that touches it becomes narrower, by half at most.
  mutating func show(_ word: String, from left: Double, to right: Double, next: Double?) {
    let units = Array(word.utf16)
    guard !units.isEmpty else { return }
    let natural = Double(units.count) * InvisibleFont.letterWidth * size / step
    let free = (next ?? .infinity) - Self.leastGap * size / step
    let end = min(right, max(free, (left + right) / 2))
    let wanted = Int((100 * (end - pen) / natural).rounded().clamped(to: 1...9999))
    if wanted != percent { operators += " \(wanted) Tz" }
    percent = wanted
    // Of the font's size, as wide as it is now.
    let scaled = Double(wanted) / 100 * size / step
    pen += Double(wanted) / 100 * natural
    guard let next else {
      operators += "<\(Self.hexadecimal(units))>Tj"
      return
    }
    pen += InvisibleFont.letterWidth * scaled
    let back = Int(((pen - next) / scaled * 100).rounded().clamped(to: -9999...9999)) * 10
    pen -= Double(back) / 1000 * scaled
    let shown = "<\(Self.hexadecimal(units + [0x20]))>"
    operators += back == 0 ? "\(shown)Tj" : "[\(shown)\(back)]TJ"
  }

  static func hexadecimal(_ units: [UInt16]) -> String {
    units.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
