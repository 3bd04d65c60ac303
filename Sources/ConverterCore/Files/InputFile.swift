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
  public let byteCount: Int
  /// Device and inode, to notice an output that is the input itself.
  public let identity: FileIdentity?
  /// Last access and modification, to be kept on the output.
  public let times: FileTimes?
  /// Who may read and write the file.
  public let permissions: FilePermissions?

  private let storage: Storage

  private enum Storage: Sendable {
    case descriptor(FileDescriptor)
    case bytes([UInt8])
  }

  /// Opens a regular file.
  ///
  /// - Throws: `inputNotFound`; `readFailed` when it may not be read or is not a regular file.
  public init(path: FilePath) throws(ConversionError) {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch {
      throw ConversionError.opening(path, error)
    }
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else {
      let error = Errno(rawValue: errno)
      try? descriptor.close()
      throw ConversionError(.readFailed, "cannot be examined: \(error)", file: path, cause: error)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      try? descriptor.close()
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
      throw ConversionError(.readFailed, "is \(kind)", file: path)
    }
    self.path = path
    name = path.lastComponent.map { String(decoding: $0) }
    byteCount = Int(status.st_size)
    identity = FileIdentity(status)
    times = FileTimes(status)
    permissions = FilePermissions(rawValue: CModeT(status.st_mode & 0o777))
    storage = .descriptor(descriptor)
  }

  /// Bytes that are in memory already.
  public init(bytes: [UInt8], name: String? = nil) {
    path = nil
    self.name = name
    byteCount = bytes.count
    identity = nil
    times = nil
    permissions = nil
    storage = .bytes(bytes)
  }

  /// Everything that `source` gives until it ends: standard input, a pipe.
  ///
  /// The bytes go to an unnamed file in the temporary folder, so memory does not grow with them.
  ///
  /// - Throws: `limitExceeded` past ``Limits/input``, `readFailed`, `writeFailed` when the temporary
  ///   folder is full.
  public init(
    spooling source: FileDescriptor, within limits: Limits
  ) throws(ConversionError) {
    let spool = try FileDescriptor.unnamedTemporary()
    let count: Int
    do throws(ConversionError) {
      count = try spool.append(everythingFrom: source, within: limits)
    } catch {
      try? spool.close()
      throw error
    }
    path = nil
    name = nil
    byteCount = count
    identity = nil
    times = nil
    permissions = nil
    storage = .descriptor(spool)
  }

  deinit {
    if case .descriptor(let descriptor) = storage { try? descriptor.close() }
  }

  /// Up to `count` bytes from `offset`; fewer only at the end of the file.
  public func read(at offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    let available = max(0, min(count, byteCount - offset))
    switch storage {
    case .bytes(let bytes):
      return available == 0 ? [] : Array(bytes[offset..<offset + available])
    case .descriptor(let descriptor):
      do {
        return try [UInt8](unsafeUninitializedCapacity: available) { buffer, filled in
          while filled < available {
            let rest = UnsafeMutableRawBufferPointer(
              rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<available])
            let got = try descriptor.read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
            if got == 0 { break }
            filled += got
          }
        }
      } catch {
        throw ConversionError(.readFailed, "could not be read: \(error)", file: path, cause: error)
      }
    }
  }

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

/// What tells one file from another on a machine.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file that `path` leads to, links followed; `nil` if there is none.
  public init?(path: FilePath) {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
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

  /// The last modification in nanoseconds since 1970, modulo 2⁶⁴ for times of science fiction.
  public var modified: Int {
    Int(modification.tv_sec) &* 1_000_000_000 &+ Int(modification.tv_nsec)
  }
}

extension ConversionError {
  static func opening(_ path: FilePath, _ error: any Error) -> ConversionError {
    switch error as? Errno {
    case .noSuchFileOrDirectory, .notDirectory:
      ConversionError(.inputNotFound, "there is no such file", file: path, cause: error)
    case .permissionDenied:
      ConversionError(.readFailed, "may not be read: permission denied", file: path, cause: error)
    default:
      ConversionError(.readFailed, "cannot be opened: \(error)", file: path, cause: error)
    }
  }
}
