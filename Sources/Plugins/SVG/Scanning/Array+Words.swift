import ConverterCore

/// Words of ASCII in text.
extension [UInt8] {
  func has(_ words: StaticString, at start: Int) -> Bool {
    guard count - start >= words.utf8CodeUnitCount else { return false }
    let words = words.span
    return words.indices.allSatisfy { self[start + $0] == words[$0] }
  }

  /// What follows the first `words` at or after `start`; the end of all where there are none.
  func end(of words: StaticString, from start: Int) -> Int {
    var index = start
    while index < count, !has(words, at: index) { index += 1 }
    return Swift.min(count, index + words.utf8CodeUnitCount)
  }
}

extension ArraySlice<UInt8> {
  /// The attributes of a tag.
  var attributes: [(name: String, value: ArraySlice<UInt8>)] {
    var result: [(String, ArraySlice<UInt8>)] = []
    var rest = drop { $0 > 0x20 }
    while let equals = rest.firstIndex(of: 0x3D) {
      let name = rest[..<equals].split { $0 <= 0x20 }.last ?? []
      guard let opening = rest[equals...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
        let closing = rest[(opening + 1)...].firstIndex(of: rest[opening])
      else { break }
      result.append((String(decoding: name, as: UTF8.self), rest[(opening + 1)..<closing]))
      rest = rest[(closing + 1)...]
    }
    return result
  }
}
