package import SystemPackage

/// Opens folders below a root, a step at a time, so that no link leads out of it.
///
/// It keeps the folders on the way to the last one open, since the next is mostly near.
package struct FolderCursor {
  private let root: OpenFolder
  private var way: [(name: ArraySlice<UInt8>, folder: OpenFolder)] = []

  /// More are opened anew each time: descriptors are few.
  private static let mostHeld = 24

  package init(_ root: OpenFolder) {
    self.root = root
  }

  /// The folder at a path below the root; an empty one is the root itself.
  ///
  /// - Throws: `noSuchFileOrDirectory`; ``SystemPackage/Errno/isNoFolder`` where a file or link is in the
  ///   way.
  package mutating func open(_ path: some Sequence<UInt8>) throws(Errno) -> OpenFolder {
    try open(components: Array(path).split(separator: UInt8(ascii: "/"))[...])
  }

  package mutating func open(
    components: ArraySlice<ArraySlice<UInt8>>
  ) throws(Errno) -> OpenFolder {
    var shared = 0
    for (held, wanted) in zip(way, components) {
      guard held.name == wanted else { break }
      shared += 1
    }
    way.removeSubrange(shared...)
    var folder = way.last?.folder ?? root
    for name in components.dropFirst(shared) {
      folder = try folder.folder(name)
      if way.count == shared, way.count < Self.mostHeld {
        way.append((name, folder))
        shared += 1
      }
    }
    return folder
  }
}
