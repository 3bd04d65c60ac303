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
    let parent = Environment["TMPDIR"] ?? ""
    let place = FilePath(parent.isEmpty ? "/tmp" : parent)
    // Made with mode 0700, whatever the mask.
    guard let made = place.makeTemporaryFolder("fairy-scan-XXXXXX") else {
      let error = Errno(rawValue: errno)
      throw ConversionError(
        .cannotCreateOutput, "no folder can be made in it: \(error)", file: place, cause: error)
    }
    path = made
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
    if let listing = try? OpenFolder(path: folder) {
      // Folders are left alone.
      for item in (try? listing.items()) ?? [] { try? listing.remove(item.name, isFolder: false) }
    }
    folder.removeFolder()
  }
}
