import CSandbox
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    let names = roots.map { path in path.withPlatformString { strdup($0) } }
    defer { for name in names { free(name) } }
    let pointers = names.map { UnsafePointer($0) }
    return fairy_show_only(pointers, pointers.count) == 0
  }
}
