public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file of a photo, and how it is known again.
public struct PhotoFile: Sendable, Hashable {
  /// Where it is: absolute, without links on the way.
  public let path: FilePath
  /// The file system that it is on; the number may be another after the next start of the computer.
  public let device: UInt64
  public let inode: UInt64
  public let byteCount: Int
  /// When it was last changed, in nanoseconds since 1970.
  public let modified: Int

  init(_ path: FilePath, _ status: stat) {
    self.path = path
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    (byteCount, modified) = (Int(status.st_size), FileTimes(status).modified)
  }

  /// The regular file that a path names; links on the way are followed, one in its own place is not.
  ///
  /// - Throws: `inputNotFound`; `readFailed` where it is something else.
  public init(at path: FilePath) throws(ConversionError) {
    guard let name = path.lastComponent, let folder = path.folder.resolved else {
      throw ConversionError(.inputNotFound, "there is no such file", file: path)
    }
    let place = folder.appending(name)
    guard let status = place.status(followsLinks: false) else {
      throw ConversionError(.inputNotFound, "there is no such file", file: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ConversionError(.readFailed, "is no file, and no photo", file: path)
    }
    self.init(place, status)
  }

  /// What stands at the path now; `nil` where that is no regular file.
  var now: PhotoFile? {
    guard let status = path.status(followsLinks: false), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return PhotoFile(path, status)
  }

  /// How many names it has now: hard links.
  var nameCount: Int { path.status(followsLinks: false).map { Int($0.st_nlink) } ?? 1 }

  /// Whether another has the same content, as far as can be told without reading it.
  func isUnchanged(from other: PhotoFile) -> Bool {
    byteCount == other.byteCount && modified == other.modified
  }

  /// Whether it is the same file as another was, and unchanged.
  func isSame(as other: PhotoFile) -> Bool { isUnchanged(from: other) && inode == other.inode }
}

extension PhotoFile {
  var record: JSONValue {
    .object(
      path.members("path") + [
        .init("device", .integer(Int(truncatingIfNeeded: device))),
        .init("inode", .integer(Int(truncatingIfNeeded: inode))),
        .init("bytes", .integer(byteCount)), .init("modified", .integer(modified)),
      ])
  }

  /// Reads ``record``.
  init(record: JSONValue) throws(ConversionError) {
    guard let path = FilePath(record, "path"), let device = record["device"]?.int,
      let inode = record["inode"]?.int, let byteCount = record["bytes"]?.int,
      let modified = record["modified"]?.int
    else { throw ConversionError(.damagedInput, "a file in the journal is not whole") }
    self.path = path
    (self.device, self.inode) = (
      UInt64(truncatingIfNeeded: device), UInt64(truncatingIfNeeded: inode)
    )
    (self.byteCount, self.modified) = (byteCount, modified)
  }
}

extension FilePath {
  /// The path that ``members(_:)`` wrote; `nil` where there is none.
  init?(_ record: JSONValue, _ key: String) {
    if let digits = record["\(key)Hex"]?.text {
      self.init(hexadecimal: digits)
    } else {
      guard let text = record[key]?.text, !text.isEmpty else { return nil }
      self.init(bytes: Array(text.utf8))
    }
  }

  /// Whether it is a folder that another path is in, or that path itself.
  func contains(_ path: FilePath) -> Bool { path.starts(with: self) }
}
