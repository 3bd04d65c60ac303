/// An amount of bytes in the words of people: `500KB`, `1.5MB`, `80000`.
package struct ByteCount: Sendable, Equatable {
  /// At least 1.
  package let value: Int

  /// Reads a number and a unit, which is a power of 1000, as in the sizes that are printed.
  ///
  /// - Throws: `usage` for anything else.
  package init(parsing text: String) throws(ConversionError) {
    // A whole number stays exact where a Double would round it.
    if let exact = Int(text), exact >= 1 {
      value = exact
      return
    }
    let units: [(suffix: String, factor: Double)] = [
      ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("b", 1),
    ]
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.suffix) }
    guard let number = Double(lower.dropLast(unit?.suffix.count ?? 0)), number.isFinite else {
      throw ConversionError(.usage, "\"\(text)\" is not a size: use 500KB, 1.5MB or 80000")
    }
    let bytes = number * (unit?.factor ?? 1)
    guard bytes >= 1, bytes < 9e18 else {
      throw ConversionError(.usage, "\"\(text)\" is not a size: it must be at least one byte")
    }
    value = Int(bytes)
  }
}
