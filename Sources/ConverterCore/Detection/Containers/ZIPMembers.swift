/// Members by which a ZIP archive of one type is known.
struct ZIPMembers: Sendable {
  let type: ContentType.ID
  /// Whole names; `*` at the end stands for any ending, at the beginning for any beginning.
  let names: [StaticString]
  /// Whether the archive's first member has to be one of the names, rather than all be present.
  let areForFirst: Bool
  let alternatives: [ContentType.ID]

  init(_ type: ContentType.ID, _ names: [StaticString], or alternatives: [ContentType.ID] = []) {
    self.type = type
    self.names = names
    areForFirst = false
    self.alternatives = alternatives
  }

  init(_ type: ContentType.ID, first names: [StaticString]) {
    self.type = type
    self.names = names
    areForFirst = true
    alternatives = []
  }

  func isIn(_ directory: ZIPDirectory) -> Bool {
    if areForFirst {
      guard let first = directory.entries.first else { return false }
      return names.contains { Self.matches($0, first.name) }
    }
    return names.allSatisfy { name in
      directory.entries.contains { Self.matches(name, $0.name) }
    }
  }

  private static func matches(_ pattern: StaticString, _ name: [UInt8]) -> Bool {
    let letters = pattern.span
    let star = UInt8(ascii: "*")
    if letters.first == star {
      let end = letters.dropFirst()
      return name.span.extracting(last: end.count).isEqual(to: end)
    }
    if letters.last == star {
      let start = letters.dropLast()
      return name.span.prefix(start.count).isEqual(to: start)
    }
    return !letters.isEmpty && name.span.isEqual(to: letters)
  }
}
