import ArchiveModel

/// Files with several names in a cpio archive.
///
/// The SVR4 formats store the content with the last name; libarchive calls the first one an empty file,
/// and the others hard links to it. So names without content wait for the one that has it, and become
/// hard links to that.
struct DeferredLinks {
  typealias Item = (facts: EntryFacts, entry: Entry)

  private var waiting: [EntryFacts.LinkGroup: [Item]] = [:]
  /// The first names of groups, in the order of the archive.
  private var order: [EntryFacts.LinkGroup] = []
  private var ready: [Item] = []

  /// The entry as it is to be given out now, or `nil` when it has to wait.
  mutating func admit(_ facts: EntryFacts, _ entry: Entry) -> Entry? {
    guard let group = facts.linkGroup else { return entry }
    let hasContent = (facts.byteCount ?? 0) > 0
    guard let others = waiting[group] else {
      // The older formats store it with every name: then the first has it.
      if hasContent || entry.kind == .hardLink { return entry }
      waiting[group] = [(facts, entry)]
      order.append(group)
      return nil
    }
    guard hasContent else {
      waiting[group]?.append((facts, entry))
      return nil
    }
    waiting[group] = nil
    var holder = entry
    holder.kind = .file
    holder.linkTarget = nil
    holder.byteCount = facts.byteCount
    ready = others.reversed().map { Self.link($0, to: holder.path) }
    return holder
  }

  /// A name whose content has been given out.
  mutating func nextReady() -> Item? { ready.popLast() }

  /// After the last entry: a name whose content never came, which is an empty file.
  mutating func nextLeft() -> Item? {
    if let item = ready.popLast() { return item }
    while let group = order.first {
      order.removeFirst()
      guard let items = waiting.removeValue(forKey: group), let first = items.first else {
        continue
      }
      ready = items.dropFirst().reversed().map { Self.link($0, to: first.entry.path) }
      return first
    }
    return nil
  }

  private static func link(_ item: Item, to path: EntryPath) -> Item {
    var entry = item.entry
    entry.kind = .hardLink
    entry.linkTarget = path.bytes
    entry.byteCount = 0
    entry.compressedByteCount = nil
    return (item.facts, entry)
  }
}
