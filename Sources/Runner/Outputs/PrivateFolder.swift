public import ConverterCore
import Synchronization
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder for files that are needed for a while, which nobody but the user can enter.
///
/// It goes with its last reference, or, where the process is ended by a signal, with all others.
public final class PrivateFolder: Sendable {
  public let path: FilePath

  /// Those that this process has, for it may be ended in the middle of its work.
  private static let all = Mutex<Set<FilePath>>([])

  /// - Throws: `cannotCreateOutput`.
  public init() throws(ConversionError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let place = FilePath(parent.isEmpty ? "/tmp" : parent)
    var template = place.appending("fairy-scan-XXXXXX").withPlatformString { start in
      Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
    }
    // Made with mode 0700, whatever the mask.
    guard mkdtemp(&template) != nil else {
      let error = Errno(rawValue: errno)
      throw ConversionError(
        .cannotCreateOutput, "no folder can be made in it: \(error)", file: place, cause: error)
    }
    path = FilePath(platformString: template)
    let made = path
    Self.all.withLock { _ = $0.insert(made) }
  }

  deinit { remove() }

  /// Removes it, and the files in it.
  public func remove() {
    guard Self.all.withLock({ $0.remove(path) }) != nil else { return }
    Self.remove(path)
  }

  static func removeAll() {
    let paths = all.withLock { paths in
      defer { paths = [] }
      return paths
    }
    for path in paths { remove(path) }
  }

  private static func remove(_ folder: FilePath) {
    if let listing = folder.withPlatformString({ opendir($0) }) {
      defer { closedir(listing) }
      while let entry = readdir(listing) {
        // Folders, itself among them, are left alone.
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) {
            _ = unlinkat(dirfd(listing), $0, 0)
          }
        }
      }
    }
    _ = folder.withPlatformString { rmdir($0) }
  }
}
