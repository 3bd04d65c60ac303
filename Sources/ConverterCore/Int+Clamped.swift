/// Sums and products of numbers that come from outside, which may be as large as numbers get. All are
/// not negative.
extension Int {
  package func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  package func clampedProduct(_ factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  /// The whole part of a number that is not negative, or the largest integer where that is less.
  package init(clamping value: Double) {
    self = value < 0x1p63 ? Int(value) : .max
  }
}
