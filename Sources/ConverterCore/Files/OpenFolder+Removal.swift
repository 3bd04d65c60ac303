import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OpenFolder {
  /// Removes all that is in the folder, as far as the system lets it.
  ///
  /// Folders within are first moved up into this one, so that the deepest tree takes no more descriptors
  /// and no longer paths than a flat one. Links are removed, never followed.
  package func removeContents() {
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    var number = 0
    // A folder that cannot be removed must not keep this going.
    var unremovable: Set<[UInt8]> = []
    while true {
      let items = ((try? items()) ?? []).filter { !unremovable.contains($0.name) }
      if items.isEmpty { return }
      for item in items {
        if !item.isFolder {
          if (try? remove(item.name, isFolder: false)) == nil { unremovable.insert(item.name) }
          continue
        }
        if let inner = try? opened(item.name) {
          inner.empty(into: self) {
            number += 1
            return Array(".\(mark)-\(number)".utf8)
          }
        }
        if (try? remove(item.name, isFolder: true)) == nil { unremovable.insert(item.name) }
      }
    }
  }

  /// Removes files and moves folders to `top`.
  private func empty(into top: OpenFolder, _ newName: () -> [UInt8]) {
    for item in (try? items()) ?? [] {
      guard item.isFolder else {
        try? remove(item.name, isFolder: false)
        continue
      }
      // Most are small: what is empty at once need not be moved.
      if (try? remove(item.name, isFolder: true)) != nil { continue }
      // A folder that may not be written to may not be moved either.
      _ = try? opened(item.name)
      _ = SystemCalls.rename(self, item.name, to: top, newName())
    }
  }

  /// The folder of that name, made one that can be emptied.
  private func opened(_ name: [UInt8]) throws(Errno) -> OpenFolder {
    do throws(Errno) {
      let folder = try folder(name)
      if try folder.status().st_mode & 0o700 != 0o700 { _ = fchmod(folder.raw, 0o700) }
      return folder
    } catch .permissionDenied {
      setPermissions(of: name, 0o700)
      return try folder(name)
    }
  }
}

extension FilePath {
  /// Removes the file, link, or folder with all that is in it.
  func removeTree() {
    if removeFile() { return }
    guard let folder = try? OpenFolder(path: self, follows: false) else { return }
    folder.removeContents()
    removeFolder()
  }
}
