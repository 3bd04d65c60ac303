/// What the first tag of a drawing says of its size (SVG 1.1, 5.1.2 and 7.7).
struct RootLengths {
  private var lengths: [(name: String, words: String)] = []

  init() {}

  init(_ attributes: [(name: String, value: ArraySlice<UInt8>)]) {
    lengths = attributes.filter { ["width", "height", "viewBox"].contains($0.name) }.map {
      ($0.name, String(decoding: $0.value.prefix(200), as: UTF8.self))
    }
  }

  /// The first that is negative, or more than any drawing has.
  var impossible: (name: String, words: String)? {
    lengths.first { length in
      guard length.name == "viewBox" else { return Self.isImpossible(length.words[...]) }
      let numbers = length.words.split { $0 == "," || $0.isWhitespace }
      return numbers.count == 4 && numbers[2...].contains(where: Self.isImpossible)
    }
  }

  private static func isImpossible(_ words: Substring) -> Bool {
    let number = words.drop { $0.isWhitespace }.prefix { "+-.0123456789eE".contains($0) }
    // "2em" is a number before a unit that begins like an exponent.
    let value = Double(number) ?? Double(number.prefix { $0 != "e" && $0 != "E" })
    return value.map { $0 < 0 || $0 > 1e9 } ?? false
  }
}
