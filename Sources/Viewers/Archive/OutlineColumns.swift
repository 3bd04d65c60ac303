import ArchiveModel
internal import ConverterCore

/// What stands before the names of a tree, as far as the terminal has room.
struct OutlineColumns {
  private(set) var hasRatio: Bool
  private(set) var hasDate: Bool
  /// Columns of the longest method; 0 where there is none to show.
  private(set) var methodWidth: Int
  private(set) var hasLock: Bool
  /// Columns for the tree and the names; `nil` where lines may have any length.
  private(set) var room: Int?

  static let sizeWidth = 7
  static let ratioWidth = 5
  static let dateWidth = 16
  static let lockWidth = 6
  private static let gap = 2

  init(_ entries: [Entry], width: Int?) {
    (hasRatio, hasDate, hasLock, methodWidth) = (false, false, false, 0)
    // By their positions, for a loop over the entries would copy each.
    for index in entries.indices {
      if entries[index].compressedByteCount != nil { hasRatio = true }
      if entries[index].modified != nil { hasDate = true }
      if entries[index].isEncrypted { hasLock = true }
      if entries[index].kind == .file {
        methodWidth = max(methodWidth, entries[index].method.utf8.count)
      }
    }
    // The heading and a method of any length have to fit as well.
    if methodWidth > 0 { methodWidth = min(max(methodWidth, 6), 12) }
    guard let width else { return }
    // What people need least goes first.
    if width - used < Self.enough { methodWidth = 0 }
    if width - used < Self.enough { hasRatio = false }
    if width - used < Self.enough { hasDate = false }
    if width - used < Self.enough { hasLock = false }
    room = max(8, width - used)
  }

  /// Columns that a tree with names needs to be read.
  private static let enough = 24

  /// Columns before the tree.
  var used: Int {
    var sum = Self.sizeWidth + Self.gap
    if hasRatio { sum += Self.ratioWidth + Self.gap }
    if hasDate { sum += Self.dateWidth + Self.gap }
    if methodWidth > 0 { sum += methodWidth + Self.gap }
    if hasLock { sum += Self.lockWidth + Self.gap }
    return sum
  }

  /// How many folders may stand within each other so that half of the room is left for names.
  var depth: Int { min(32, max(1, (room ?? 256) / 8)) }

  func addHeading(to lines: inout LineBuffer) {
    lines.right(Self.sizeWidth) { $0.add("Size") }
    if hasRatio {
      lines.add("  ")
      lines.right(Self.ratioWidth) { $0.add("Ratio") }
    }
    if hasDate {
      lines.add("  ")
      lines.left(Self.dateWidth) { $0.add("Modified") }
    }
    if methodWidth > 0 {
      lines.add("  ")
      lines.left(methodWidth) { $0.add("Method") }
    }
    if hasLock {
      lines.add("  ")
      lines.add(blanks: Self.lockWidth)
    }
    lines.add("  Name")
  }

  /// What stands before one name.
  struct Cells {
    /// -1 where it is not known or not worth saying, as is ``compressedBytes``.
    var bytes = -1
    var compressedBytes = -1
    var modified: Timestamp?
    var method = ""
    var isEncrypted = false
  }

  func add(_ cells: consuming Cells, zone: inout LocalZone, to lines: inout LineBuffer) {
    let (bytes, compressed) = (cells.bytes, cells.compressedBytes)
    lines.right(Self.sizeWidth) { if bytes >= 0 { $0.add(size: bytes) } }
    if hasRatio {
      lines.add("  ")
      lines.right(Self.ratioWidth) { $0.add(ratio: compressed, of: bytes) }
    }
    if hasDate {
      lines.add("  ")
      if cells.modified?.append(localTextTo: &lines.bytes, in: &zone) != true {
        lines.add(blanks: Self.dateWidth)
      }
    }
    if methodWidth > 0 {
      lines.add("  ")
      // Methods are words of ours, in ASCII.
      lines.left(methodWidth) { lines in
        lines.add(cells.method.utf8.prefix(methodWidth))
      }
    }
    if hasLock { lines.add(cells.isEncrypted ? "  locked" : "        ") }
    lines.add("  ")
  }
}

extension LineBuffer {
  /// What is left of a size in the archive: `34%`.
  mutating func add(ratio compressed: Int, of bytes: Int) {
    guard compressed >= 0, bytes > 0 else { return }
    let percent = (Double(compressed) * 100 / Double(bytes)).rounded()
    add(number: Int(min(percent, 999)))
    add("%")
  }
}
