/// The words of a line on their way into a text object, each as wide as in the picture.
///
/// Widths are whole percents of the font's; what that leaves of a word, the space behind makes up for.
struct ShownLine {
  /// Of the font, in points.
  let size: Double
  /// Points for a pixel along the line.
  let step: Double

  private(set) var operators = ""
  /// Of the words behind the last move, `nil` before the first one.
  private(set) var height: Double?
  /// Where the next letter would stand, in pixels.
  private var pen = 0.0
  private var percent: Int?

  init(size: Double, step: Double) { (self.size, self.step) = (size, step) }

  /// Goes to the beginning of a word; behind another there is a space before, which takes no room of its own.
  mutating func move(to left: Double, _ height: Double, _ matrix: String) {
    if self.height != nil { operators += " <0020> Tj" }
    operators += " " + matrix
    (pen, self.height) = (left, height)
  }

  /// Shows letters from where the last ones end up to a place, in pixels.
  mutating func show(_ units: [UInt16], to right: Double) {
    guard !units.isEmpty else { return }
    let natural = Double(units.count) * InvisibleFont.letterWidth * size / step
    let wanted = Int((100 * (right - pen) / natural).rounded().clamped(to: 1...9999))
    if wanted != percent { operators += " \(wanted) Tz" }
    percent = wanted
    operators += " <\(Self.hexadecimal(units))> Tj"
    pen += Double(wanted) / 100 * natural
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
