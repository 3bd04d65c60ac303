import CSandbox
import ConverterCore
import SystemPackage

/// A tree of files of the process' own, in which only what it may read has a name.
///
/// It stands in for Landlock where a kernel has none. It needs user namespaces, which some systems keep from ordinary
/// users.
enum Namespaces {
  /// Leaves nothing visible but these files and folders, which cannot be written; those that do not exist are
  /// passed over. Files that are open stay as they are.
  ///
  /// Called while the process has one thread.
  ///
  /// - Returns: whether the system can do it.
  static func show(only paths: [FilePath]) -> Bool {
    // What is below a folder that is shown is shown with it.
    var roots: [FilePath] = []
    for path in paths where !roots.contains(where: path.starts(with:)) { roots.append(path) }
    return unsafe CStrings.with(roots.map(\.bytes)) { names in
      unsafe names.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: roots.count) {
        unsafe fairy_show_only($0, roots.count) == 0
      }
    }
  }
}
