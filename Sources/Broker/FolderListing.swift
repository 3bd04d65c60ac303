import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A part of what is in a folder, in the order that is asked for.
struct FolderListing {
  /// What the entries are sorted by; folders come first in any case.
  enum Order: String, CaseIterable { case name, newest, largest }

  private struct Entry {
    let name: [UInt8]
    let isFolder: Bool
    let byteCount: Int
    /// In nanoseconds since 1970.
    let modified: Int
    /// Device and inode: what is known of a file is known by them, its size and its time.
    let identity: String
  }

  private let entries: ArraySlice<Entry>
  private let total: Int
  /// How many there are that are neither a file nor a folder, or links that lead out of the folder.
  private let leftOut: Int
  private let first: Int
  private let registry: Registry

  static let mostEntries = 500

  /// - Parameters:
  ///   - first: counts from 0.
  ///   - count: at most ``mostEntries``.
  /// - Throws: `readFailed`.
  init(
    of folder: OpenFolder, by order: Order, from first: Int, count: Int,
    _ registry: Registry
  ) throws(ConversionError) {
    let items: [OpenFolder.Item]
    do throws(Errno) {
      items = try folder.items()
    } catch {
      throw ConversionError(.readFailed, "could not be listed: \(error)", cause: error)
    }
    // Names that begin with a dot are hidden, as they are in every file manager.
    let shown = items.filter { $0.name.first != UInt8(ascii: ".") }
    var all = shown.compactMap { Self.entry($0.name, in: folder) }
    leftOut = shown.count - all.count
    all.sort { Self.precedes($0, $1, order) }
    total = all.count
    self.first = max(0, min(first, total))
    entries = all[self.first..<min(total, self.first + max(0, min(count, Self.mostEntries)))]
    self.registry = registry
  }

  /// The pictures before and behind a file, as a folder lists them by name, among those whose names say that they are some.
  ///
  /// - Returns: `previous` and `next`, where there are some.
  /// - Throws: `readFailed`.
  static func pictures(
    beside name: [UInt8], in folder: OpenFolder, _ registry: Registry
  ) throws(ConversionError) -> JSONValue {
    let items: [OpenFolder.Item]
    do throws(Errno) {
      items = try folder.items()
    } catch {
      throw ConversionError(.readFailed, "could not be listed: \(error)", cause: error)
    }
    var (previous, next): ([UInt8]?, [UInt8]?)
    for item in items where item.name.first != UInt8(ascii: ".") && item.name != name {
      let isBefore = NaturalOrder.precedes(item.name, name)
      // One that is nearer is known.
      if let known = isBefore ? previous : next,
        NaturalOrder.precedes(item.name, known) == isBefore
      {
        continue
      }
      guard isPicture(item.name, registry), folder.isFile(item.name) else { continue }
      if isBefore { previous = item.name } else { next = item.name }
    }
    return .object(
      [("previous", previous), ("next", next)].flatMap { key, name in
        name.map { FilePath(cBytes: $0).members(key) } ?? []
      })
  }

  private static func isPicture(_ name: [UInt8], _ registry: Registry) -> Bool {
    guard let word = FilePath(cBytes: name).extension,
      let type = registry.catalog.types(fileExtension: word.lowercased()).first
    else { return false }
    return registry.reader(for: type.id, in: registry.catalog)?.modelName == "Picture"
  }

  /// What stands under a name; links count as what they lead to, and what is neither file nor folder is left out.
  private static func entry(_ name: [UInt8], in folder: OpenFolder) -> Entry? {
    guard let status = folder.destination(of: name) else { return nil }
    let type = status.st_mode & S_IFMT
    guard type == S_IFREG || type == S_IFDIR else { return nil }
    return Entry(
      name: name, isFolder: type == S_IFDIR, byteCount: type == S_IFDIR ? 0 : Int(status.st_size),
      modified: FileTimes(status).modified, identity: "\(status.st_dev)-\(status.st_ino)")
  }

  private static func precedes(_ one: Entry, _ other: Entry, _ order: Order) -> Bool {
    if one.isFolder != other.isFolder { return one.isFolder }
    switch order {
    case .newest where one.modified != other.modified: return one.modified > other.modified
    case .largest where one.byteCount != other.byteCount: return one.byteCount > other.byteCount
    default: return NaturalOrder.precedes(one.name, other.name)
    }
  }

  var json: JSONValue {
    .object([
      .init("from", .integer(first)), .init("total", .integer(total)),
      .init("leftOut", .integer(leftOut)),
      .init("entries", .array(entries.map(json))),
    ])
  }

  /// The type is a guess from the name; the file is not opened.
  private func json(_ entry: Entry) -> JSONValue {
    let path = FilePath(cBytes: entry.name)
    var members = path.members("name")
    members.append(.init("folder", .bool(entry.isFolder)))
    members.append(.init("bytes", .integer(entry.byteCount)))
    members.append(.init("modified", .integer(entry.modified)))
    members.append(.init("identity", .string(entry.identity)))
    guard !entry.isFolder, let word = path.extension,
      let type = registry.catalog.types(fileExtension: word.lowercased()).first
    else { return .object(members) }
    members.append(.init("type", .string(type.id.rawValue)))
    members.append(.init("typeName", .string(type.name)))
    if let reader = registry.reader(for: type.id, in: registry.catalog) {
      members.append(.init("model", .string(reader.modelName)))
    }
    return .object(members)
  }
}

extension OpenFolder {
  /// Whether a name leads to a file that is in the folder, or below it.
  fileprivate func isFile(_ name: [UInt8]) -> Bool {
    destination(of: name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }
}
