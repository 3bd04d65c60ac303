internal import ConverterCore

extension [UInt8] {
  /// Where `text` first stands, from `start` on.
  func position(of text: String, from start: Int = 0) -> Int? {
    position(of: Array(text.utf8), from: start)
  }

  func position(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let first = pattern.first, start >= 0 else { return nil }
    let bytes = span
    var next = bytes.firstOffset(of: first, from: start)
    while let place = next, pattern.count <= bytes.count - place {
      if bytes.has(pattern, at: place) { return place }
      next = bytes.firstOffset(of: first, from: place + 1)
    }
    return nil
  }

  /// Where `text` last stands.
  func lastPosition(of text: String) -> Int? {
    let (bytes, pattern) = (span, Array(text.utf8))
    var place = bytes.count - pattern.count
    while place >= 0 {
      if bytes.has(pattern, at: place) { return place }
      place -= 1
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether bytes stand at a place from which on there are as many.
  fileprivate func has(_ pattern: [UInt8], at place: Int) -> Bool {
    pattern.indices.allSatisfy { self[place + $0] == pattern[$0] }
  }
}

extension ArraySlice<UInt8> {
  /// How often `text` stands in the slice.
  func count(of text: String) -> Int {
    let bytes = Array(self)
    var count = 0
    var next = bytes.position(of: text)
    while let position = next {
      count += 1
      next = bytes.position(of: text, from: position + 1)
    }
    return count
  }
}
