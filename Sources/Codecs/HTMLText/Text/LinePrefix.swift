/// What stands at the beginning of each line of a quote or of an item of a list.
struct LinePrefix {
  private let marker: [UInt8]
  let isQuote: Bool
  /// Whether no line of it has been written.
  private(set) var isUnused: Bool

  static let quote = LinePrefix("> ", isQuote: true)
  static let indent = LinePrefix("    ", isQuote: false)

  /// - Parameter marker: stands in the first line; blanks of its width in the others.
  static func item(_ marker: String) -> LinePrefix { LinePrefix(marker, isQuote: false) }

  private init(_ marker: String, isQuote: Bool) {
    self.marker = Array(marker.utf8)
    self.isQuote = isQuote
    isUnused = true
  }

  /// The prefix of the next line.
  mutating func next() -> [UInt8] {
    defer { isUnused = false }
    if isQuote || isUnused { return marker }
    return Array(repeating: 0x20, count: marker.count { $0 & 0xC0 != 0x80 })
  }
}
