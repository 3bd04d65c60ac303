/// Words of ASCII in text.
extension [UInt8] {
  func has(_ words: StaticString, at start: Int) -> Bool {
    guard count - start >= words.utf8CodeUnitCount else { return false }
    return (0..<words.utf8CodeUnitCount).allSatisfy { self[start + $0] == words.utf8Start[$0] }
  }

  /// What follows the first `words` at or after `start`; the end of all where there are none.
  func end(of words: StaticString, from start: Int) -> Int {
    var index = start
    while index < count, !has(words, at: index) { index += 1 }
    return Swift.min(count, index + words.utf8CodeUnitCount)
  }
}
