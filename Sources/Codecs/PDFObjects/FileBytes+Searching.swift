import ConverterCore

extension FileBytes {
  subscript(index: Int) -> UInt8 { span[index] }

  /// Where a word stands by itself: no byte of a name or a number follows (ISO 32000-1, 7.2.2).
  func places(of word: String) -> [Int] {
    var places: [Int] = []
    var next = 0
    while let place = first(word, in: next..<count) {
      next = place + word.utf8.count
      if next == count || !isRegular(self[next]) { places.append(place) }
    }
    return places
  }

  private func isRegular(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"()<>[]{}/%".utf8.contains(byte)
  }

  func first(_ word: String, in range: Range<Int>) -> Int? {
    let place = span.extracting(range).firstOffset(of: word.utf8.span)
    return place.map { range.lowerBound + $0 }
  }

  func last(_ word: String, in range: Range<Int>) -> Int? {
    var found: Int?
    var next = range.lowerBound
    while let place = first(word, in: next..<range.upperBound) {
      found = place
      next = place + 1
    }
    return found
  }
}
