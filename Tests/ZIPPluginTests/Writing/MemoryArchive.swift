import ArchiveModel
import ConverterCore

/// An archive in memory, whose entries can be reached in both ways that archives know.
struct MemoryArchive: Sendable {
  struct Item: Sendable {
    var entry: Entry
    var content: Content
  }

  /// What an entry holds.
  enum Content: Sendable {
    case bytes([UInt8])
    /// So many zeros, of which there is never more than a piece.
    case zeros(Int)
    /// What can be read before it fails.
    case broken([UInt8], ConversionError)
  }

  var items: [Item] = []
  var comment: String?
  /// After how many entries a sequence cannot be read any further.
  var readableCount: Int?

  init(comment: String? = nil) { self.comment = comment }

  /// Adds an entry; `change` adjusts what it says of itself.
  mutating func add(
    _ path: String, _ content: Content = .bytes([]), kind: Entry.Kind = .file,
    _ change: (inout Entry) -> Void = { _ in }
  ) {
    let byteCount: Int? =
      switch content {
      case .bytes(let bytes): kind == .folder ? nil : bytes.count
      case .zeros(let count): count
      case .broken(let bytes, _): bytes.count + 1
      }
    var entry = Entry(
      index: items.count, path: EntryPath(Array(path.utf8)), kind: kind, byteCount: byteCount,
      modified: Timestamp(seconds: 1_700_000_001 + items.count),
      permissions: kind == .folder ? 0o755 : 0o644)
    change(&entry)
    items.append(Item(entry: entry, content: content))
  }

  mutating func add(_ path: String, text: String) { add(path, .bytes(Array(text.utf8))) }

  mutating func add(folder path: String) { add(path, kind: .folder) }

  mutating func add(link path: String, to target: String) {
    add(path, kind: .link) { $0.linkTarget = Array(target.utf8) }
  }

  mutating func add(hardLink path: String, to target: String) {
    add(path, kind: .hardLink) { $0.linkTarget = Array(target.utf8) }
  }

  /// The archive as a model.
  func archive(_ access: Access) -> Archive {
    let content: Archive.Content =
      switch access {
      case .directory: .directory(Directory(items: items))
      case .sequence, .unknownSizes:
        .sequence(
          Sequence(
            items: items, tellsSizes: access == .sequence, readableCount: readableCount ?? .max))
      }
    return Archive(format: "test", comment: comment, content: content)
  }

  enum Access: CaseIterable, Sendable {
    case directory, sequence
    /// A sequence of entries that do not say how large they are.
    case unknownSizes
  }

  private struct Directory: EntryDirectory {
    let items: [Item]
    var entries: [Entry] { items.map(\.entry) }
    func makeReader() throws(ConversionError) -> any EntryReader { Reader(items) }
  }

  private final class Reader: EntryReader {
    private let items: [Item]
    init(_ items: [Item]) { self.items = items }

    func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
      MemoryStream(items[entry.index].content)
    }
  }

  private struct Sequence: EntrySequence {
    let items: [Item]
    let tellsSizes: Bool
    let readableCount: Int
    var byteCount: Int { 1 << 40 }
    func makePass() throws(ConversionError) -> any EntryPass { Pass(self) }
  }

  private final class Pass: EntryPass {
    private let all: Sequence
    private var position = 0

    init(_ all: Sequence) { self.all = all }

    var fraction: Double { Double(position) / Double(max(all.items.count, 1)) }

    func next() throws(ConversionError) -> Entry? {
      guard position < all.readableCount else {
        throw ConversionError(.damagedInput, "ends too early")
      }
      guard position < all.items.count else { return nil }
      position += 1
      var entry = all.items[position - 1].entry
      if !all.tellsSizes { entry.byteCount = nil }
      return entry
    }

    func open() throws(ConversionError) -> any EntryStream {
      MemoryStream(all.items[position - 1].content)
    }
  }
}

/// Contents of up to 100,000 bytes come in one piece, larger ones in pieces of that size.
private final class MemoryStream: EntryStream {
  private static let pieceSize = 100_000
  private let zeros = [UInt8](repeating: 0, count: pieceSize)
  private let content: MemoryArchive.Content
  private var offset = 0

  init(_ content: MemoryArchive.Content) {
    self.content = content
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let start = offset
    switch content {
    case .bytes(let bytes), .broken(let bytes, _):
      offset += min(Self.pieceSize, bytes.count - start)
      // The content is never changed.
      if offset > start {
        return unsafe _overrideLifetime(bytes.span.extracting(start..<offset), borrowing: self)
      }
    case .zeros(let total):
      let (count, zeros) = (min(Self.pieceSize, total - start), zeros)
      offset += count
      if count > 0 {
        return unsafe _overrideLifetime(zeros.span.extracting(..<count), borrowing: self)
      }
    }
    if case .broken(_, let error) = content { throw error }
    return nil
  }
}

/// Bytes that look random and are the same each time (xorshift64).
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    for index in 0..<count {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      buffer[index] = UInt8(truncatingIfNeeded: state >> 32)
    }
    filled = count
  }
}

/// Lines that compress to about a third.
func prose(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  let words = [
    "archive", "entry", "central", "directory", "the", "of", "and", "stream", "\n", "deflate",
  ]
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + 16)
  let numbers = noise(count / 3 + 1, seed: seed)
  var index = 0
  while bytes.count < count {
    bytes += words[Int(numbers[index % numbers.count]) % words.count].utf8
    bytes.append(0x20)
    index += 1
  }
  return Array(bytes.prefix(count))
}
