extension String {
  /// A word's letters from left to right, which is how a file of pages has them: viewers turn letters of Hebrew and
  /// Arabic about when they copy (ISO 32000-1, 14.8.2.3.3), be there an `/ActualText` or not.
  ///
  /// Numbers and letters of other scripts within such a word keep their order.
  var asSeen: String {
    guard unicodeScalars.contains(where: \.isFromRight) else { return self }
    var seen: [Unicode.Scalar] = []
    // Of a run from left to right, which is turned back.
    var start: Int?
    for scalar in unicodeScalars.reversed() {
      let keepsOrder = !scalar.isFromRight && scalar.isLetterOrDigit
      if keepsOrder, start == nil { start = seen.count }
      if !keepsOrder, let first = start {
        seen[first...].reverse()
        start = nil
      }
      seen.append(scalar)
    }
    if let first = start { seen[first...].reverse() }
    var result = ""
    result.unicodeScalars.append(contentsOf: seen)
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil }

  /// Whether it is of a script that is written from right to left; digits are not.
  var isFromRight: Bool {
    guard properties.numericType == nil else { return false }
    return (0x590...0x8FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
      || (0xFE70...0xFEFC).contains(value) || (0x10800...0x10FFF).contains(value)
      || (0x1E800...0x1EFFF).contains(value)
  }
}
