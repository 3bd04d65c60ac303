internal import ConverterCore

/// The entries that a request asked for, and which of its patterns came to something.
struct EntrySelection: Sendable {
  private let patterns: [EntryPattern]
  private var matched: [Bool]

  /// - Parameter patterns: none for all entries.
  init(_ patterns: [String]) {
    self.init(patterns.map { EntryPattern($0) })
  }

  init(_ patterns: [EntryPattern]) {
    self.patterns = patterns
    matched = Array(repeating: false, count: patterns.count)
  }

  mutating func includes(_ path: EntryPath) -> Bool {
    guard !patterns.isEmpty else { return true }
    var isIncluded = false
    for (index, pattern) in patterns.enumerated() where !(isIncluded && matched[index]) {
      guard pattern.matches(path) else { continue }
      matched[index] = true
      isIncluded = true
    }
    return isIncluded
  }

  /// Says of the first pattern that matched nothing that it did not; `nil` if all matched.
  var firstUnmatched: ConversionError? {
    guard let index = matched.firstIndex(of: false) else { return nil }
    return .noEntry(patterns[index])
  }
}

extension ConversionError {
  static func noEntry(_ pattern: EntryPattern) -> ConversionError {
    let name = EntryPath(Array(pattern.text.utf8)).shown
    let hint =
      pattern.text.contains("**")
      ? "" : "; \"**/\" before it looks in all folders: \"**/\(pattern.text.printable)\""
    return ConversionError(.inputNotFound, "the archive has no entry \(name)\(hint)")
  }
}
