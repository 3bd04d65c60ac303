package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilePath {
  /// Whether the path leads to a regular file, links followed.
  package var isRegularFile: Bool { kindOfFile(at: self) == S_IFREG }

  /// Whether the path leads anywhere, links followed.
  package var isThere: Bool { kindOfFile(at: self) != nil }

  /// Whether the path leads to a folder, links followed.
  package var isFolder: Bool { kindOfFile(at: self) == S_IFDIR }

  /// Whether the path leads to a folder that is read like a file, links followed.
  package func isReadAsWhole(in catalog: ContentTypeCatalog) -> Bool {
    (try? OpenFolder(path: self)).map { catalog.readsAsWhole($0) } ?? false
  }

  /// Whether this process may write there.
  package var isWritable: Bool { withPlatformString { access($0, W_OK) } == 0 }

  /// The folder that the file is in.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The path of a folder by its name, where it ends in `.` or `..`.
  package var realFolder: FilePath {
    guard lastComponent?.kind != .regular, let real = withPlatformString({ realpath($0, nil) })
    else {
      return self
    }
    defer { free(real) }
    return FilePath(platformString: real)
  }

  /// Whether the path leads to a folder without anything in it.
  var isEmptyFolder: Bool {
    guard let folder = withPlatformString({ opendir($0) }) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 3) { ($0[0], $0[1], $0[2]) }
      }
      let dot = CChar(bitPattern: UInt8(ascii: "."))
      guard name.0 == dot, name.1 == 0 || (name.1 == dot && name.2 == 0) else { return false }
    }
    return true
  }
}

/// Outside of the extension, where `stat` is the system's and not the path's own method.
private func kindOfFile(at path: FilePath) -> mode_t? {
  var status = stat()
  guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
  return status.st_mode & S_IFMT
}
