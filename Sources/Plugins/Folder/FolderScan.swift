import ArchiveModel
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lists a folder and all below it, each folder before what is in it and names in the order of their bytes,
/// so that the same folder always gives the same archive.
struct FolderScan {
  private let root: OpenFolder
  private let context: ConversionContext
  private var cursor: FolderCursor
  private var entries: [Entry] = []
  /// Things that no archive can hold.
  private var leftOut: [String] = []
  /// What is still to be listed: the folders on the way, each with its names from the last to the first.
  private var way: [(path: [UInt8], names: [[UInt8]])] = []

  /// A path as the system takes it is no longer than this.
  private static let longestPath = 4095
  private static let namedOmissions = 5

  init(_ root: OpenFolder, in context: ConversionContext) {
    self.root = root
    self.context = context
    cursor = FolderCursor(root)
  }

  /// - Throws: `readFailed` when the folder itself cannot be listed, `limitExceeded` for more entries than
  ///   ``Limits/entries``. What cannot be read within it has a ``Entry/fault``.
  mutating func run() throws(ConversionError) -> [Entry] {
    do throws(Errno) {
      way = [([], try names(in: root))]
    } catch {
      throw ConversionError(.readFailed, "may not be listed: \(error)", cause: error)
    }
    while let folder = way.last {
      guard let name = way[way.count - 1].names.popLast() else {
        way.removeLast()
        continue
      }
      try add(folder.path.isEmpty ? name : folder.path + [UInt8(ascii: "/")] + name, name)
    }
    noteOmissions()
    return entries
  }

  private mutating func add(_ path: [UInt8], _ name: [UInt8]) throws(ConversionError) {
    if entries.count % 1024 == 0 { try context.checkpoint() }
    do throws(Errno) {
      let folder = try cursor.open(path.dropLast(name.count))
      // What vanished since its folder was listed was not there.
      guard let status = try folder.status(of: name) else { return }
      guard var entry = entry(path, status) else {
        leftOut.append(EntryPath(path).shown)
        return
      }
      if entry.kind == .link { entry.linkTarget = try folder.target(of: name) }
      entries.append(entry)
      if entry.kind == .folder { try descend(into: folder, name, path) }
    } catch {
      // Of a folder that cannot be listed there is an entry already.
      if entries.last?.path.bytes != path {
        entries.append(Entry(index: entries.count, path: EntryPath(path)))
      }
      entries[entries.count - 1].fault = ConversionError(
        .readFailed,
        "\(error.isNoFolder ? "changed while it was read" : "may not be read: \(error)")",
        cause: error)
    }
    try context.limits.check(.entries, entries.count, for: "the folder")
  }

  private mutating func descend(
    into parent: OpenFolder, _ name: [UInt8], _ path: [UInt8]
  ) throws(Errno) {
    guard path.count < Self.longestPath else { throw .fileNameTooLong }
    way.append((path, try names(in: parent.folder(name))))
  }

  private func names(in folder: OpenFolder) throws(Errno) -> [[UInt8]] {
    try folder.items().map(\.name).filter { !Self.isPartial($0) }
      .sorted { $1.lexicographicallyPrecedes($0) }
  }

  /// Whether it is what fairy itself is writing at the moment, or left there when it was killed.
  private static func isPartial(_ name: [UInt8]) -> Bool {
    name.starts(with: ".fairy-".utf8) && name.suffix(8).elementsEqual(".partial".utf8)
  }

  /// - Returns: `nil` for what is neither file, folder nor link.
  private func entry(_ path: [UInt8], _ status: stat) -> Entry? {
    let kind: Entry.Kind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: return nil
    }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return Entry(
      index: entries.count, path: EntryPath(path), kind: kind,
      byteCount: kind == .file ? Int(status.st_size) : nil,
      modified: Timestamp(seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec)),
      permissions: kind == .link ? nil : UInt16(status.st_mode & 0o777))
  }

  private func noteOmissions() {
    guard !leftOut.isEmpty else { return }
    let named = leftOut.prefix(Self.namedOmissions).joined(separator: ", ")
    let rest = leftOut.count - min(leftOut.count, Self.namedOmissions)
    context.note(
      "special files", .dropped,
      why: "sockets, pipes and devices are not archived: \(named)"
        + (rest > 0 ? " and \(rest) more" : ""))
  }
}
