#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What stands in a folder.
enum FolderNamesHandle {
  /// The names in it; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      // A name ends with a zero within its 256 bytes.
      unsafe names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        })
    }
    return names
  }
}
