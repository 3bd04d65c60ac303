extension [UInt8] {
  /// Where `text` first stands, from `start` on.
  func position(of text: String, from start: Int = 0) -> Int? {
    position(of: Array(text.utf8), from: start)
  }

  func position(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let first = pattern.first, start >= 0 else { return nil }
    return withUnsafeBufferPointer { bytes in
      var index = start
      while index + pattern.count <= bytes.count {
        if bytes[index] == first, pattern.indices.allSatisfy({ bytes[index + $0] == pattern[$0] }) {
          return index
        }
        index += 1
      }
      return nil
    }
  }

  /// Where `text` last stands.
  func lastPosition(of text: String) -> Int? {
    let pattern = Array(text.utf8)
    guard count >= pattern.count else { return nil }
    return withUnsafeBufferPointer { bytes in
      var index = bytes.count - pattern.count
      while index >= 0 {
        if pattern.indices.allSatisfy({ bytes[index + $0] == pattern[$0] }) { return index }
        index -= 1
      }
      return nil
    }
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
