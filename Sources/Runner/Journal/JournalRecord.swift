public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How one file of a run ended, as its journal keeps it.
public struct JournalRecord: Sendable, Equatable {
  public enum Ending: Sendable, Equatable {
    /// The main output comes first.
    case done([Output])
    case failed(ConversionError.Code, message: String, limit: ConversionError.Limit? = nil)
  }

  /// A file as it was when it got its name.
  public struct Output: Sendable, Equatable {
    public var path: FilePath
    public var byteCount: Int
    /// In nanoseconds since 1970.
    public var modified: Int
    /// Given where another file may have stood under the name before, of the same size and time.
    public var inode: Int?
    /// Of the content (``ContentDigest``); `nil` in lines of older versions, and where it could not be made.
    public var digest: String?

    public init(
      path: FilePath, byteCount: Int, modified: Int, inode: Int? = nil, digest: String? = nil
    ) {
      self.digest = digest
      self.path = path
      self.byteCount = byteCount
      self.modified = modified
      self.inode = inode
    }
  }

  public var key: JournalKey
  /// Absolute.
  public var input: FilePath
  /// The size of the input.
  public var bytesIn: Int
  /// When the input was last written, in nanoseconds since 1970; `nil` in lines of older versions.
  public var inputModified: Int?
  public var ending: Ending

  /// - Parameter input: any spelling of the path; it is made absolute.
  public init(
    key: JournalKey, input: FilePath, bytesIn: Int, inputModified: Int? = nil, ending: Ending
  ) {
    self.inputModified = inputModified
    self.key = key
    self.input = LexicalPath.absolute(input)
    self.bytesIn = bytesIn
    self.ending = ending
  }

  /// None for a failure.
  public var outputs: [Output] {
    if case .done(let outputs) = ending { outputs } else { [] }
  }

  /// The sizes of all outputs together.
  public var bytesOut: Int {
    outputs.reduce(0) { $0.addingReportingOverflow(max(0, $1.byteCount)).partialValue }
  }
}

extension JournalRecord.Output {
  /// An open file that is complete and is about to be called `path`.
  ///
  /// - Parameters:
  ///   - replaces: whether it may take the place of another.
  ///   - digest: of its content.
  /// - Throws: `writeFailed`.
  public init(
    path: FilePath, of descriptor: FileDescriptor, replaces: Bool = false, digest: String? = nil
  ) throws(ConversionError) {
    guard let status = descriptor.status else {
      let error = Errno(rawValue: errno)
      throw ConversionError(
        .writeFailed, "cannot be examined: \(error)", file: path, cause: error)
    }
    self.init(
      path: LexicalPath.absolute(path), byteCount: Int(status.st_size),
      modified: FileTimes(status).modified, inode: replaces ? Int(status.st_ino) : nil,
      digest: digest)
  }

  /// A folder, of which only its existence is noted: users may change what is in it.
  init(folder path: FilePath) {
    self.init(path: LexicalPath.absolute(path), byteCount: -1, modified: 0)
  }

  /// Whether it is a folder.
  var isFolder: Bool { byteCount < 0 }

  /// Whether the file stands there, of the same size and time, and the same one if that is known.
  var isThere: Bool {
    guard !isFolder else { return path.isFolder }
    guard let status = path.status() else { return false }
    return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == byteCount
      && FileTimes(status).modified == modified
      && (inode == nil || inode == Int(status.st_ino))
  }

  /// Whether the file (``isThere``) also has the content that it was given: an edit may leave size and time as they
  /// were. It is read as a whole for that; where no digest was noted, size and time decide.
  var isUnedited: Bool {
    guard isThere else { return false }
    return isFolder || digest == nil || ContentDigest.of(path) == digest
  }
}
