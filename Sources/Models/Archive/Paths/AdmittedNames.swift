internal import ConverterCore

/// The names that entries got so far, in which no two are the same and none is below a file or a link.
struct AdmittedNames {
  private enum Owner: UInt8 {
    /// A folder that only the paths of others name.
    case impliedFolder
    case folder, file, link

    init(_ kind: Entry.Kind) {
      switch kind {
      case .folder: self = .folder
      case .link: self = .link
      case .file, .hardLink, .device: self = .file
      }
    }
  }

  private var tree = EntryTree()
  private var owners: [Owner] = []
  /// The next number to try for a name that is there already.
  private var numbers: [Int: Int] = [:]
  /// Folders that got another name, because a file has theirs, by that file.
  private var movedFolders: [Int: Int] = [:]
  /// The last file of a name, by the first.
  private var newestFiles: [Int: Int] = [:]
  /// The folder of the entry before, for nearly every entry stands beside the one before.
  private var last: (path: [UInt8], folder: Folder) = ([], Folder())

  private struct Folder {
    var node = EntryTree.root
    /// Whether it, or one above it, has another name than in the archive.
    var isMoved = false
  }

  /// Gives an entry a name that no other has: its own, or that with a number.
  ///
  /// - Parameter path: normal and without hazards.
  /// - Returns: `nil` for a folder that is there already.
  /// - Throws: `unsafeEntry` for what would be written through a link or below a file.
  mutating func take(_ path: EntryPath, for kind: Entry.Kind) throws(ConversionError) -> EntryPath?
  {
    let slash = path.bytes.lastIndex(of: 0x2F)
    let folder = try folder(of: path, end: slash ?? 0)
    let (node, isNew) = insert(
      path.bytes[(slash.map { $0 + 1 } ?? 0)...], below: folder.node, Owner(kind))
    let isFirstOfFolder = kind == .folder && owners[node] == .impliedFolder
    if isFirstOfFolder { owners[node] = .folder }
    if isNew || isFirstOfFolder { return folder.isMoved ? Self.path(of: node, in: tree) : path }
    switch (kind, owners[node]) {
    case (.folder, .folder): return nil
    case (.folder, .file) where movedFolders[node] != nil: return nil
    case (.file, .link), (.hardLink, .link), (.folder, .link): throw Self.throughLink(path, path)
    default: return try numbered(path, node, for: kind)
    }
  }

  /// The path that the earlier file got which a hard link is another name of.
  ///
  /// - Throws: `unsafeEntry`, `unsupportedContent` where there is no such file.
  func path(ofHardLink entry: Entry) throws(ConversionError) -> EntryPath {
    let target = EntryPath(entry.linkTarget ?? [])
    if let hazard = target.hazard {
      throw ConversionError(
        .unsafeEntry,
        "the entry \(entry.path.shown) is another name of \(target.shown), which \(hazard)")
    }
    guard let node = find(target.normalized), owners[node] == .file else {
      throw ConversionError(
        .unsupportedContent,
        "the entry \(entry.path.shown) is another name of \(target.shown), which is no file that "
          + "comes before it and was asked for")
    }
    return Self.path(of: newestFiles[node] ?? node, in: tree)
  }

  private func find(_ path: EntryPath) -> Int? {
    var node = EntryTree.root
    for component in path.components {
      node = movedFolders[node] ?? node
      guard let next = tree.find(component.span, below: node) else { return nil }
      node = next
    }
    return node
  }

  private mutating func insert(
    _ name: ArraySlice<UInt8>, below folder: Int, _ owner: Owner
  ) -> (node: Int, isNew: Bool) {
    let result = tree.insert(name.span, below: folder)
    if result.isNew { owners.append(owner) }
    return result
  }

  /// The folder that the first `end` bytes of the path name.
  private mutating func folder(of path: EntryPath, end: Int) throws(ConversionError) -> Folder {
    if end == 0 { return Folder() }
    if end == last.path.count, path.bytes.starts(with: last.path) { return last.folder }
    var folder = Folder()
    var start = 0
    while start < end {
      let next = path.bytes[start...].firstIndex(of: 0x2F) ?? end
      let (node, isNew) = insert(path.bytes[start..<next], below: folder.node, .impliedFolder)
      folder.node = node
      switch isNew ? .impliedFolder : owners[node] {
      case .folder, .impliedFolder: break
      case .link: throw Self.throughLink(path, EntryPath(Array(path.bytes[..<next])))
      case .file:
        guard let moved = movedFolders[node] else {
          throw ConversionError(
            .unsafeEntry,
            "the entry \(path.shown) would be written below "
              + "\(EntryPath(Array(path.bytes[..<next])).shown), which is a file")
        }
        folder = Folder(node: moved, isMoved: true)
      }
      start = next + 1
    }
    last = (Array(path.bytes[..<end]), folder)
    return folder
  }

  private static func throughLink(_ path: EntryPath, _ link: EntryPath) -> ConversionError {
    ConversionError(
      .unsafeEntry,
      "the entry \(path.shown) would be written through the link \(link.shown), which comes before it"
    )
  }

  /// The name with the first number that is free: `a-2.txt`.
  private mutating func numbered(
    _ path: EntryPath, _ node: Int, for kind: Entry.Kind
  ) throws(ConversionError) -> EntryPath {
    let name = Array(path.lastComponent)
    // As for files: the number stands before the extension.
    let dot = kind == .folder ? nil : name.lastIndex(of: 0x2E)
    let end = dot.flatMap { $0 > 0 ? $0 : nil } ?? name.count
    var number = numbers[node] ?? 2
    while true {
      let candidate = name[..<end] + Array("-\(number)".utf8) + name[end...]
      guard candidate.count <= 255, path.bytes.count + candidate.count - name.count <= 4095 else {
        throw ConversionError(
          .unsafeEntry,
          "the name \(path.shown) is there twice, and too long to get a number")
      }
      number += 1
      let (taken, isNew) = insert(candidate, below: tree.parent(of: node), Owner(kind))
      guard isNew else { continue }
      numbers[node] = number
      if kind == .folder { movedFolders[node] = taken }
      if kind == .file || kind == .hardLink { newestFiles[node] = taken }
      return Self.path(of: taken, in: tree)
    }
  }

  private static func path(of node: Int, in tree: EntryTree) -> EntryPath {
    var names: [[UInt8]] = []
    var node = node
    while node != EntryTree.root {
      names.append(tree.name(of: node).array)
      node = tree.parent(of: node)
    }
    return EntryPath(Array(names.reversed().joined(separator: [0x2F])))
  }
}
