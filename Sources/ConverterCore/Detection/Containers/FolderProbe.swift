import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells folders that are files of many files from others.
enum FolderProbe {
  static func examine(_ folder: InputFile) -> Finding {
    guard let descriptor = folder.descriptor, isMaildir(descriptor) else {
      return Finding(.structure, .folder, 1, "is a folder")
    }
    return Finding(
      .structure, .maildir, 0.95, "is a folder with folders 'cur' and 'new' for messages")
  }

  private static func isMaildir(_ descriptor: FileDescriptor) -> Bool {
    do throws(Errno) {
      let folder = try OpenFolder(reopening: descriptor)
      for name in ["cur", "new"] {
        guard let status = try folder.status(of: Array(name.utf8)),
          status.st_mode & S_IFMT == S_IFDIR
        else { return false }
      }
      return true
    } catch {
      return false
    }
  }
}
