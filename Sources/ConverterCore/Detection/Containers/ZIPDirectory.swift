/// The names in a ZIP archive, from its central directory (APPNOTE 4.3.12) or, where that is lost,
/// from the local headers at the beginning.
///
/// Only for telling what an archive is: names are bytes, sizes are not believed, and never more
/// than ``maximumBytes`` are read.
struct ZIPDirectory {
  struct Entry {
    let name: [UInt8]
    let method: Int
    let compressedByteCount: Int
    let localHeader: Int
  }

  private(set) var entries: [Entry] = []
  /// Whether every name was seen; a cut or very large directory shows only some.
  private(set) var isComplete = false

  /// Thousands of names in a typical archive.
  static let maximumBytes = 256 * 1024

  /// `nil` when there is neither a directory nor a local header.
  init?(_ sample: FileSample) throws(ConversionError) {
    if let end = try EndRecord(sample) {
      try readDirectory(end, sample)
      if !entries.isEmpty || end.isEmpty { return }
    }
    guard sample.head.has("PK\u{3}\u{4}", at: 0) else { return nil }
    readLocalHeaders(sample.head)
  }

  func contains(_ name: StaticString) -> Bool {
    entries.contains { $0.name.count == name.utf8CodeUnitCount && $0.name.has(name, at: 0) }
  }

  func contains(prefix: StaticString) -> Bool {
    entries.contains { $0.name.has(prefix, at: 0) }
  }

  func contains(suffix: StaticString) -> Bool {
    entries.contains { $0.name.has(suffix, at: $0.name.count - suffix.utf8CodeUnitCount) }
  }

  private mutating func readDirectory(_ end: EndRecord, _ sample: FileSample)
    throws(ConversionError)
  {
    let bytes = try sample.bytes(
      at: end.directory, count: min(end.directoryByteCount, Self.maximumBytes))
    var next = 0
    while bytes.has("PK\u{1}\u{2}", at: next), next + 46 <= bytes.count {
      guard let nameLength = bytes.number(at: next + 28, width: 2, .little),
        let extraLength = bytes.number(at: next + 30, width: 2, .little),
        let commentLength = bytes.number(at: next + 32, width: 2, .little),
        next + 46 + nameLength <= bytes.count
      else { break }
      entries.append(
        Entry(
          name: Array(bytes[next + 46..<next + 46 + nameLength]),
          method: bytes.number(at: next + 10, width: 2, .little) ?? 0,
          compressedByteCount: bytes.number(at: next + 20, width: 4, .little) ?? 0,
          localHeader: (bytes.number(at: next + 42, width: 4, .little) ?? 0) + end.shift))
      next += 46 + nameLength + extraLength + commentLength
    }
    isComplete = next >= end.directoryByteCount
  }

  private mutating func readLocalHeaders(_ head: [UInt8]) {
    var next = 0
    while head.has("PK\u{3}\u{4}", at: next), next + 30 <= head.count {
      guard let flags = head.number(at: next + 6, width: 2, .little),
        let compressed = head.number(at: next + 18, width: 4, .little),
        let nameLength = head.number(at: next + 26, width: 2, .little),
        let extraLength = head.number(at: next + 28, width: 2, .little),
        next + 30 + nameLength <= head.count
      else { return }
      entries.append(
        Entry(
          name: Array(head[next + 30..<next + 30 + nameLength]),
          method: head.number(at: next + 8, width: 2, .little) ?? 0,
          compressedByteCount: compressed, localHeader: next))
      // With bit 3 set the size stands behind the data, so the next header is not to be found.
      guard flags & 8 == 0 || compressed > 0 else { return }
      next += 30 + nameLength + extraLength + compressed
    }
  }

  /// The first compressed bytes of an entry, and how they are compressed.
  func compressedContents(of name: StaticString, in sample: FileSample, upTo count: Int)
    throws(ConversionError) -> (method: Int, bytes: [UInt8])?
  {
    guard
      let entry = entries.first(where: {
        $0.name.count == name.utf8CodeUnitCount && $0.name.has(name, at: 0)
      })
    else { return nil }
    let header = try sample.bytes(at: entry.localHeader, count: 30)
    guard header.has("PK\u{3}\u{4}", at: 0),
      let nameLength = header.number(at: 26, width: 2, .little),
      let extraLength = header.number(at: 28, width: 2, .little)
    else { return nil }
    let bytes = try sample.bytes(
      at: entry.localHeader + 30 + nameLength + extraLength,
      count: min(entry.compressedByteCount, count))
    return (entry.method, bytes)
  }

  /// The first bytes of an entry that is stored without compression.
  func storedContents(of name: StaticString, in sample: FileSample, upTo count: Int)
    throws(ConversionError) -> [UInt8]?
  {
    guard let found = try compressedContents(of: name, in: sample, upTo: count), found.method == 0
    else { return nil }
    return found.bytes
  }
}

extension ZIPDirectory {
  /// Where the central directory is (APPNOTE 4.3.16, and 4.3.14 for ZIP64).
  struct EndRecord {
    let directory: Int
    let directoryByteCount: Int
    /// How many bytes stand before the archive, which its offsets do not count.
    let shift: Int
    var isEmpty: Bool { directoryByteCount == 0 }

    init?(_ sample: FileSample) throws(ConversionError) {
      // The record is 22 bytes, then comes a comment of up to 65,535; most files have none.
      var tail = try sample.tail(22)
      if !tail.has("PK\u{5}\u{6}", at: 0) { tail = try sample.tail(22 + 0xFFFF) }
      guard
        let record = Self.last(in: tail),
        let size = tail.number(at: record + 12, width: 4, .little),
        let offset = tail.number(at: record + 16, width: 4, .little)
      else { return nil }
      let position = sample.byteCount - tail.count + record
      if size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
        let large = try Self.zip64(endingAt: position, sample)
      {
        (directory, directoryByteCount, shift) = (large.offset, large.size, 0)
        return
      }
      // What precedes the archive (a self-extractor, junk) moves the directory by the same amount.
      let start = position - size
      guard start >= 0 else { return nil }
      directory = start
      directoryByteCount = size
      shift = start - offset
    }

    /// Where the last record begins that the bytes may hold whole.
    private static func last(in tail: [UInt8]) -> Int? {
      var rest = tail.dropLast(18)
      while let mark = rest.lastIndex(of: 0x06) {
        if tail.has("PK\u{5}\u{6}", at: mark - 3) { return mark - 3 }
        rest = rest[..<mark]
      }
      return nil
    }

    private static func zip64(endingAt position: Int, _ sample: FileSample)
      throws(ConversionError) -> (offset: Int, size: Int)?
    {
      let locator = try sample.bytes(at: position - 20, count: 20)
      guard locator.has("PK\u{6}\u{7}", at: 0),
        let offset = locator.number(at: 8, width: 8, .little)
      else { return nil }
      let record = try sample.bytes(at: offset, count: 56)
      guard record.has("PK\u{6}\u{6}", at: 0),
        let size = record.number(at: 40, width: 8, .little),
        let directory = record.number(at: 48, width: 8, .little)
      else { return nil }
      return (directory, size)
    }
  }
}
