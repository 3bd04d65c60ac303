package import SystemPackage

/// Opens folders below a root, a step at a time, so that no link leads out of it.
///
/// It keeps the last of the folders on the way open, since the next one is mostly near.
package struct FolderCursor {
  private let root: OpenFolder
  private var path: [UInt8] = []
  /// The folders on the way to ``path``, and where in it their names end; those at the beginning of a
  /// long way are closed again.
  private var way: [(end: Int, folder: OpenFolder?)] = []

  /// Descriptors are few, and a path may have two thousand components.
  private static let mostHeld = 48

  package init(_ root: OpenFolder) {
    self.root = root
  }

  /// The folder at a path below the root; an empty one is the root itself.
  ///
  /// - Parameter path: with or without a slash at the end.
  /// - Throws: `noSuchFileOrDirectory`; `Errno.isNoFolder` where a file or link is in the
  ///   way.
  package mutating func open(_ path: some Collection<UInt8>) throws(Errno) -> OpenFolder {
    let wanted = Array(path)
    leave(for: wanted)
    for name in wanted[(way.last?.end ?? 0)...].split(separator: UInt8(ascii: "/")) {
      let folder = try (way.last?.folder ?? root).folder(name)
      way.append((name.endIndex, folder))
      if way.count > Self.mostHeld { way[way.count - 1 - Self.mostHeld].folder = nil }
      self.path = wanted
    }
    return way.last?.folder ?? root
  }

  /// Goes back to the nearest folder on the way to both paths that is still open.
  private mutating func leave(for wanted: [UInt8]) {
    let shared = zip(path, wanted).prefix { $0 == $1 }.count
    func isShared(_ end: Int) -> Bool {
      end <= shared && (end == wanted.count || wanted[end] == UInt8(ascii: "/"))
    }
    while let last = way.last, last.folder == nil || !isShared(last.end) { way.removeLast() }
  }
}
