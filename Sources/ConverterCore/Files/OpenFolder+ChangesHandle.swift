package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Changes that survive a crash of the program or of the system.
extension OpenFolder {
  /// Brings the names in this folder to the disk.
  ///
  /// File systems that cannot do that for folders (some network file systems) are left alone.
  package func sync() throws(Errno) {
    guard fsync(raw) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno) else {
      throw Errno(rawValue: errno)
    }
  }

  /// Gives a file or folder of this one another name, in this folder or another on the same file system; what has the
  /// name there is replaced in the same step.
  package func rename(
    _ name: some Collection<UInt8>, to newName: some Collection<UInt8>, in other: OpenFolder? = nil
  ) throws(Errno) {
    let status = SystemCalls.rename(self, name, to: other ?? self, newName)
    guard status == 0 else { throw Errno(rawValue: status) }
  }

  /// The same, where nothing has the new name: `fileExists` is thrown otherwise.
  package func renameKeepingOthers(
    _ name: some Collection<UInt8>, to newName: some Collection<UInt8>, in other: OpenFolder? = nil
  ) throws(Errno) {
    let status = move(Array(name), to: other ?? self, Array(newName))
    guard status == 0 else { throw Errno(rawValue: status) }
  }

  /// Takes the lock on this folder, which goes when the folder is closed or the process ends.
  ///
  /// - Parameter isShared: whether others may have it shared at the same time.
  /// - Returns: `false` where another process or descriptor has it. A file system without locks gives it at once.
  package func lock(isShared: Bool = false) throws(Errno) -> Bool {
    guard flock(raw, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 else { return true }
    switch errno {
    case EWOULDBLOCK: return false
    case ENOLCK, ENOTSUP, EINVAL: return true
    default: throw Errno(rawValue: errno)
    }
  }
}

extension FileDescriptor {
  /// Brings the bytes of the file to the disk.
  package func syncData() throws(Errno) {
    #if canImport(Glibc)
      let status = fdatasync(rawValue)
    #else
      let status = fsync(rawValue)
    #endif
    guard status == 0 || [EINVAL, EROFS].contains(errno) else { throw Errno(rawValue: errno) }
  }
}
