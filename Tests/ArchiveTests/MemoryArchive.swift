import ArchiveModel
import ConverterCore
import Glibc
import Synchronization

/// An archive of entries and contents that a test made up.
final class MemoryArchive: EntryDirectory, EntrySequence {
  let entries: [Entry]
  private let contents: [[UInt8]]
  /// Bytes of a piece of a stream.
  private let piece: Int
  /// How many streams were opened.
  let opened = Atomic<Int>(0)
  let byteCount: Int
  /// Thrown in place of the content, by position.
  private let failures: [Int: ConversionError]
  /// Thrown in place of the entry of that position, in a sequence.
  private let end: (position: Int, error: ConversionError)?

  init(
    _ entries: [(Entry, [UInt8])], piece: Int = 1 << 16, byteCount: Int = 1 << 20,
    failures: [Int: ConversionError] = [:], end: (position: Int, error: ConversionError)? = nil
  ) {
    self.entries = entries.enumerated().map { index, pair in
      var entry = pair.0
      entry.index = index
      return entry
    }
    contents = entries.map(\.1)
    self.piece = piece
    self.byteCount = byteCount
    self.failures = failures
    self.end = end
  }

  var directory: Archive { Archive(format: "Test", content: .directory(self)) }
  var sequence: Archive { Archive(format: "Test", content: .sequence(self)) }

  func makeReader() -> any EntryReader { Reader(archive: self) }
  func makePass() -> any EntryPass { Pass(archive: self) }

  fileprivate func open(_ index: Int) throws(ConversionError) -> any EntryStream {
    opened.add(1, ordering: .relaxed)
    if let failure = failures[index] { throw failure }
    return Stream(contents[index], piece: piece)
  }

  private final class Reader: EntryReader {
    let archive: MemoryArchive
    init(archive: MemoryArchive) { self.archive = archive }

    func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
      try archive.open(entry.index)
    }
  }

  private final class Pass: EntryPass {
    let archive: MemoryArchive
    var position = 0
    init(archive: MemoryArchive) { self.archive = archive }

    var fraction: Double { Double(position) / Double(max(1, archive.entries.count)) }

    func next() throws(ConversionError) -> Entry? {
      if let end = archive.end, end.position == position { throw end.error }
      guard position < archive.entries.count else { return nil }
      position += 1
      return archive.entries[position - 1]
    }

    func open() throws(ConversionError) -> any EntryStream { try archive.open(position - 1) }
  }

  private final class Stream: EntryStream {
    private let bytes: [UInt8]
    private let piece: Int
    private var position = 0

    init(_ content: [UInt8], piece: Int) {
      bytes = content
      self.piece = piece
    }

    @_lifetime(borrow self)
    func next() -> Span<UInt8>? {
      let bytes = bytes
      guard position < bytes.count else { return nil }
      let end = min(bytes.count, position + piece)
      defer { position = end }
      // The bytes are never changed.
      return unsafe _overrideLifetime(bytes.span.extracting(position..<end), borrowing: self)
    }
  }
}

extension Entry {
  /// An entry with a path and what else a test needs.
  static func test(
    _ path: String, _ kind: Kind = .file, bytes: Int? = nil, compressed: Int? = nil,
    to target: String? = nil, modified: Timestamp? = nil, method: String = "deflate",
    isEncrypted: Bool = false, fault: ConversionError? = nil
  ) -> Entry {
    Entry(
      index: 0, path: EntryPath(Array(path.utf8)), kind: kind, byteCount: bytes,
      compressedByteCount: compressed, modified: modified, method: method, isEncrypted: isEncrypted,
      linkTarget: target.map { Array($0.utf8) }, fault: fault)
  }

  var text: String { String(decoding: path.bytes, as: UTF8.self) }
}

extension ConversionContext {
  static func test(threads: Int = 1, _ change: (inout Limits) -> Void = { _ in })
    -> ConversionContext
  {
    var limits = Limits()
    change(&limits)
    return ConversionContext(registry: Registry(), limits: limits, threads: threads)
  }
}

/// The error that `body` throws; `nil` if it throws none.
func failure<Result>(_ body: () throws(ConversionError) -> Result) -> ConversionError? {
  do throws(ConversionError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
