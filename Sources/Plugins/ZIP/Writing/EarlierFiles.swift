import ArchiveModel

/// Finds the files that hard links are further names of.
///
/// It keeps 16 bytes a file, and not its path: paths are known by a hash of 64 bits with a secret.
struct EarlierFiles {
  /// Positions of the last files of each name.
  private var positions: [Int: Int] = [:]

  /// Notes what an entry at `position` is another name of, or that it is a file itself.
  ///
  /// - Returns: the position of the file whose content the entry has; `nil` for a link to nothing.
  mutating func add(_ entry: Entry, at position: Int) -> Int? {
    let source: Int? =
      switch entry.kind {
      case .file: position
      case .hardLink: entry.linkTarget.flatMap { positions[Self.hash($0)] }
      // A copy of a symbolic link would lead elsewhere than the link does.
      case .folder, .link, .device: nil
      }
    if let source { positions[Self.hash(entry.path.bytes)] = source }
    return source
  }

  /// Paths that differ only in how they write the same have the same hash: `./a//b` and `a/b`, composed
  /// and decomposed letters, for paths of entries are composed and those of links are not.
  private static func hash(_ path: [UInt8]) -> Int {
    var hasher = Hasher()
    for component in path.split(separator: UInt8(ascii: "/"))
    where !component.elementsEqual(".".utf8) {
      if let text = String(validating: component, as: UTF8.self) {
        hasher.combine(text)
      } else {
        hasher.combine(component)
      }
    }
    return hasher.finalize()
  }
}
