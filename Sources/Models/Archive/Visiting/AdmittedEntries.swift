/// The entries that were admitted, as they are to be written.
///
/// Of a million entries only the positions are kept, and the few that got another name.
struct AdmittedEntries: Sendable {
  private let entries: [Entry]
  private var positions: [Int] = []
  private var changed: [Int: Entry] = [:]
  /// Bytes of all contents that say how large they are.
  private(set) var byteCount = 0

  init(_ entries: [Entry]) {
    self.entries = entries
    positions.reserveCapacity(entries.count)
  }

  var count: Int { positions.count }

  subscript(index: Int) -> Entry { changed[positions[index]] ?? entries[positions[index]] }

  mutating func append(_ entry: Entry, at position: Int) {
    let original = entries[position]
    if entry.path != original.path || entry.linkTarget != original.linkTarget {
      changed[position] = entry
    }
    positions.append(position)
    let (sum, overflow) = byteCount.addingReportingOverflow(max(0, entry.byteCount ?? 0))
    byteCount = overflow ? .max : sum
  }
}
