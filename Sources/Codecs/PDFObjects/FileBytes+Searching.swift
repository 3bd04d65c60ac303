#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileBytes {
  subscript(index: Int) -> UInt8 { UInt8(bitPattern: start[index]) }

  /// Where a word stands by itself: no byte of a name or a number follows (ISO 32000-1, 7.2.2).
  func places(of word: StaticString) -> [Int] {
    var places: [Int] = []
    var next = 0
    while let place = first(word, in: next..<count) {
      next = place + word.utf8CodeUnitCount
      if next == count || !isRegular(self[next]) { places.append(place) }
    }
    return places
  }

  private func isRegular(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"()<>[]{}/%".utf8.contains(byte)
  }

  func first(_ word: StaticString, in range: Range<Int>) -> Int? {
    let bytes = UnsafeRawPointer(start)
    let length = word.utf8CodeUnitCount
    var next = range.lowerBound
    while range.upperBound - next >= length {
      let room = range.upperBound - next - length + 1
      guard let found = memchr(bytes + next, Int32(word.utf8Start.pointee), room) else {
        return nil
      }
      let place = UnsafeRawPointer(found) - bytes
      if memcmp(found, word.utf8Start, length) == 0 { return place }
      next = place + 1
    }
    return nil
  }

  func last(_ word: StaticString, in range: Range<Int>) -> Int? {
    var found: Int?
    var next = range.lowerBound
    while let place = first(word, in: next..<range.upperBound) {
      found = place
      next = place + 1
    }
    return found
  }
}
