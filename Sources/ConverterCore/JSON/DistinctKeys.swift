/// Notices a key that an object has already, at a cost that a hostile object cannot raise.
struct DistinctKeys {
  /// Keys as bytes: two strings that Unicode calls equivalent are two keys.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool {
      left.text.utf8.count == right.text.utf8.count
        && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(bytes: text.utf8Span.span)
    }
  }

  /// Filled only for objects larger than any that people write: comparing a few keys is faster.
  private var known: Set<Key> = []

  /// - Parameter members: those with all keys that were inserted before.
  /// - Returns: whether `key` is new.
  mutating func insert(_ key: String, among members: [JSONValue.Member]) -> Bool {
    guard members.count >= 16 else {
      let key = Key(text: key)
      return !members.contains { Key(text: $0.key) == key }
    }
    if known.isEmpty { known = Set(members.map { Key(text: $0.key) }) }
    return known.insert(Key(text: key)).inserted
  }
}
