public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files below a folder, one at a time, depth first and in the order of the names' bytes.
///
/// Memory holds one listing for each folder between the root and the file at hand. A folder is listed
/// at once when it is entered, so results that are written into it meanwhile are never taken for
/// inputs. Links to files are followed, links to folders are not, and a folder that contains itself
/// (by a mount, say) is not entered again: every walk ends.
public struct FileWalk {
  public struct File: Sendable, Equatable {
    public let path: FilePath
    /// The folders between the root and the file.
    public let subfolder: FilePath
  }

  private struct Level {
    let folder: FilePath
    let subfolder: FilePath
    let listing: FolderListing
    var next = 0
  }

  private var levels: [Level] = []
  private let excluded: FilePath?

  /// Lists the root.
  ///
  /// - Parameter excluded: a folder that is not entered, if it is there by then, such as the one that results go to; the root
  ///   itself always is.
  /// - Throws: `readFailed` when the root cannot be listed.
  public init(_ root: FilePath, excluding excluded: FilePath? = nil) throws(ConversionError) {
    self.excluded = excluded
    if let listing = try FolderListing(root, followingLinks: true, unless: { _ in false }) {
      levels.append(Level(folder: root, subfolder: "", listing: listing))
    }
  }

  /// The next file, or `nil` after the last.
  ///
  /// - Parameter unlisted: called for a folder below the root that cannot be listed; the walk goes on
  ///   without it.
  public mutating func next(unlisted: (ConversionError) -> Void) -> File? {
    while let last = levels.indices.last {
      let level = levels[last]
      guard level.next < level.listing.count else {
        levels.removeLast()
        continue
      }
      levels[last].next += 1
      guard let name = level.listing.name(at: level.next) else { continue }
      let path = level.folder.appending(name)
      switch level.listing.kind(at: level.next).resolved(at: path) {
      case .file?: return File(path: path, subfolder: level.subfolder)
      case .folder?:
        do throws(ConversionError) {
          try enter(path, subfolder: level.subfolder.appending(name))
        } catch {
          unlisted(error)
        }
      case .untold?, nil: break
      }
    }
    return nil
  }

  private mutating func enter(_ folder: FilePath, subfolder: FilePath) throws(ConversionError) {
    let listing = try FolderListing(folder, followingLinks: false) { identity in
      identity == excluded.flatMap { FileIdentity(path: $0) }
        || levels.contains { $0.listing.identity == identity }
    }
    if let listing {
      levels.append(Level(folder: folder, subfolder: subfolder, listing: listing))
    }
  }
}

extension FolderListing.Kind {
  /// What stands at `path`, asked for only where the listing did not say; `nil` for what no walk
  /// gives out.
  ///
  /// A link that leads nowhere counts as a file, so that opening it says so.
  fileprivate func resolved(at path: FilePath) -> FolderListing.Kind? {
    guard self == .untold else { return self }
    guard let status = path.status(followsLinks: false) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK:
      guard let target = path.status() else { return .file }
      return target.st_mode & S_IFMT == S_IFREG ? .file : nil
    default: return nil
    }
  }
}
