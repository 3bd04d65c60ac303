import ConverterCore
import Synchronization
import SystemPackage

/// Folders that this process made for outputs of which none has got its name yet.
///
/// They are kept for the whole process, as the file system is, so that one that ends in the middle of a run can
/// remove them.
enum MadeFolders {
  private static let paths = Mutex<Set<FilePath>>([])

  static func remember(_ folder: FilePath) {
    paths.withLock { _ = $0.insert(folder) }
  }

  /// The folders around an output that is there are to stay.
  static func forget(around output: FilePath) {
    var folder = output.removingLastComponent()
    paths.withLock { paths in
      while paths.remove(folder) != nil { folder.removeLastComponent() }
    }
  }

  /// Removes those that are empty still, inner ones first.
  static func removeEmpty() {
    let left = paths.withLock { paths in
      defer { paths = [] }
      return paths.sorted { $0.components.count > $1.components.count }
    }
    for folder in left { folder.removeFolder() }
  }
}
