import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OutputFile {
  /// Where the bytes of an output are until it is published.
  enum Storage {
    case unnamed(FileDescriptor)
    case named(FileDescriptor, FilePath)
    /// A temporary file that is copied to standard output.
    case spool(FileDescriptor)
    /// Standard output, or a pipe that leads there.
    case stream(FileDescriptor)
    /// A file that belongs to another process.
    case granted(FileDescriptor)
    case memory
    case finished

    var descriptor: FileDescriptor? {
      switch self {
      case .unnamed(let file), .named(let file, _), .spool(let file), .stream(let file),
        .granted(let file):
        file
      case .memory, .finished: nil
      }
    }
  }
}

extension OutputFile.Storage {
  /// An unnamed file in the folder of `path`, or a hidden named one where that is not possible.
  static func create(beside path: FilePath) throws(ConversionError) -> Self {
    let parent = path.removingLastComponent()
    let folder: FilePath = parent.isEmpty ? "." : parent
    #if os(Linux)
      // O_TMPFILE; Glibc hides the constant behind _GNU_SOURCE. Some formats are read again while they are
      // written; a sandbox may let a folder be written to only.
      for access in [O_RDWR, O_WRONLY] {
        let unnamed: Int32 = 0o20_200_000 | access | O_CLOEXEC
        let raw = folder.opened(unnamed, mode: 0o666)
        if raw >= 0 { return .unnamed(FileDescriptor(rawValue: raw)) }
        if errno != EACCES { break }
      }
      guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno), FileIdentity(path: folder) != nil
      else {
        throw ConversionError.creating(path, Errno(rawValue: errno))
      }
    #endif
    for _ in 0..<100 {
      let random = String(UInt64.random(in: .min ... .max), radix: 36)
      let temporary = folder.appending(".fairy-\(random).partial")
      do {
        let descriptor = try FileDescriptor.open(
          temporary, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
        PartialFiles.remember(temporary)
        return .named(descriptor, temporary)
      } catch Errno.fileExists {
        continue
      } catch {
        throw ConversionError.creating(path, error)
      }
    }
    throw ConversionError.creating(path, Errno.fileExists)
  }

  /// Gives the temporary its name; `nil` when the destination exists and the policy is `skip`.
  ///
  /// - Parameter announce: called with each name right before it is given.
  func publish(
    as path: FilePath, conflict: OutputFile.ConflictPolicy,
    announce: (FilePath) throws(ConversionError) -> Void
  ) throws(ConversionError) -> FilePath? {
    var candidate = path
    var number = 1
    while true {
      if conflict != .rename || FileIdentity(path: candidate) == nil {
        try announce(candidate)
        let status = link(to: candidate)
        if status == 0 { return candidate }
        guard status == EEXIST else {
          throw ConversionError.creating(path, Errno(rawValue: status))
        }
      }
      switch conflict {
      case .skip: return nil
      case .fail: throw ConversionError.exists(path)
      case .overwrite: return try replace(path)
      case .rename:
        number += 1
        candidate = path.numbered(number)
      }
    }
  }

  /// Gives the temporary the name `path` if nothing stands there.
  ///
  /// - Returns: 0 or the error number.
  private func link(to path: FilePath) -> Int32 {
    switch self {
    case .unnamed(let descriptor):
      let source = FilePath("/proc/self/fd/\(descriptor.rawValue)")
      return source.addNameOfTarget(path) ? 0 : errno
    case .named(_, let temporary):
      if !temporary.addName(path) {
        let reason = errno
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(reason) else { return reason }
        let taken = Self.take(path, for: temporary)
        if taken == 0 { PartialFiles.forget(temporary) }
        return taken
      }
      temporary.removeFile()
      PartialFiles.forget(temporary)
      return 0
    case .spool, .stream, .granted, .memory, .finished:
      preconditionFailure("only a file is published")
    }
  }

  /// Removes the permissions that `permissions` do not include; the owner can always read and write.
  static func restrict(_ descriptor: FileDescriptor, to permissions: FilePermissions) {
    guard let status = descriptor.status else { return }
    let mode = status.st_mode & (permissions.rawValue | 0o600) & 0o666
    // A file system without permissions has none to restrict.
    _ = fchmod(descriptor.rawValue, mode)
  }

  /// Puts the temporary in the place of the regular file that `path` leads to, in one step; links
  /// stay links, and the new file has the permissions of the old one.
  private func replace(_ path: FilePath) throws(ConversionError) -> FilePath {
    guard let descriptor else { preconditionFailure("only a file is published") }
    let target = try Self.replaceable(path, by: descriptor)
    if case .named(_, let temporary) = self {
      try Self.rename(temporary, to: target)
      return path
    }
    // An unnamed file cannot replace another: it gets a hidden name first, then that is renamed. The
    // name follows from the target's, so that what a killed process left is not there for ever.
    let temporary = target.removingLastComponent()
      .appending(".fairy-\(target.nameFingerprint).partial")
    PartialFiles.remember(temporary)
    var status = link(to: temporary)
    if status == EEXIST {
      temporary.removeFile()
      status = link(to: temporary)
    }
    guard status == 0 else {
      PartialFiles.forget(temporary)
      throw ConversionError.creating(path, Errno(rawValue: status))
    }
    try Self.rename(temporary, to: target)
    return path
  }

  /// Where `path` leads, links followed, with the permissions of what stands there given to the
  /// output.
  ///
  /// - Throws: `cannotCreateOutput` when something other than a regular file stands there.
  private static func replaceable(
    _ path: FilePath, by descriptor: FileDescriptor
  ) throws(ConversionError) -> FilePath {
    guard let status = path.status() else { return path }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ConversionError(
        .cannotCreateOutput, "is not a regular file, and only such are replaced", file: path)
    }
    _ = fchmod(descriptor.rawValue, status.st_mode & 0o777)
    return path.resolved ?? path
  }

  private static func rename(_ temporary: FilePath, to path: FilePath) throws(ConversionError) {
    defer { PartialFiles.forget(temporary) }
    guard temporary.move(to: path) else {
      let error = Errno(rawValue: errno)
      temporary.removeFile()
      throw ConversionError.creating(path, error)
    }
  }

  /// Gives a named temporary its name on file systems without hard links (FAT, some network mounts).
  ///
  /// The name is taken by an empty file first, so that nothing is replaced by accident.
  ///
  /// - Returns: 0 or the error number.
  private static func take(_ path: FilePath, for temporary: FilePath) -> Int32 {
    let placeholder = path.opened(O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    guard placeholder >= 0 else { return errno }
    close(placeholder)
    return temporary.move(to: path) ? 0 : errno
  }
}

/// The named temporaries that exist at the moment.
///
/// They are kept for the whole process, as the file system is, so that a process that has to end in
/// the middle of a conversion can remove them.
package enum PartialFiles {
  static let names = Mutex<Set<FilePath>>([])
  /// Held while things are moved that must all arrive, or none.
  private static let moving = Mutex<Void>(())

  /// Removes all of them, files and folders; for the last moment before the process ends.
  package static func removeAll() {
    moving.withLock { _ in
      names.withLock { names in
        for name in names { name.removeTree() }
        names.removeAll()
      }
    }
  }

  /// Runs `body`, which ``removeAll()`` waits for.
  static func uninterrupted<Result: Sendable, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try moving.withLock { (_) throws(Failure) in try body() }
  }

  static func remember(_ name: FilePath) {
    names.withLock { _ = $0.insert(name) }
  }

  static func forget(_ name: FilePath) {
    names.withLock { _ = $0.remove(name) }
  }
}
