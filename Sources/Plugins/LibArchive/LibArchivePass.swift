import ArchiveModel
import ConverterCore

/// One pass over the entries of an archive.
final class LibArchivePass: EntryPass {
  private let sequence: LibArchiveSequence
  private let walk: ArchiveWalk
  private var links: DeferredLinks?
  private var current: (facts: EntryFacts, entry: Entry)?
  /// Whether libarchive is at the content of the entry: not where a name had to wait.
  private var hasContent = false
  private var count = 0
  /// Changes with every entry, so that a stream knows when it is over.
  private(set) var generation = 0

  init(_ sequence: LibArchiveSequence) throws(ConversionError) {
    self.sequence = sequence
    walk = try ArchiveWalk(sequence.input, sequence.layers, in: sequence.context)
    if [.cpio, .rpm].contains(sequence.layers.format) { links = DeferredLinks() }
  }

  var fraction: Double {
    sequence.byteCount == 0 ? 1 : min(1, Double(walk.consumed) / Double(sequence.byteCount))
  }

  func next() throws(ConversionError) -> Entry? {
    generation += 1
    current = nil
    while true {
      hasContent = false
      if let ready = links?.nextReady() { return remember(ready.facts, ready.entry) }
      guard let facts = try walk.next() else {
        guard let left = links?.nextLeft() else {
          sequence.names.noteIfUnused()
          return nil
        }
        return remember(left.facts, left.entry)
      }
      hasContent = true
      let entry = try self.entry(facts)
      guard links != nil else { return remember(facts, entry) }
      if let admitted = links?.admit(facts, entry) { return remember(facts, admitted) }
    }
  }

  func open() throws(ConversionError) -> any EntryStream {
    guard let (facts, entry) = current else {
      throw ConversionError(.internalError, "an entry was opened before the archive had one")
    }
    guard entry.kind == .file, hasContent else { return EmptyContent() }
    if facts.isEncrypted { throw .encrypted }
    return LibArchiveStream(of: facts, in: self)
  }

  /// Goes on to the next run of the content of the entry of `generation`.
  ///
  /// - Returns: its place in the file; `nil` after the last.
  func nextBlock(of generation: Int) throws(ConversionError) -> Int? {
    guard generation == self.generation else {
      throw ConversionError(.internalError, "an entry was read after the next one had begun")
    }
    return try walk.nextBlock()
  }

  /// That run, valid until anything else is asked for.
  var block: Span<UInt8> {
    @_lifetime(borrow self) get {
      let walk = walk
      // The pass holds the walk for as long as it lives.
      return unsafe _overrideLifetime(walk.block, borrowing: self)
    }
  }

  var endOffset: Int { walk.endOffset }
  var context: ConversionContext { sequence.context }

  private func remember(_ facts: EntryFacts, _ entry: Entry) -> Entry {
    current = (facts, entry)
    return entry
  }

  private func entry(_ facts: EntryFacts) throws(ConversionError) -> Entry {
    defer { count += 1 }
    let method = facts.method ?? walk.compression?.rawValue ?? sequence.layers.method
    let isStored = method == "store" && facts.kind == .file && !facts.isSparse
    var target: [UInt8]?
    if let raw = facts.linkTarget {
      // Of a hard link it has to be what the path of the earlier entry became.
      let decoded = try sequence.decode(raw)
      target = facts.kind == .hardLink ? Self.withoutSlash(decoded) : decoded
    }
    return Entry(
      index: count, path: EntryPath(Self.withoutSlash(try sequence.decode(facts.path))),
      kind: facts.kind, byteCount: facts.kind == .file ? facts.byteCount : 0,
      compressedByteCount: isStored ? facts.byteCount : nil, modified: facts.modified,
      permissions: facts.permissions, method: method, isEncrypted: facts.isEncrypted,
      linkTarget: target)
  }

  /// Slashes at the end are no part of a name; one alone is the root, and stays.
  private static func withoutSlash(_ path: [UInt8]) -> [UInt8] {
    var path = path
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}

/// The content of a folder, a link or a device.
final class EmptyContent: EntryStream {
  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? { nil }
}
