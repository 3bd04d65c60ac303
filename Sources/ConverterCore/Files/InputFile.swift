public import SystemPackage

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// An open file, or bytes in memory, that readers take from at any offset.
public final class InputFile: Sendable {
  /// The path as the user named it; `nil` for bytes without a file.
  public let path: FilePath?
  /// The name that hints at the type; of standard input there is none.
  public let name: String?
  /// Bytes of the file; 0 of a folder.
  public let byteCount: Int
  /// Device and inode, to notice an output that is the input itself.
  public let identity: FileIdentity?
  /// Last access and modification, to be kept on the output.
  public let times: FileTimes?
  /// Who may read and write the file.
  public let permissions: FilePermissions?

  /// Of text that was transcoded: the offset in the file that an offset in these bytes comes from; `nil` where
  /// that cannot be told.
  package let origin: (@Sendable (Int) -> Int?)?

  let storage: Storage

  enum Storage: Sendable {
    case descriptor(FileDescriptor)
    case bytes([UInt8])
    case content(any RandomAccessContent)
    /// An open folder, which has no bytes.
    case folder(FileDescriptor)
  }

  /// Opens a regular file.
  ///
  /// - Throws: `inputNotFound`; `readFailed` when it may not be read or is not a regular file.
  public convenience init(path: FilePath) throws(ConversionError) {
    try self.init(path: path, allowsFolder: false)
  }

  /// - Parameter allowsFolder: whether it may be a folder, which has no bytes but is read as an archive.
  package convenience init(path: FilePath, allowsFolder: Bool) throws(ConversionError) {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch {
      // What is no regular file may not be opened at all, in a sandbox or by its permissions.
      if let status = path.status() {
        try Self.check(status, of: path, allowsFolder: allowsFolder)
      }
      throw ConversionError.opening(path, error)
    }
    try self.init(granted: descriptor, path: path, allowsFolder: allowsFolder)
  }

  /// A regular file that is open already; the new object owns it.
  ///
  /// - Parameters:
  ///   - path: where it stands; `nil` for what came through standard input.
  ///   - allowsFolder: whether it may be a folder.
  package init(
    granted descriptor: FileDescriptor, path: FilePath?, allowsFolder: Bool = false
  ) throws(ConversionError) {
    guard let status = descriptor.status else {
      let error = Errno(rawValue: errno)
      try? descriptor.close()
      throw ConversionError(.readFailed, "cannot be examined: \(error)", file: path, cause: error)
    }
    do throws(ConversionError) {
      try Self.check(status, of: path, allowsFolder: allowsFolder)
    } catch {
      try? descriptor.close()
      throw error
    }
    self.path = path
    name = path?.lastComponent.map { String(decoding: $0) }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    byteCount = isFolder ? 0 : Int(status.st_size)
    storage = isFolder ? .folder(descriptor) : .descriptor(descriptor)
    // A spooled copy has no identity, times or permissions worth keeping.
    identity = path == nil ? nil : FileIdentity(status)
    times = path == nil ? nil : FileTimes(status)
    permissions = path == nil ? nil : FilePermissions(rawValue: CModeT(status.st_mode & 0o777))
    origin = nil
  }

  /// - Throws: `readFailed` unless it is a regular file, or a folder where that is allowed.
  private static func check(
    _ status: stat, of path: FilePath?, allowsFolder: Bool
  ) throws(ConversionError) {
    let type = status.st_mode & S_IFMT
    guard type != S_IFREG, type != S_IFDIR || !allowsFolder else { return }
    throw ConversionError(
      .readFailed, "is \(type == S_IFDIR ? "a folder" : "not a regular file")", file: path)
  }

  /// Bytes that are in memory already.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: of the file that they come from, without folders; its extension helps to tell the type.
  ///   - times: of that file.
  public convenience init(bytes: [UInt8], name: String? = nil, times: FileTimes? = nil) {
    self.init(bytes: bytes, name: name, times: times, origin: nil)
  }

  /// The text of a file in another encoding.
  ///
  /// - Parameter origin: where in the file an offset in `bytes` comes from; `nil` where that cannot be told.
  package convenience init(
    transcoded bytes: [UInt8], of file: InputFile, origin: @escaping @Sendable (Int) -> Int?
  ) {
    self.init(bytes: bytes, name: file.name, times: file.times, origin: origin)
  }

  private init(
    bytes: [UInt8], name: String?, times: FileTimes?, origin: (@Sendable (Int) -> Int?)?
  ) {
    self.origin = origin
    path = nil
    self.name = name
    byteCount = bytes.count
    identity = nil
    self.times = times
    permissions = nil
    storage = .bytes(bytes)
  }

  /// A file inside another: an entry of an archive.
  ///
  /// - Parameters:
  ///   - content: gives the bytes of the entry.
  ///   - name: of the entry, without folders; its extension helps to tell the type.
  ///   - times: of the entry.
  public init(content: some RandomAccessContent, name: String?, times: FileTimes? = nil) {
    path = nil
    self.name = name
    byteCount = content.byteCount
    identity = nil
    self.times = times
    permissions = nil
    origin = nil
    storage = .content(content)
  }

  /// Everything that `source` gives until it ends: standard input, a pipe.
  ///
  /// The bytes go to an unnamed file in the temporary folder, so memory does not grow with them.
  ///
  /// - Throws: `limitExceeded` past ``Limits/input``, `readFailed`, `writeFailed` when the temporary
  ///   folder is full.
  public convenience init(
    spooling source: FileDescriptor, within limits: Limits
  ) throws(ConversionError) {
    let spool = try FileDescriptor.unnamedTemporary()
    do throws(ConversionError) {
      _ = try spool.append(everythingFrom: source, within: limits)
    } catch {
      try? spool.close()
      throw error
    }
    try self.init(granted: spool, path: nil)
  }

  /// The open file or folder, for a process that is to read it in this one's place; `nil` for bytes in
  /// memory.
  package var descriptor: FileDescriptor? {
    switch storage {
    case .descriptor(let descriptor), .folder(let descriptor): descriptor
    case .bytes, .content: nil
    }
  }

  /// Whether it is a folder, which has no bytes to read but is read through its ``descriptor``.
  package var isFolder: Bool {
    if case .folder = storage { true } else { false }
  }

  deinit { try? descriptor?.close() }

  /// The whole file.
  ///
  /// - Throws: `limitExceeded` when it is larger than ``Limits/input``; `readFailed`.
  public func contents(within limits: Limits) throws(ConversionError) -> [UInt8] {
    do {
      try limits.check(.input, byteCount, for: "reading the file")
    } catch {
      throw error.about(path)
    }
    if case .bytes(let bytes) = storage { return bytes }
    return try read(at: 0, count: byteCount)
  }
}

/// Identifies a file on a machine.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file that `path` leads to, links followed; `nil` if there is none.
  public init?(path: FilePath) {
    guard let status = path.status() else { return nil }
    self.init(status)
  }
}

/// Last access and last modification, to the nanosecond.
public struct FileTimes: Sendable {
  let access: timespec
  let modification: timespec

  package init(_ status: stat) {
    #if canImport(Darwin)
      access = status.st_atimespec
      modification = status.st_mtimespec
    #else
      access = status.st_atim
      modification = status.st_mtim
    #endif
  }

  /// The same moment for both, as archives know one alone.
  ///
  /// - Parameters:
  ///   - seconds: since 1970 in UTC; below 0 for what was before.
  ///   - nanoseconds: after `seconds`: 0..<1,000,000,000.
  public init(modified seconds: Int, nanoseconds: Int = 0) {
    modification = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    access = modification
  }

  /// The last modification in nanoseconds since 1970, modulo 2⁶⁴ for times beyond its range.
  public var modified: Int {
    Int(modification.tv_sec) &* 1_000_000_000 &+ Int(modification.tv_nsec)
  }
}

extension ConversionError {
  static func opening(_ path: FilePath, _ error: any Error) -> ConversionError {
    // The first part of an address such as `https://…` is taken for an archive's name.
    if let scheme = path.components.first?.string, ["http:", "https:", "ftp:"].contains(scheme) {
      return ConversionError(
        .inputNotFound, "is an address on the web, and fairy works on files: download it first",
        cause: error)
    }
    return switch error as? Errno {
    case .notDirectory:
      ConversionError(
        .inputNotFound, "there is no such file: \(path.folder) is not a folder", file: path,
        cause: error)
    case .noSuchFileOrDirectory:
      ConversionError(.inputNotFound, "there is no such file", file: path, cause: error)
    case .permissionDenied:
      ConversionError(.readFailed, "may not be read: permission denied", file: path, cause: error)
    default:
      ConversionError(.readFailed, "cannot be opened: \(error)", file: path, cause: error)
    }
  }
}
