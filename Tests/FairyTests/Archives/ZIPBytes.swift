import TestSupport

/// A ZIP archive of stored entries, made by hand, also such as no program writes.
struct ZIPBytes {
  struct Entry {
    var name: [UInt8]
    var content: [UInt8]
    /// As `stat` has it: kind and permissions.
    var mode: Int
    /// The name before the content, where it is another one than in the directory.
    var localName: [UInt8]?
    /// Where the directory says that it is, if not where it is.
    var offset: Int?
    /// What the checksum is off by.
    var checksumError: UInt32 = 0
    /// Seconds since 1970.
    var modified = ZIPBytes.modified

    init(_ name: [UInt8], _ content: String, mode: Int) {
      self.name = name
      self.content = Array(content.utf8)
      self.mode = mode
    }
  }

  /// 2001-09-09 01:46:40 UTC.
  static let modified = 1_000_000_000

  var entries: [Entry] = []

  /// - Parameter things: `a=text` is a file, `d/` a folder, `l>target` a link.
  init(_ things: String...) {
    for thing in things { add(thing) }
  }

  mutating func add(_ thing: String) {
    if thing.hasSuffix("/"), !thing.contains("=") {
      entries.append(Entry(Array(thing.utf8), "", mode: 0o40755))
      return
    }
    let mark = thing.firstIndex { $0 == "=" || $0 == ">" } ?? thing.endIndex
    let isLink = mark < thing.endIndex && thing[mark] == ">"
    entries.append(
      Entry(
        Array(thing[..<mark].utf8), String(thing[mark...].dropFirst()),
        mode: isLink ? 0o120777 : 0o100644))
  }

  /// The same archive with a change to the last entry.
  func last(_ change: (inout Entry) -> Void) -> ZIPBytes {
    var copy = self
    change(&copy.entries[copy.entries.count - 1])
    return copy
  }

  var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = entry.offset ?? file.count
      let local = Self.common(entry, entry.localName ?? entry.name)
      file += Self.little(0x0403_4B50, 4) + Self.little(20, 2) + local + entry.content
      let central = Self.common(entry, entry.name)
      // Made by Unix, with UTF-8 names; the comment, disk and attributes stand before the name.
      directory += Self.little(0x0201_4B50, 4) + [20, 3] + Self.little(20, 2) + central.prefix(24)
      directory += Self.little(0, 6) + Self.little(entry.mode << 16, 4) + Self.little(offset, 4)
      directory += central.dropFirst(24)
    }
    let count = Self.little(entries.count, 2)
    return file + directory + Self.little(0x0605_4B50, 4) + Self.little(0, 4) + count + count
      + Self.little(directory.count, 4) + Self.little(file.count, 4) + Self.little(0, 2)
  }

  /// What stands before the content and in the directory: flags up to the extra fields.
  private static func common(_ entry: Entry, _ name: [UInt8]) -> [UInt8] {
    // Info-ZIP's field of times: modification alone.
    let extra = little(0x5455, 2) + little(5, 2) + [1] + little(entry.modified, 4)
    let checksum = Int(crc(entry.content) ^ entry.checksumError)
    return little(0x800, 2) + little(0, 2) + little(0x2821_0000, 4) + little(checksum, 4)
      + little(entry.content.count, 4) + little(entry.content.count, 4)
      + little(name.count, 2) + little(extra.count, 2) + name + extra
  }

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// CRC-32 of ISO 3309.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      sum >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
    }
  }

  private static let remainders = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
}

extension ScratchFolder {
  @discardableResult
  func write(_ archive: ZIPBytes, to name: String) throws -> String {
    try write(archive.bytes, to: name)
  }

  /// What stands in the folder, times included.
  func tree(_ folder: String = "") throws -> [String] {
    try FolderTree.lines(folder.isEmpty ? path : file(folder))
  }

  /// The same in short: paths with contents or targets, without permissions and times.
  func things(_ folder: String = "") throws -> [String] {
    try FolderTree.lines(folder.isEmpty ? path : file(folder), times: false).compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words[2] != "." else { return nil }
      return words[0] == "folder" ? "\(words[2])/" : words[2]
    }.sorted()
  }
}
