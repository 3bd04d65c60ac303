import ArchiveModel
internal import ConverterCore

/// The entries of an archive as a tree: what is in a folder stands below it, in the order of the archive.
///
/// Folders that only the paths of others name are there as well. Entries with unsafe paths stand under
/// their whole path, in no folder. Folders that stand very deep are shown in one line with what is above
/// them, so that no line is mostly indentation.
struct Outline {
  struct Row {
    /// The position in ``Outline/entries``; -1 for a folder without an entry.
    var entry: Int32
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    /// Where the name begins in the bytes of the path, and where it ends.
    var nameStart: Int32
    var nameEnd: Int32
    /// The entry whose path has the name.
    var nameSource: Int32
    /// Whether the entry is not unpacked.
    var isUnsafe = false
  }

  private(set) var entries: [Entry]
  private(set) var rows: [Row] = []
  /// The first and the last row that is in no folder.
  private var top = Row(entry: -1, parent: -1, nameStart: 0, nameEnd: 0, nameSource: -1)
  private(set) var tally = ArchiveTally()
  /// Bytes of the contents of a row and all below it; -1 where one is not known.
  private(set) var bytes: [Int] = []
  private(set) var compressedBytes: [Int] = []

  private var folders = EntryTree()
  /// The row of each folder.
  private var rowOfFolder: [Int32] = []
  private var last: (path: [UInt8], row: Int32, start: Int) = ([], -1, 0)
  private let depth: Int

  /// - Parameter depth: how many folders may stand within each other before they share a line.
  init(_ entries: [Entry], depth: Int) {
    self.entries = entries
    self.depth = depth
    rows.reserveLargePages(entries.count + entries.count / 8)
    for index in entries.indices { add(index) }
    sum()
  }

  var firstRow: Int32 { top.firstChild }

  func name(of row: Row) -> ArraySlice<UInt8> {
    entries[Int(row.nameSource)].path.bytes[Int(row.nameStart)..<Int(row.nameEnd)]
  }

  /// Whether the row is a folder, with an entry or without.
  func isFolder(_ row: Row) -> Bool {
    row.entry < 0 || entries[Int(row.entry)].kind == .folder
  }

  private mutating func add(_ index: Int) {
    let entry = entries[index]
    let isUnsafe = entry.isUnsafe
    tally.add(entry, isUnsafe: isUnsafe)
    if entry.isRoot { return }
    if isUnsafe, entry.path.hazard != nil {
      append(
        Row(
          entry: Int32(index), parent: -1, nameStart: 0, nameEnd: Int32(entry.path.bytes.count),
          nameSource: Int32(index), isUnsafe: true))
      return
    }
    let path = entry.path.normalized
    if path.bytes.count != entry.path.bytes.count { entries[index].path = path }
    let slash = path.bytes.lastIndex(of: 0x2F) ?? 0
    let (parent, start) = folder(of: path.bytes, end: slash, index)
    if entry.kind == .folder {
      let row = folderRow(path.bytes, start, path.bytes.count, below: parent, index)
      if rows[Int(row)].entry < 0 {
        rows[Int(row)].entry = Int32(index)
        rows[Int(row)].isUnsafe = isUnsafe
        return
      }
    }
    append(
      Row(
        entry: Int32(index), parent: parent, nameStart: Int32(start),
        nameEnd: Int32(path.bytes.count), nameSource: Int32(index), isUnsafe: isUnsafe))
  }

  /// The folder that the first `end` bytes of a path name, and where the name of what is in it begins.
  private mutating func folder(
    of path: [UInt8], end: Int, _ index: Int
  ) -> (row: Int32, start: Int) {
    guard end > 0 else { return (-1, 0) }
    if last.path.count == end, path.starts(with: last.path) { return (last.row, last.start) }
    var row: Int32 = -1
    var start = 0
    var level = 0
    while start < end, level < depth {
      let next = path[start..<end].firstIndex(of: 0x2F) ?? end
      row = folderRow(path, start, next, below: row, index)
      start = next + 1
      level += 1
    }
    last = (Array(path[..<end]), row, start)
    return (row, start)
  }

  private mutating func folderRow(
    _ path: [UInt8], _ start: Int, _ end: Int, below parent: Int32, _ index: Int
  ) -> Int32 {
    let (node, isNew) = folders.insert(path.span[start..<end], below: Int(parent))
    if !isNew { return rowOfFolder[node] }
    let row = append(
      Row(
        entry: -1, parent: parent, nameStart: Int32(start), nameEnd: Int32(end),
        nameSource: Int32(index)))
    rowOfFolder.append(row)
    return row
  }

  @discardableResult
  private mutating func append(_ row: Row) -> Int32 {
    let index = Int32(rows.count)
    rows.append(row)
    let previous = row.parent < 0 ? top.lastChild : rows[Int(row.parent)].lastChild
    if previous >= 0 { rows[Int(previous)].next = index }
    if row.parent < 0 {
      if previous < 0 { top.firstChild = index }
      top.lastChild = index
    } else {
      if previous < 0 { rows[Int(row.parent)].firstChild = index }
      rows[Int(row.parent)].lastChild = index
    }
    return index
  }

  /// Adds up sizes from the bottom; a row always comes after the one that it is below.
  private mutating func sum() {
    bytes = [Int](repeating: 0, count: rows.count)
    compressedBytes = bytes
    func add(_ size: Int?, _ index: Int, _ sums: inout [Int]) {
      if let size, sums[index] >= 0 {
        sums[index] = sums[index].addingSaturating(size)
      } else {
        sums[index] = -1
      }
    }
    for index in rows.indices.reversed() {
      let row = rows[index]
      if row.entry >= 0, entries[Int(row.entry)].kind == .file {
        add(entries[Int(row.entry)].byteCount, index, &bytes)
        add(entries[Int(row.entry)].compressedByteCount, index, &compressedBytes)
      }
      guard row.parent >= 0 else { continue }
      add(bytes[index] < 0 ? nil : bytes[index], Int(row.parent), &bytes)
      add(
        compressedBytes[index] < 0 ? nil : compressedBytes[index], Int(row.parent), &compressedBytes
      )
    }
  }
}
