import ArchiveModel
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes the entries of a folder for one thread at a time, with the folder of the last one still open.
struct EntryMaker: Sendable {
  private let output: OutputFolder
  private let root: OpenFolder
  private let limits: Limits
  private var folderPath: [UInt8] = []
  private var folder: OpenFolder
  private var zone = LocalZone()

  init(_ filling: FolderFilling) {
    output = filling.output
    root = filling.root
    limits = filling.limits
    folder = root
  }

  /// Writes a file.
  mutating func write(_ entry: Entry, _ content: ContentSource) throws(ConversionError) {
    let name = entry.path.lastComponent
    try limits.check(.output, entry.byteCount ?? 0, for: "the entry \(entry.path.shown)")
    try enter(entry.path.bytes.dropLast(name.count), for: entry)
    // What cannot be read at all leaves no trace.
    let stream = try content.open()
    let first = try stream.next()
    let file = try create(name, for: entry)
    do throws(ConversionError) {
      defer { try? file.close() }
      try copy(first, stream, to: file)
      finish(file, entry)
    } catch {
      try? folder.remove(name, isFolder: false)
      throw error
    }
  }

  private func copy(
    _ first: Span<UInt8>?, _ stream: any EntryStream, to file: FileDescriptor
  ) throws(ConversionError) {
    guard let first else { return }
    var total = 0
    try write(first, behind: &total, to: file)
    while let piece = try stream.next() { try write(piece, behind: &total, to: file) }
  }

  private func write(
    _ piece: Span<UInt8>, behind total: inout Int, to file: FileDescriptor
  ) throws(ConversionError) {
    total += piece.count
    try check(total)
    do {
      try file.writeAll(piece)
    } catch {
      throw output.writing(error)
    }
  }

  /// For contents that do not say beforehand how long they are.
  private func check(_ byteCount: Int) throws(ConversionError) {
    guard byteCount > limits.output else { return }
    let (double, overflow) = limits.output.multipliedReportingOverflow(by: 2)
    throw ConversionError.exceeding(
      .init(.output, needed: byteCount, of: limits),
      "is longer than \(limits.output) bytes, the limit; raise it with "
        + "--limit output=\(max(byteCount, overflow ? byteCount : double))")
  }

  private func create(
    _ name: ArraySlice<UInt8>, for entry: Entry
  ) throws(ConversionError) -> FileDescriptor {
    let permissions = permissions(of: entry)
    do throws(Errno) {
      let file = try folder.open(
        name, O_WRONLY | O_CREAT | O_EXCL, mode: permissions.rawValue)
      return file
    } catch {
      throw creating(error)
    }
  }

  private mutating func finish(_ file: FileDescriptor, _ entry: Entry) {
    guard let times = times(of: entry) else { return }
    file.setTimes(times)
  }

  private func permissions(of entry: Entry) -> FilePermissions {
    output.permissions(
      entry.permissions.map { FilePermissions(rawValue: CModeT($0)) }, isFolder: false)
  }

  /// The times that an entry is to get; `nil` for those of now.
  mutating func times(of entry: Entry) -> FileTimes? {
    guard output.keepsTimes, let modified = entry.modified else { return nil }
    return FileTimes(
      modified: modified.systemSeconds(in: &zone), nanoseconds: modified.nanoseconds)
  }

  // MARK: - Folders

  /// - Returns: whether it has those permissions, and is not one that was there already.
  mutating func makeFolder(
    _ entry: Entry, _ permissions: FilePermissions
  ) throws(ConversionError) -> Bool {
    let path = entry.path.bytes
    // It has to be filled and moved yet.
    let mode = permissions.union(.ownerReadWriteExecute)
    var status = make(path, mode)
    if status == ENOENT {
      try enter(path.dropLast(entry.path.lastComponent.count), for: entry)
      status = make(path, mode)
    }
    if status == 0 { return mode == permissions }
    guard status == EEXIST else { throw creating(Errno(rawValue: status)) }
    guard folder(at: path) != nil else { throw belowAFile(entry) }
    return false
  }

  /// - Returns: 0 or the error number.
  private func make(_ path: some Collection<UInt8>, _ permissions: FilePermissions) -> Int32 {
    do throws(Errno) {
      try root.makeFolder(path, mode: permissions.rawValue)
      return 0
    } catch {
      return error.rawValue
    }
  }

  /// The folder of that path, where it is one.
  func folder(at path: [UInt8]) -> OpenFolder? {
    path.isEmpty ? root : try? root.folder(path)
  }

  /// Has ``folder`` be that of the path, which is made if it is missing.
  ///
  /// There is no link below the root yet, so a whole path may be opened at once.
  ///
  /// - Parameter path: with a slash at the end, or empty.
  private mutating func enter(
    _ path: ArraySlice<UInt8>, for entry: Entry
  ) throws(ConversionError) {
    let path = path.dropLast()
    if path.elementsEqual(folderPath) { return }
    do throws(Errno) {
      folder = path.isEmpty ? root : try opened(path)
      folderPath = Array(path)
    } catch {
      if error.isNoFolder { throw belowAFile(entry) }
      throw creating(error)
    }
  }

  private func opened(_ path: ArraySlice<UInt8>) throws(Errno) -> OpenFolder {
    do throws(Errno) {
      return try root.folder(path)
    } catch .noSuchFileOrDirectory {
      let permissions = output.permissions(nil, isFolder: true)
      for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
        _ = make(path[..<end], permissions)
      }
      let status = make(path, permissions)
      guard status == 0 || status == EEXIST else { throw Errno(rawValue: status) }
      return try root.folder(path)
    }
  }

  // MARK: - Links

  /// Gives an earlier file another name.
  mutating func link(_ entry: Entry) throws(ConversionError) {
    let name = entry.path.lastComponent
    try enter(entry.path.bytes.dropLast(name.count), for: entry)
    let target = entry.linkTarget ?? []
    do throws(Errno) {
      try root.addName(of: target, name, in: folder)
    } catch {
      switch error.rawValue {
      case ENOENT:
        throw ConversionError(
          .unsupportedContent,
          "is another name of \(EntryPath(target).shown), which was left out")
      // A file system that has no hard links, or no more of them for this file.
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV: try duplicate(target, as: name, for: entry)
      default: throw creating(error)
      }
    }
  }

  private mutating func duplicate(
    _ target: [UInt8], as name: ArraySlice<UInt8>, for entry: Entry
  ) throws(ConversionError) {
    let file = try create(name, for: entry)
    defer { try? file.close() }
    do {
      let source = try root.open(target, O_RDONLY)
      defer { try? source.close() }
      let buffer = ByteBuffer(capacity: 256 << 10)
      while try buffer.append(256 << 10, from: source) > 0 {
        try file.writeAll(buffer.span)
        buffer.removeAll()
      }
    } catch {
      throw output.writing(error)
    }
    finish(file, entry)
  }

  /// Makes sure that a symbolic link can be made when the folder is published.
  mutating func prepare(link entry: Entry, staysBelow least: Int) throws(ConversionError) {
    let depth = try LinkTarget.check(entry.linkTarget ?? [], of: entry.path)
    guard depth >= least else {
      throw ConversionError(
        .unsafeEntry, "the link \(entry.path.shown) leads out of the archive's folder")
    }
    let name = entry.path.lastComponent
    try enter(entry.path.bytes.dropLast(name.count), for: entry)
    guard (try? folder.status(of: name)) == nil else {
      throw ConversionError(.unsafeEntry, "is a link, and something else has its name")
    }
  }

  // MARK: - Errors

  private func belowAFile(_ entry: Entry) -> ConversionError {
    ConversionError(.unsafeEntry, "would be written below something that is no folder")
  }

  /// An error of the entry where its name is the reason, else one of the output.
  private func creating(_ error: Errno) -> ConversionError {
    switch error {
    case .fileExists:
      ConversionError(
        .unsupportedContent, "has a name that the file system does not tell from another one's",
        cause: error)
    case .fileNameTooLong, .invalidArgument, .illegalByteSequence:
      ConversionError(
        .unsupportedContent, "has a name that the file system does not take: \(error)", cause: error
      )
    default: output.writing(error)
    }
  }
}
