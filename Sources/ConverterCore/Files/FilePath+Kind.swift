package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilePath {
  /// Whether the path leads to a regular file, links followed.
  package var isRegularFile: Bool { kind == S_IFREG }

  /// Whether the path leads anywhere, links followed.
  package var isThere: Bool { kind != nil }

  /// Whether the path leads to a folder, links followed.
  package var isFolder: Bool { kind == S_IFDIR }

  /// Whether the path leads to a folder that is read like a file, links followed.
  package func isReadAsWhole(in catalog: ContentTypeCatalog) -> Bool {
    (try? OpenFolder(path: self)).map { catalog.readsAsWhole($0) } ?? false
  }

  /// Whether this process may write there.
  package var isWritable: Bool { allows(W_OK) }

  /// The folder that the file is in.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The path of a folder by its name, where it ends in `.` or `..`.
  package var realFolder: FilePath {
    guard lastComponent?.kind != .regular else { return self }
    return resolved ?? self
  }

  private var kind: mode_t? { status().map { $0.st_mode & S_IFMT } }
}
