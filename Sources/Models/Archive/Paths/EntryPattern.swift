internal import ConverterCore

/// Which entries of an archive are meant: one by its path, a folder with all below it, several by a
/// pattern.
///
/// - `docs/a.txt` is that entry; `docs` is the folder and everything below it.
/// - `*` stands for any characters of a name, `?` for one, `[a-z]` and `[!a-z]` for one of a set, but never
///   for a slash. What matches a folder selects everything below it.
/// - `**` between slashes stands for any number of folders: `**/*.jpg`.
/// - A backslash takes its meaning from the character after it.
/// - An entry that is called just like the pattern is meant by it, whatever characters that has.
public struct EntryPattern: Sendable {
  /// As it was given.
  public let text: String
  /// The text as a path.
  private let path: EntryPath
  private let components: [Component]
  private let isLiteral: Bool

  private enum Component: Sendable {
    /// `**`
    case folders
    case name(NamePattern)
  }

  public init(_ text: String) {
    self.init(Array(text.utf8), text)
  }

  /// - Parameter bytes: of a path or pattern, which need not be UTF-8.
  public init(bytes: [UInt8]) {
    self.init(bytes, String(decoding: bytes, as: UTF8.self))
  }

  private init(_ bytes: [UInt8], _ text: String) {
    self.text = text
    path = EntryPath(bytes.inNormalFormC).normalized
    components = path.components.map {
      $0.elementsEqual([0x2A, 0x2A]) ? .folders : .name(NamePattern($0))
    }
    isLiteral = components.allSatisfy {
      if case .name(let name) = $0 { name.isLiteral } else { false }
    }
  }

  /// Whether the entry, or a folder that it is in, is meant.
  public func matches(_ candidate: EntryPath) -> Bool {
    let candidate = candidate.normalized
    if isAtOrBelow(candidate.bytes) { return true }
    return !isLiteral && matchesComponents(of: candidate.bytes)
  }

  /// Whether the candidate is called like the pattern, or stands below what is called so.
  private func isAtOrBelow(_ candidate: [UInt8]) -> Bool {
    guard candidate.count >= path.bytes.count else { return false }
    guard
      candidate.count == path.bytes.count || path.bytes.isEmpty
        || candidate[path.bytes.count] == 0x2F
    else { return false }
    return candidate.starts(with: path.bytes)
  }

  /// Compares component by component.
  ///
  /// After a mismatch only the last `**` is given one more folder, as all before it matched as early as
  /// they can, so that the time is bounded by the product of both lengths.
  private func matchesComponents(of candidate: [UInt8]) -> Bool {
    let bytes = candidate.span
    var start = 0
    var index = 0
    var retry: (start: Int, index: Int)?
    while true {
      // What is left of the candidate is below what matched.
      guard index < components.count else { return true }
      switch components[index] {
      case .folders:
        index += 1
        retry = (start, index)
        continue
      case .name(let name):
        guard start < bytes.count else { return false }
        let end = Self.endOfComponent(bytes, start)
        if name.matches(bytes[start..<end]) {
          start = end + 1
          index += 1
          continue
        }
      }
      guard let last = retry else { return false }
      let next = Self.endOfComponent(bytes, last.start) + 1
      guard next < bytes.count else { return false }
      (start, index) = (next, last.index)
      retry = (next, last.index)
    }
  }

  private static func endOfComponent(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    bytes.firstOffset(of: 0x2F, from: start) ?? max(start, bytes.count)
  }
}
