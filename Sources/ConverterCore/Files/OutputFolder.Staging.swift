import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OutputFolder {
  /// The hidden folder that is filled before it gets its name.
  ///
  /// Its name follows from that of the destination, so that what a killed process left is found, and
  /// removed, by the next one that writes there. A lock (`flock`) distinguishes what is left over from what another
  /// process is filling at the moment; whoever meets the latter takes a random name.
  final class Staging: Sendable {
    let folder: OpenFolder
    /// The folder that it is in.
    let parent: OpenFolder
    let name: [UInt8]
    /// Under which it is removed when the process is interrupted.
    private let path: FilePath
    /// The times of the parent before and after the folder was made.
    private let timesBefore: FileTimes
    private let timesAfter: FileTimes
    private let isGone = Mutex(false)

    private init(
      _ folder: OpenFolder, in parent: OpenFolder, name: [UInt8], path: FilePath,
      timesBefore: FileTimes
    ) throws(Errno) {
      self.folder = folder
      self.parent = parent
      self.name = name
      self.path = path
      self.timesBefore = timesBefore
      timesAfter = FileTimes(try parent.status())
    }
  }
}

extension OutputFolder.Staging {
  /// - Returns: the folder, and which permissions the system takes from new files.
  static func make(
    for destination: FilePath, _ arrangement: OutputFolder.Arrangement
  ) throws(ConversionError) -> (OutputFolder.Staging, umask: FilePermissions) {
    let parentPath = place(for: destination, arrangement)
    do throws(Errno) {
      let parent = try OpenFolder(path: parentPath)
      var name = Array(".fairy-\(destination.nameFingerprint).partial".utf8)
      for _ in 0..<100 {
        if let made = try make(name, in: parent, at: parentPath) { return made }
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        name = Array(".fairy-\(random).partial".utf8)
      }
      throw Errno.fileExists
    } catch {
      if arrangement == .merged, parentPath == destination, error == .permissionDenied {
        throw ConversionError(
          .cannotCreateOutput, "may not be written to", file: destination, cause: error)
      }
      throw ConversionError.creating(destination, error)
    }
  }

  /// Beside the destination, or in it where things are to be added to it: it may be all that this process
  /// may write to, or a file system of its own.
  private static func place(
    for destination: FilePath, _ arrangement: OutputFolder.Arrangement
  ) -> FilePath {
    if arrangement == .merged, destination.isFolder {
      return destination
    }
    let parent = destination.removingLastComponent()
    return parent.isEmpty ? "." : parent
  }

  /// - Returns: `nil` when the name is taken.
  private static func make(
    _ name: [UInt8], in parent: OpenFolder, at parentPath: FilePath
  ) throws(Errno) -> (OutputFolder.Staging, umask: FilePermissions)? {
    removeLeftover(name, in: parent)
    guard let component = FilePath(bytes: name)?.lastComponent else { throw .invalidArgument }
    let path = parentPath.appending(component)
    let times = FileTimes(try parent.status())
    do throws(Errno) {
      try parent.makeFolder(name, mode: 0o777)
    } catch .fileExists {
      return nil
    }
    PartialFiles.remember(path)
    do throws(Errno) {
      let folder = try parent.folder(name)
      let status = try folder.status()
      // Nobody else sees what becomes of it.
      guard fchmod(folder.raw, 0o700) == 0 else { throw Errno(rawValue: errno) }
      // Without locks on the file system it cannot be told from a leftover.
      let isLocked = flock(folder.raw, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      // Between being made and locked it looked like a leftover to others.
      guard isLocked, try folder.status().st_nlink > 0 else {
        PartialFiles.forget(path)
        return nil
      }
      let staging = try OutputFolder.Staging(
        folder, in: parent, name: name, path: path, timesBefore: times)
      return (staging, FilePermissions(rawValue: CModeT(~status.st_mode & 0o777)))
    } catch {
      PartialFiles.forget(path)
      // It was taken for a leftover.
      if error == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }

  /// Removes what a process that was killed left under that name.
  private static func removeLeftover(_ name: [UInt8], in parent: OpenFolder) {
    guard let folder = try? parent.folder(name), let status = try? folder.status(),
      status.st_uid == geteuid(), flock(folder.raw, LOCK_EX | LOCK_NB) == 0
    else { return }
    folder.removeContents()
    try? parent.remove(name, isFolder: true)
  }

  /// Removes the folder with all that is in it; called more than once it does nothing.
  func remove() {
    let first = isGone.withLock { gone in
      defer { gone = true }
      return !gone
    }
    guard first else { return }
    let isUntouched = (try? parent.status()).map { FileTimes($0).modified } == timesAfter.modified
    folder.removeContents()
    // Under its name there may be something else by now.
    if isInPlace {
      try? parent.remove(name, isFolder: true)
      if isUntouched { parent.setTimes(timesBefore) }
    }
    PartialFiles.forget(path)
  }

  /// Says that the folder has got its name, so that nothing is left to remove.
  func isPublished() {
    isGone.withLock { $0 = true }
    PartialFiles.forget(path)
  }

  private var isInPlace: Bool {
    guard let own = try? folder.status(), let there = try? parent.status(of: name) else {
      return false
    }
    return FileIdentity(own) == FileIdentity(there)
  }
}

extension FilePath {
  /// The FNV-1a hash of the last component, as a word.
  var nameFingerprint: String {
    let name = lastComponent.map { component in
      FilePath(root: nil, [component]).bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
    }
    return String(name ?? 0, radix: 36)
  }
}
