package import SystemPackage

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// A folder held open, in which things are reached by name; symbolic links are never followed.
package final class OpenFolder: Sendable {
  /// What stands in a folder, as far as its listing says.
  package struct Item: Sendable {
    package let name: [UInt8]
    package let isFolder: Bool
  }

  package let descriptor: FileDescriptor

  /// - Parameter descriptor: closed with the object.
  package init(owning descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// The folder at `path`.
  ///
  /// - Parameter follows: whether a link in its place is followed.
  package convenience init(path: FilePath, follows: Bool = true) throws(Errno) {
    let bytes = path.isEmpty ? [UInt8(ascii: ".")] : path.bytes
    try self.init(AT_FDCWD, bytes, follows: follows)
  }

  /// An open folder once more, under a descriptor of its own.
  package convenience init(reopening descriptor: FileDescriptor) throws(Errno) {
    try self.init(descriptor.rawValue, [UInt8(ascii: ".")], follows: false)
  }

  private init(_ parent: Int32, _ path: some Collection<UInt8>, follows: Bool) throws(Errno) {
    let options = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW)
    let raw = unsafe withPlatformBytes(path) { unsafe openat(parent, $0, options) }
    guard raw >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: raw)
  }

  deinit { try? descriptor.close() }

  package var raw: Int32 { descriptor.rawValue }

  /// A folder in this one.
  ///
  /// - Throws: `notDirectory` or `tooManySymbolicLinkLevels` for a link.
  package func folder(_ name: some Collection<UInt8>) throws(Errno) -> OpenFolder {
    try OpenFolder(raw, name, follows: false)
  }

  /// Opens a file in this folder; for what is no regular file it does not wait.
  package func open(
    _ name: some Collection<UInt8>, _ options: Int32, mode: mode_t = 0
  ) throws(Errno) -> FileDescriptor {
    let all = options | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let opened = unsafe withPlatformBytes(name) { unsafe openat(raw, $0, all, mode) }
    guard opened >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: opened)
  }

  package func status() throws(Errno) -> stat {
    guard let status = descriptor.status else { throw Errno(rawValue: errno) }
    return status
  }

  /// What stands under a name, a link itself; `nil` where nothing does.
  package func status(of name: some Collection<UInt8>) throws(Errno) -> stat? {
    var status = stat()
    let result = unsafe withPlatformBytes(name) {
      unsafe fstatat(raw, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    if result == 0 { return status }
    let error = Errno(rawValue: errno)
    if error == .noSuchFileOrDirectory { return nil }
    throw error
  }

  /// Where a link leads.
  package func target(of name: some Collection<UInt8>) throws(Errno) -> [UInt8] {
    var room = 256
    while true {
      var failure: Errno?
      let target = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let length = unsafe withPlatformBytes(name) { name in
          unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
            unsafe buffer.baseAddress.map { unsafe readlinkat(raw, name, $0, room) } ?? 0
          }
        }
        if length < 0 { failure = Errno(rawValue: errno) }
        count = max(0, length)
      }
      if let failure { throw failure }
      if target.count < room { return target }
      room *= 4
    }
  }

  /// All that is in the folder, but itself and its parent, in no order.
  package func items() throws(Errno) -> [Item] {
    // A stream owns its descriptor, and moves the place in it.
    let again = unsafe openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0 else { throw Errno(rawValue: errno) }
    guard let stream = unsafe fdopendir(again) else {
      let error = Errno(rawValue: errno)
      close(again)
      throw error
    }
    defer { unsafe closedir(stream) }
    var items: [Item] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return items
      }
      let type = unsafe Int(entry.pointee.d_type)
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      if name == [UInt8(ascii: ".")] || name == Array("..".utf8) { continue }
      let isFolder =
        type == Int(DT_UNKNOWN)
        ? try status(of: name).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        : type == Int(DT_DIR)
      items.append(Item(name: name, isFolder: isFolder))
    }
  }

  package func remove(_ name: some Collection<UInt8>, isFolder: Bool) throws(Errno) {
    let status = unsafe withPlatformBytes(name) {
      unsafe unlinkat(raw, $0, isFolder ? Self.removesFolder : 0)
    }
    guard status == 0 else { throw Errno(rawValue: errno) }
  }

  /// Makes a folder in this one.
  package func makeFolder(_ name: some Collection<UInt8>, mode: mode_t) throws(Errno) {
    let status = unsafe withPlatformBytes(name) { unsafe mkdirat(raw, $0, mode) }
    guard status == 0 else { throw Errno(rawValue: errno) }
  }

  /// Makes a symbolic link in this folder.
  package func makeLink(
    _ name: some Collection<UInt8>, to target: some Collection<UInt8>
  ) throws(Errno) {
    let status = unsafe withPlatformBytes(target) { target in
      unsafe withPlatformBytes(name) { unsafe symlinkat(target, raw, $0) }
    }
    guard status == 0 else { throw Errno(rawValue: errno) }
  }

  /// Gives a file that is reached from here a second name, in another folder.
  package func addName(
    of target: some Collection<UInt8>, _ name: some Collection<UInt8>, in folder: OpenFolder
  ) throws(Errno) {
    let status = unsafe withPlatformBytes(target) { target in
      unsafe withPlatformBytes(name) { unsafe linkat(raw, target, folder.raw, $0, 0) }
    }
    guard status == 0 else { throw Errno(rawValue: errno) }
  }

  /// Gives what stands under a name permissions, as far as the system lets it.
  func setPermissions(of name: some Collection<UInt8>, _ mode: mode_t) {
    _ = unsafe withPlatformBytes(name) { unsafe fchmodat(raw, $0, mode, AT_SYMLINK_NOFOLLOW) }
  }

  /// AT_REMOVEDIR
  private static let removesFolder = Int32(AT_REMOVEDIR)
}

/// Calls `body` with the bytes as the system takes names: with a NUL at the end.
///
/// - Parameter bytes: without a NUL in them.
package func withPlatformBytes<Result>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
    guard let start = buffer.baseAddress else {
      preconditionFailure("room for a NUL is never empty")
    }
    var end = unsafe start
    for byte in bytes {
      unsafe end.initialize(to: CChar(bitPattern: byte))
      unsafe end += 1
    }
    unsafe end.initialize(to: 0)
    return unsafe body(start)
  }
}

extension Errno {
  /// What openat with O_NOFOLLOW says of a link, or of a file where a folder is needed.
  package var isNoFolder: Bool { [.notDirectory, .tooManySymbolicLinkLevels].contains(self) }
}
