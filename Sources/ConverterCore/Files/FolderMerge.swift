import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Moves what one folder holds into another that holds something already.
///
/// Everything is checked before the first thing is moved. A thing whose name is free in the other folder is moved by
/// one rename; folders that both have are merged. Links in the other folder are never followed.
struct FolderMerge {
  struct Move {
    /// The folder, in both trees.
    let folder: [UInt8]
    let name: [UInt8]
    let newName: [UInt8]
    let isFolder: Bool
    let replaces: Bool
  }

  let source: OpenFolder
  let sourceName: [UInt8]
  let target: OpenFolder
  /// Where the target is, for people.
  private let path: FilePath
  private let conflict: OutputFile.ConflictPolicy
  private(set) var moves: [Move] = []
  /// What each moved folder is called now, by its path in the source.
  private var newPaths: [[UInt8]: [UInt8]] = [:]
  private var inTheWay: (first: [UInt8], count: Int)?
  /// What stays out because of something in its place.
  private(set) var skipped: [[UInt8]] = []

  init(
    from source: OpenFolder, called sourceName: [UInt8], into target: OpenFolder,
    at path: FilePath, _ conflict: OutputFile.ConflictPolicy
  ) {
    self.source = source
    self.sourceName = sourceName
    self.target = target
    self.path = path
    self.conflict = conflict
  }

  /// The names right below the target that something is added under, each once.
  var appearing: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return moves.compactMap { move in
      let top = move.folder.split(separator: UInt8(ascii: "/")).first.map(Array.init)
      let name = top ?? move.newName
      return seen.insert(name).inserted ? name : nil
    }
  }

  /// Where a folder of the source is now; `nil` for one that was not moved, or had its like in the target.
  func newPath(ofFolder path: [UInt8]) -> [UInt8]? {
    for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
      if let new = newPaths[Array(path[..<end])] { return new + path[end...] }
    }
    return newPaths[path]
  }
}

extension FolderMerge {
  /// Decides what goes where; nothing is touched.
  ///
  /// - Throws: `outputExists`, `unsafeEntry`, `cannotCreateOutput`.
  mutating func plan() throws(ConversionError) {
    var (from, to) = (FolderCursor(source), FolderCursor(target))
    let (home, own) = try attempt([]) { () throws(Errno) in
      (try target.status(), FileIdentity(try source.status()))
    }
    var shared: [[UInt8]] = [[]]
    while let folder = shared.popLast() {
      let there = try attempt(folder) { () throws(Errno) in try to.open(folder) }
      let (status, items) = try attempt(folder) { () throws(Errno) in
        (try there.status(), try from.open(folder).items())
      }
      guard status.st_dev == home.st_dev, FileIdentity(status) != own else {
        throw refusal(
          folder, "is on another file system, where nothing can be moved to in one step")
      }
      for item in items.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        let path = Self.joined(folder, item.name)
        let existing = try attempt(path) { () throws(Errno) in try there.status(of: item.name) }
        guard let existing else {
          add(item, in: folder, as: item.name)
          continue
        }
        let type = existing.st_mode & S_IFMT
        if item.isFolder, type == S_IFDIR {
          shared.append(path)
        } else if item.isFolder, type == S_IFLNK {
          throw ConversionError(
            .unsafeEntry,
            "is a link, and would be written through: what is to go in here is a folder of that name",
            file: full(path))
        } else {
          try settle(item, in: folder, there, type, taken: items)
        }
      }
    }
    if let inTheWay { throw exists(inTheWay) }
  }

  /// Decides on something whose name is taken.
  private mutating func settle(
    _ item: OpenFolder.Item, in folder: [UInt8], _ there: OpenFolder, _ type: mode_t,
    taken: [OpenFolder.Item]
  ) throws(ConversionError) {
    let path = Self.joined(folder, item.name)
    switch conflict {
    case .fail: inTheWay = (inTheWay?.first ?? path, (inTheWay?.count ?? 0) + 1)
    case .skip: skipped.append(path)
    case .rename:
      let name = try freeName(for: item, path, there, taken)
      add(item, in: folder, as: name)
    case .overwrite:
      guard !item.isFolder else {
        throw refusal(path, "is no folder, and no folder takes its place")
      }
      guard type == S_IFREG || type == S_IFLNK else {
        throw refusal(
          path,
          type == S_IFDIR
            ? "is a folder, and no file takes its place"
            : "is not a regular file, and only such are replaced")
      }
      add(item, in: folder, as: item.name, replaces: true)
    }
  }

  /// The first name with a number that nothing has in either folder.
  private func freeName(
    for item: OpenFolder.Item, _ path: [UInt8], _ there: OpenFolder, _ taken: [OpenFolder.Item]
  ) throws(ConversionError) -> [UInt8] {
    var number = 1
    while true {
      number += 1
      let name = item.numbered(number)
      if taken.contains(where: { $0.name == name }) { continue }
      let isTaken = try attempt(path) { () throws(Errno) in try there.status(of: name) != nil }
      if !isTaken { return name }
    }
  }

  private mutating func add(
    _ item: OpenFolder.Item, in folder: [UInt8], as newName: [UInt8], replaces: Bool = false
  ) {
    moves.append(
      Move(
        folder: folder, name: item.name, newName: newName, isFolder: item.isFolder,
        replaces: replaces))
    if item.isFolder {
      newPaths[Self.joined(folder, item.name)] = Self.joined(folder, newName)
    }
  }

  static func joined(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
  }
}

extension FolderMerge {
  func full(_ path: [UInt8]) -> FilePath { self.path.appending(bytes: path) }

  func refusal(_ path: [UInt8], _ why: String) -> ConversionError {
    ConversionError(.cannotCreateOutput, why, file: full(path))
  }

  /// Runs what names the system's errors alone.
  private func attempt<Result>(
    _ path: [UInt8], _ body: () throws(Errno) -> Result
  ) throws(ConversionError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "nothing can be added to it: \(error)", file: full(path), cause: error)
    }
  }

  private func exists(_ inTheWay: (first: [UInt8], count: Int)) -> ConversionError {
    var error = ConversionError.exists(full(inTheWay.first))
    if inTheWay.count > 1 {
      error.message =
        "exists already, and so do \(inTheWay.count - 1) more of the files to be "
        + "written; nothing was changed; --on-conflict skip, rename or overwrite decides otherwise"
    }
    return error
  }
}

extension OpenFolder.Item {
  /// `photo.jpg` → `photo-2.jpg`; `v1.2`, a folder, → `v1.2-2`.
  func numbered(_ number: Int) -> [UInt8] {
    isFolder
      ? name + Array("-\(number)".utf8) : FilePath(bytes: name)?.numbered(number).bytes ?? name
  }
}
