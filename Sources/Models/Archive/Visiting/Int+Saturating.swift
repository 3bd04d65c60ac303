extension Int {
  /// The sum with a size, as an archive says it: it may be anything.
  package func addingSaturating(_ size: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(Swift.max(0, size))
    return overflow ? .max : sum
  }
}
