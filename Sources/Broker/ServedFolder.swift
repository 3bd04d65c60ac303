public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder in which the web process may name files, and nothing outside of it.
public struct ServedFolder: Sendable {
  /// What paths from the web process begin with, such as `Photos`.
  public let word: String
  /// Where it is.
  public let path: FilePath
  /// Whether results may be put into it.
  public let isWritable: Bool
  let folder: OpenFolder

  /// Opens a folder.
  ///
  /// - Throws: `inputNotFound` where there is none, `readFailed` where it cannot be opened.
  public init(_ word: String, at path: FilePath, isWritable: Bool) throws(ConversionError) {
    (self.word, self.path, self.isWritable) = (word, path, isWritable)
    do {
      folder = try OpenFolder(path: path)
    } catch .noSuchFileOrDirectory {
      throw ConversionError(.inputNotFound, "there is no such folder", file: path)
    } catch .notDirectory {
      throw ConversionError(
        .usage, "is a file: name the folder that it is in", file: path)
    } catch {
      throw ConversionError(.readFailed, "cannot be opened: \(error)", file: path, cause: error)
    }
  }
}

/// The folders that the web process may name files in.
public struct ServedFolders: Sendable {
  /// Those that the user named, in their order.
  public let named: [ServedFolder]
  /// Where uploads and results are, which the web process fills itself.
  public let work: ServedFolder
  /// The documents.
  public let library: ServedFolder

  public init(named: [ServedFolder], work: ServedFolder, library: ServedFolder) {
    (self.named, self.work, self.library) = (named, work, library)
  }

  private var all: [ServedFolder] { named + [work, library] }

  /// The folder that a path begins with, and the rest of the path.
  ///
  /// - Throws: `inputNotFound` where no folder is called so.
  func place(of path: FilePath) throws(ConversionError) -> (ServedFolder, [UInt8]) {
    let bytes = path.bytes
    let word = bytes.prefix { $0 != UInt8(ascii: "/") }
    guard let folder = all.first(where: { $0.word.utf8.elementsEqual(word) }) else {
      throw ConversionError(.inputNotFound, "is in no folder that is served", file: path)
    }
    return (folder, Array(bytes.dropFirst(word.count + 1)))
  }

  /// Opens a file, or a folder where that can be converted.
  ///
  /// - Throws: `inputNotFound`, `readFailed`.
  func open(
    _ path: FilePath, allowsFolder: Bool = false
  ) throws(ConversionError) -> InputFile {
    try InputFile(
      granted: try descriptor(path, O_RDONLY | O_NONBLOCK), path: path, allowsFolder: allowsFolder)
  }

  /// Opens a folder.
  func folder(_ path: FilePath) throws(ConversionError) -> OpenFolder {
    OpenFolder(owning: try descriptor(path, O_RDONLY | O_DIRECTORY))
  }

  private func descriptor(
    _ path: FilePath, _ flags: Int32
  ) throws(ConversionError) -> FileDescriptor {
    let (folder, rest) = try place(of: path)
    do throws(Errno) {
      return try folder.folder.openBeneath(rest, flags)
    } catch {
      throw Self.unopened(path, error)
    }
  }

  private static func unopened(_ path: FilePath, _ error: Errno) -> ConversionError {
    switch error {
    case .noSuchFileOrDirectory, .notDirectory:
      ConversionError(.inputNotFound, "there is no such file", file: path, cause: error)
    case .improperLink:
      ConversionError(
        .readFailed, "is a link that leads out of the folder that is served", file: path,
        cause: error)
    case .permissionDenied:
      ConversionError(.readFailed, "may not be read: permission denied", file: path, cause: error)
    default:
      ConversionError(.readFailed, "cannot be opened: \(error)", file: path, cause: error)
    }
  }
}
