/// A word to be looked for in text.
///
/// A word without capital letters is found whatever the case, one with capitals only as it is written.
package struct TextSearch: Sendable, Equatable {
  package let word: String
  /// For each character of the word the ways to write it.
  private let spellings: [[[UInt8]]]
  /// For each byte whether a match can begin with it.
  private let canBegin: [Bool]

  /// - Returns: `nil` for an empty word.
  package init?(_ word: String) {
    guard !word.isEmpty else { return nil }
    self.word = word
    let isExact = word.unicodeScalars.contains { $0.properties.isUppercase }
    spellings = word.unicodeScalars.map { scalar in
      let exact = Array(String(scalar).utf8)
      guard !isExact else { return [exact] }
      let other = Array(scalar.properties.uppercaseMapping.utf8)
      return other == exact ? [exact] : [exact, other]
    }
    var canBegin = [Bool](repeating: false, count: 256)
    for spelling in spellings.first ?? [] {
      if let byte = spelling.first { canBegin[Int(byte)] = true }
    }
    self.canBegin = canBegin
  }

  /// The first match at or behind `start`.
  package func firstMatch(
    in text: Span<UInt8>, from start: Int = 0
  ) -> Range<Int>? {
    let canBegin = canBegin.span
    var position = start
    while position < text.count {
      // It has an element for each byte that there is.
      if unsafe canBegin[unchecked: Int(text[position])], let end = match(in: text, at: position) {
        return position..<end
      }
      position &+= 1
    }
    return nil
  }

  /// All matches, which do not overlap, up to a number of them.
  package func matches(in text: ArraySlice<UInt8>, atMost most: Int = 1000) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = 0
    while found.count < most, let match = firstMatch(in: text.span, from: position) {
      found.append(
        match.lowerBound + text.startIndex..<match.upperBound + text.startIndex)
      position = match.upperBound
    }
    return found
  }

  private func match(in text: Span<UInt8>, at start: Int) -> Int? {
    var position = start
    for ways in spellings {
      guard
        let way = ways.first(where: { way in
          way.count <= text.count - position
            && way.indices.allSatisfy { text[position + $0] == way[$0] }
        })
      else { return nil }
      position += way.count
    }
    return position
  }
}
