import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OutputFolder {
  /// What a folder was filled with.
  package struct Contents: Sendable {
    package fileprivate(set) var files = 0
    package fileprivate(set) var folders = 0
    /// Bytes of all files.
    package fileprivate(set) var byteCount = 0
  }

  /// Counts what the folder was filled with.
  ///
  /// It also makes sure that there is nothing in it but files and folders, and no program that runs as its
  /// owner: the process that filled it may have been taken over by what it read.
  ///
  /// - Throws: `unsafeEntry`.
  func inspect(_ root: OpenFolder) throws(ConversionError) -> Contents {
    let (contents, unsafeName): (Contents, [UInt8]?)
    do throws(Errno) {
      (contents, unsafeName) = try survey(root)
    } catch {
      throw ConversionError.writing(destination, error)
    }
    if let unsafeName { throw unsafe(unsafeName, "is nothing that may be made") }
    return contents
  }

  /// - Returns: what there is, and the path of the first thing that may not be there.
  private func survey(_ root: OpenFolder) throws(Errno) -> (Contents, unsafeName: [UInt8]?) {
    var contents = Contents()
    var cursor = FolderCursor(root)
    var pending: [[UInt8]] = [[]]
    while let path = pending.popLast() {
      let folder = try cursor.open(path)
      let prefix = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
      for item in try folder.items() {
        if item.isFolder {
          contents.folders += 1
          pending.append(prefix + item.name)
          continue
        }
        guard let status = try folder.status(of: item.name) else { continue }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o6000 == 0 else {
          return (contents, prefix + item.name)
        }
        contents.files += 1
        contents.byteCount &+= Int(status.st_size)
      }
    }
    return (contents, nil)
  }
}
