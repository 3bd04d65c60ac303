import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Calls of the system that its C library has, but hides from Swift behind `_GNU_SOURCE`.
enum SystemCalls {
  struct RenameFlags {
    let linux: UInt32
    let darwin: UInt32

    /// RENAME_NOREPLACE, RENAME_EXCL
    static let keepExisting = RenameFlags(linux: 1, darwin: 4)
    /// RENAME_EXCHANGE, RENAME_SWAP
    static let exchange = RenameFlags(linux: 2, darwin: 2)
  }

  private typealias Rename =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
    ) -> Int32
  private typealias Sync = @convention(c) (Int32) -> Int32

  #if os(Linux)
    private static let flaggedRename = unsafe symbol("renameat2", as: Rename.self)
  #else
    private static let flaggedRename = symbol("renameatx_np", as: Rename.self)
  #endif
  private static let fileSystemSync = symbol("syncfs", as: Sync.self)

  private static func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
    #if os(Linux)
      let everything: UnsafeMutableRawPointer? = nil  // RTLD_DEFAULT
    #else
      let everything = UnsafeMutableRawPointer(bitPattern: -2)
    #endif
    return unsafe dlsym(everything, name).map { unsafe unsafeBitCast($0, to: type) }
  }

  /// Renames within one file system.
  ///
  /// - Parameter flags: `nil` for the plain call, which replaces files and empty folders.
  /// - Returns: 0 or the error number; EINVAL where the file system does not know the flags.
  static func rename(
    _ source: OpenFolder, _ name: some Collection<UInt8>, to target: OpenFolder,
    _ newName: some Collection<UInt8>, _ flags: RenameFlags? = nil
  ) -> Int32 {
    unsafe withPlatformBytes(name) { from in
      unsafe withPlatformBytes(newName) { to in
        guard let flags else {
          return unsafe renameat(source.raw, from, target.raw, to) == 0 ? 0 : errno
        }
        guard let flaggedRename = unsafe flaggedRename else { return EINVAL }
        #if os(Linux)
          let bits = flags.linux
        #else
          let bits = flags.darwin
        #endif
        return unsafe flaggedRename(source.raw, from, target.raw, to, bits) == 0 ? 0 : errno
      }
    }
  }

  /// Brings everything on a file system to the disk, where the system can do that.
  static func syncFileSystem(of folder: OpenFolder) {
    guard let fileSystemSync else { return sync() }
    _ = fileSystemSync(folder.raw)
  }

  /// `umask`, whose name stands for a property elsewhere.
  static func setMask(_ mask: mode_t) -> mode_t { umask(mask) }
}
