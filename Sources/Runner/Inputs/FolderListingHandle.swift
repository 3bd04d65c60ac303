import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The names that stood in a folder at one moment, in the order of their bytes.
///
/// Hidden names are left out, and so are journals of runs and what is neither file nor folder nor
/// link: sockets, pipes, devices. Files that are made or removed later change nothing here.
final class FolderListing {
  enum Kind: UInt8 {
    case file, folder
    /// A link, or the file system does not say.
    case untold
  }

  let identity: FileIdentity
  private let names = PackedNames()

  /// Lists a folder and closes it again.
  ///
  /// - Parameters:
  ///   - followingLinks: whether `folder` itself may be a link.
  ///   - isUnwanted: asked before anything is read; `nil` comes back for an unwanted folder.
  /// - Throws: `readFailed`.
  init?(
    _ folder: FilePath, followingLinks: Bool, unless isUnwanted: (FileIdentity) -> Bool
  ) throws(ConversionError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe folder.withPlatformString { unsafe open($0, flags) }
    guard descriptor >= 0 else { throw .unlisted(folder, errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, let stream = unsafe fdopendir(descriptor) else {
      let number = errno
      close(descriptor)
      throw .unlisted(folder, number)
    }
    defer { unsafe closedir(stream) }
    identity = FileIdentity(status)
    guard !isUnwanted(identity) else { return nil }
    errno = 0
    while let entry = unsafe readdir(stream) {
      guard unsafe Self.add(entry, to: names) else {
        throw ConversionError(.readFailed, "cannot be listed: it has too many names", file: folder)
      }
      errno = 0
    }
    guard errno == 0 else { throw .unlisted(folder, errno) }
    names.sort()
  }

  var count: Int { names.count }

  func kind(at index: Int) -> Kind { Kind(rawValue: names.tag(at: index)) ?? .untold }

  func name(at index: Int) -> FilePath.Component? {
    unsafe names.withName(at: index) { unsafe FilePath.Component(platformString: $0) } ?? nil
  }

  /// - Returns: `false` when there is no room for the name.
  private static func add(_ entry: UnsafeMutablePointer<dirent>, to names: PackedNames) -> Bool {
    guard let place = MemoryLayout<dirent>.offset(of: \.d_name) else { return true }
    let name = unsafe UnsafeRawPointer(entry).advanced(by: place).assumingMemoryBound(
      to: CChar.self)
    // Hidden ones, and the folder itself and its parent.
    guard unsafe name.pointee != CChar(bitPattern: UInt8(ascii: ".")) else { return true }
    guard unsafe !isJournal(name) else { return true }
    let kind: Kind
    switch unsafe Int(entry.pointee.d_type) {
    case Int(DT_REG): kind = .file
    case Int(DT_DIR): kind = .folder
    case Int(DT_LNK), Int(DT_UNKNOWN): kind = .untold
    default: return true
    }
    return unsafe names.append(name, tag: kind.rawValue)
  }

  private static func isJournal(_ name: UnsafePointer<CChar>) -> Bool {
    let start = unsafe strlen(name) - journalEnding.utf8.count
    return unsafe start >= 0 && strcmp(name + start, journalEnding) == 0
  }

  private static let journalEnding = ".\(Journal.fileExtension)"
}

extension ConversionError {
  fileprivate static func unlisted(_ folder: FilePath, _ number: Int32) -> ConversionError {
    let error = Errno(rawValue: number)
    return ConversionError(.readFailed, "cannot be listed: \(error)", file: folder, cause: error)
  }
}
