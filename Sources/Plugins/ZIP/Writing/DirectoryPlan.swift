import ArchiveModel
import ConverterCore

/// Which entries of a directory are written, in which order, and whose content they have.
///
/// Of a million entries only positions are kept, and the few entries that are written otherwise.
struct DirectoryPlan {
  private struct Item {
    var position: Int
    /// Of the entry whose content it has: its own, unless it is a hard link.
    var source: Int
  }

  private let entries: [Entry]
  private var items: [Item] = []
  private var changed: [Int: Entry] = [:]
  /// What writing all of it costs, in bytes.
  private(set) var weight = 0.0

  /// - Parameter isSorted: by path, byte by byte, rather than as in the directory.
  init(
    _ entries: [Entry], _ admission: Admission, isSorted: Bool, in context: ConversionContext
  ) throws(ConversionError) {
    self.entries = entries
    items.reserveCapacity(entries.count)
    var files = entries.contains { $0.kind == .hardLink } ? EarlierFiles() : nil
    for (position, entry) in entries.enumerated() {
      if position % 4096 == 0 { try context.checkpoint() }
      let source = files?.add(entry, at: position)
      guard var admitted = try admission.admit(entry) else { continue }
      if entry.kind == .hardLink {
        if source == nil { admitted.fault = .noTarget(of: entry) }
        context.note("hard links", .changed, why: "ZIP has none: each became a file of its own")
      }
      append(admitted, at: position, source: source ?? position)
    }
    try admission.finish()
    if isSorted { sort() }
  }

  var count: Int { items.count }

  subscript(index: Int) -> (entry: Entry, source: Entry) {
    let item = items[index]
    return (changed[item.position] ?? entries[item.position], entries[item.source])
  }

  /// An entry costs something even if it is empty.
  static func weight(of entry: Entry) -> Double { Double(max(0, entry.byteCount ?? 0)) + 16_384 }

  private mutating func append(_ admitted: Entry, at position: Int, source: Int) {
    let original = entries[position]
    if admitted.path != original.path || admitted.linkTarget != original.linkTarget
      || admitted.fault != nil
    {
      changed[position] = admitted
    }
    items.append(Item(position: position, source: source))
    weight += Self.weight(of: entries[source])
  }

  /// Paths are distinct, for Admission renames what is there twice.
  private mutating func sort() {
    let paths = items.indices.map { self[$0].entry.path.bytes }
    let order = items.indices.sorted { paths[$0].lexicographicallyPrecedes(paths[$1]) }
    items = order.map { items[$0] }
  }
}
