import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folders that outputs go to.
enum OutputFolder {
  /// Makes `folder` and those above it that are missing.
  static func make(_ folder: FilePath) throws(ConversionError) {
    guard !folder.isEmpty, !isFolder(folder) else { return }
    let parent = folder.removingLastComponent()
    if parent != folder { try make(parent) }
    guard folder.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      let error = Errno(rawValue: errno)
      throw ConversionError(
        .cannotCreateOutput, "the folder cannot be made: \(error)", file: folder, cause: error)
    }
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString({ stat($0, &status) }) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }
}
