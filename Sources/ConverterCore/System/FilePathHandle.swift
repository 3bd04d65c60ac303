package import SystemPackage

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// What the system is asked about a path, and told to do with it.
///
/// `withPlatformString` has the path end with a NUL, and keeps it for the time of the call. What fails leaves the
/// reason in `errno`.
extension FilePath {
  /// The path as the system has it, which need not be UTF-8.
  package var bytes: [UInt8] {
    unsafe withPlatformString { start in
      unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }
  }

  /// Has `body` look at the same bytes, of which no copy is made.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe withPlatformString { start in
      unsafe body(Span(borrowing: UnsafeRawBufferPointer(start: start, count: strlen(start))))
    }
  }

  /// The path of the bytes up to the first NUL, of none, too.
  package init(cBytes bytes: some Collection<UInt8>) {
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The path of these bytes; `nil` for none at all, and for a NUL, which no path can hold.
  package init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The name of a new thing in the folder: `name` with letters in the place of its `XXXXXX`.
  ///
  /// - Parameter make: makes the thing under a name of its own choice, which it writes over the template.
  private func made<Thing>(
    _ name: String, _ make: (UnsafeMutablePointer<CChar>) -> Thing?
  ) -> (thing: Thing, path: FilePath)? {
    var template = appending(name).bytes.map { CChar(bitPattern: $0) } + [0]
    let thing = unsafe template.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.flatMap(make)
    }
    return thing.map { ($0, FilePath(platformString: template)) }
  }

  /// Makes a file in the folder and opens it; the name's `XXXXXX` become letters that no other has.
  package func makeTemporaryFile(_ name: String) -> (descriptor: FileDescriptor, path: FilePath)? {
    let made = unsafe made(name) { start in
      let raw = unsafe mkstemp(start)
      return raw < 0 ? nil : FileDescriptor(rawValue: raw)
    }
    return made.map { ($0.thing, $0.path) }
  }

  /// Makes a folder in this one; the name's `XXXXXX` become letters that no other has.
  package func makeTemporaryFolder(_ name: String) -> FilePath? {
    unsafe made(name) { unsafe mkdtemp($0) }?.path
  }

  /// What the system says of what stands there; `nil` where nothing does, or nobody may know.
  ///
  /// - Parameter followsLinks: whether it is what a link leads to, or the link.
  package func status(followsLinks: Bool = true) -> stat? { systemStatus(of: self, followsLinks) }

  /// The path without links, `.` and `..`; `nil` where it leads nowhere.
  package var resolved: FilePath? {
    guard let real = unsafe withPlatformString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
  }

  /// Whether this process may do what the bits of `access` say.
  package func allows(_ access: Int32) -> Bool { mayAccess(self, access) }

  /// - Returns: a number of an open file, or one below 0.
  package func opened(_ options: Int32, mode: mode_t = 0) -> Int32 {
    unsafe withPlatformString { unsafe open($0, options, mode) }
  }

  @discardableResult
  package func removeFile() -> Bool { unsafe withPlatformString { unsafe unlink($0) } == 0 }

  /// Removes a folder that is empty.
  @discardableResult
  package func removeFolder() -> Bool { unsafe withPlatformString { unsafe rmdir($0) } == 0 }

  package func makeFolder(mode: mode_t = 0o777) -> Bool {
    unsafe withPlatformString { unsafe mkdir($0, mode) } == 0
  }

  /// Gives what stands there another name, in the place of what has it now.
  func move(to path: FilePath) -> Bool {
    unsafe withPlatformString { from in unsafe path.withPlatformString { unsafe rename(from, $0) } }
      == 0
  }

  /// Gives the file a second name, unless something has it.
  func addName(_ path: FilePath) -> Bool {
    unsafe withPlatformString { from in unsafe path.withPlatformString { unsafe link(from, $0) } }
      == 0
  }

  /// Gives what a link leads to a second name, unless something has it.
  func addNameOfTarget(_ path: FilePath) -> Bool {
    let followSymlinks: Int32 = 0x400  // AT_SYMLINK_FOLLOW, behind _GNU_SOURCE
    return unsafe withPlatformString { from in
      unsafe path.withPlatformString { unsafe linkat(AT_FDCWD, from, AT_FDCWD, $0, followSymlinks) }
    } == 0
  }

  /// Whether the path leads to a folder without anything in it.
  var isEmptyFolder: Bool {
    guard let folder = unsafe withPlatformString({ unsafe opendir($0) }) else { return false }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      // The system's names end with a NUL, and have room for three bytes.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 3) { unsafe ($0[0], $0[1], $0[2]) }
      }
      let dot = CChar(bitPattern: UInt8(ascii: "."))
      guard name.0 == dot, name.1 == 0 || (name.1 == dot && name.2 == 0) else { return false }
    }
    return true
  }
}

// Outside of the extension, where these names are the system's and not the path's own methods.

private func systemStatus(of path: FilePath, _ followsLinks: Bool) -> stat? {
  var status = stat()
  let result = unsafe path.withPlatformString {
    unsafe followsLinks ? stat($0, &status) : lstat($0, &status)
  }
  return result == 0 ? status : nil
}

private func mayAccess(_ path: FilePath, _ bits: Int32) -> Bool {
  unsafe path.withPlatformString { unsafe access($0, bits) } == 0
}
