public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilePath {
  /// Whether a folder stands here, or a link to one.
  public var isFolder: Bool { modeBits(of: self).map { $0 & S_IFMT == S_IFDIR } ?? false }
}

/// Outside of the extension, where `stat` is the system's and not the path's own method.
private func modeBits(of path: FilePath) -> mode_t? {
  var status = stat()
  guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
  return status.st_mode
}
