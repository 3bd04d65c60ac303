import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FolderMerge {
  /// Up to here each file is brought to the disk by itself.
  private static let fewFiles = 16

  /// Brings new files to the disk that take the place of others: after a power cut there is the old one
  /// or the new one.
  func syncReplacements() {
    let replacing = moves.filter(\.replaces)
    guard !replacing.isEmpty else { return }
    guard replacing.count <= Self.fewFiles else {
      return SystemCalls.syncFileSystem(of: source)
    }
    var from = FolderCursor(source)
    for move in replacing {
      guard let file = try? from.open(move.folder).open(move.name, O_RDONLY) else { continue }
      fsync(file.rawValue)
      try? file.close()
    }
  }

  /// Why the source must not be removed: it holds what was replaced.
  struct UndoFailed: Error {}

  /// Moves everything, or nothing.
  ///
  /// - Throws: `cannotCreateOutput`; all that had been moved is back then.
  func perform() throws(ConversionError) {
    var mover = Mover(self)
    for move in moves {
      let status = mover.perform(move)
      guard status != 0 else { continue }
      let path = full(Self.joined(move.folder, move.newName))
      guard mover.undo() else {
        throw ConversionError(
          .writeFailed,
          "could not be moved into place, and not everything could be put back: what was there before "
            + "is in the hidden folder \(String(decoding: sourceName, as: UTF8.self))",
          file: path, cause: UndoFailed())
      }
      if status == EEXIST { throw ConversionError.exists(path) }
      throw ConversionError.creating(path, Errno(rawValue: status))
    }
  }
}

/// Does and undoes the moves of a merge.
private struct Mover {
  private let merge: FolderMerge
  private var from: FolderCursor
  private var to: FolderCursor
  private var done: [FolderMerge.Move] = []
  /// What replaced files are called in the source, where two cannot be exchanged.
  private let aside = Array(
    ".replaced-\(String(UInt64.random(in: .min ... .max), radix: 36))-".utf8)
  private var exchanges = true

  init(_ merge: FolderMerge) {
    self.merge = merge
    from = FolderCursor(merge.source)
    to = FolderCursor(merge.target)
  }

  /// - Returns: 0 or the error number.
  mutating func perform(_ move: FolderMerge.Move) -> Int32 {
    let status = attempt(move) { mover, from, to in
      guard move.replaces else { return from.move(move.name, to: to, move.newName) }
      return mover.replace(move, from, to)
    }
    if status == 0 { done.append(move) }
    return status
  }

  /// The replaced file comes into the source, and goes with it.
  private mutating func replace(
    _ move: FolderMerge.Move, _ from: OpenFolder, _ to: OpenFolder
  ) -> Int32 {
    if exchanges {
      let status = SystemCalls.rename(from, move.name, to: to, move.newName, .exchange)
      if status == 0, isFolder(move.name, in: from) {
        // It took the place of the file after that was looked at: a folder is not replaced.
        _ = SystemCalls.rename(from, move.name, to: to, move.newName, .exchange)
        return EISDIR
      }
      guard [EINVAL, ENOSYS].contains(status) else { return status }
      // It is the same for all files of the file system.
      guard done.allSatisfy({ !$0.replaces }) else { return status }
      exchanges = false
    }
    let old = SystemCalls.rename(to, move.newName, to: from, aside + move.name)
    guard old == 0 else { return old }
    let status = from.move(move.name, to: to, move.newName)
    if status != 0 { _ = SystemCalls.rename(from, aside + move.name, to: to, move.newName) }
    return status
  }

  private func isFolder(_ name: [UInt8], in folder: OpenFolder) -> Bool {
    guard let status = try? folder.status(of: name) else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Puts everything back, the last first.
  ///
  /// - Returns: whether all is as it was.
  mutating func undo() -> Bool {
    var isBack = true
    while let move = done.popLast() {
      let status = attempt(move) { mover, from, to in
        guard move.replaces else { return to.move(move.newName, to: from, move.name) }
        if mover.exchanges {
          return SystemCalls.rename(to, move.newName, to: from, move.name, .exchange)
        }
        let status = to.move(move.newName, to: from, move.name)
        return status == 0
          ? SystemCalls.rename(from, mover.aside + move.name, to: to, move.newName) : status
      }
      if status != 0 { isBack = false }
    }
    return isBack
  }

  private mutating func attempt(
    _ move: FolderMerge.Move, _ body: (inout Mover, OpenFolder, OpenFolder) -> Int32
  ) -> Int32 {
    do throws(Errno) {
      let (from, to) = (try from.open(move.folder), try to.open(move.folder))
      return body(&self, from, to)
    } catch {
      return error.rawValue
    }
  }
}
