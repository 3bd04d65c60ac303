package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What goes wrong with outputs.
extension ConversionError {
  static func writing(_ path: FilePath, _ error: any Error) -> ConversionError {
    let advice =
      switch error as? Errno {
      case .noSpace, Errno(rawValue: EDQUOT): "the disk is full; nothing was left behind"
      case .fileTooLarge: "the file would be larger than the system allows; nothing was left behind"
      default: "the system could not write it: \(error)"
      }
    return ConversionError(.writeFailed, advice, file: path, cause: error)
  }

  /// - Parameter error: `brokenPipe` where the reader has gone.
  package static func writingStandardOutput(_ error: any Error) -> ConversionError {
    let reason =
      switch error as? Errno {
      case .brokenPipe: "its reader has gone"
      case .noSpace: "the disk is full"
      default: "\(error)"
      }
    return ConversionError(
      .writeFailed, "standard output could not be written: \(reason)", cause: error)
  }

  package static func creating(_ path: FilePath, _ error: any Error) -> ConversionError {
    let folder = path.removingLastComponent()
    let reason =
      switch error as? Errno {
      case .noSuchFileOrDirectory where path.folder.isFolder:
        "the system lets no file be made in \(path.folder)"
      case .noSuchFileOrDirectory: "there is no folder \(folder)"
      case .notDirectory: "\(folder) is not a folder"
      case .permissionDenied: "\(folder.isEmpty ? "the folder" : "\(folder)") may not be written to"
      case .noSpace: "the disk is full"
      case .readOnlyFileSystem: "\(path.folder) is on a disk that can only be read"
      case .fileNameTooLong: "the name is too long"
      default: "\(error)"
      }
    return ConversionError(
      .cannotCreateOutput, "cannot be created: \(reason)", file: path, cause: error)
  }

  static func exists(_ path: FilePath) -> ConversionError {
    ConversionError(
      .outputExists,
      "exists already and was left as it is; --on-conflict skip, rename or overwrite decides otherwise",
      file: path)
  }
}
