/// A ZIP archive whose entries are stored, made with nothing of fairy's.
public struct StoredZIP: Sendable {
  public struct Entry: Sendable {
    let name: String
    let content: [UInt8]
    let comment: String
    /// Type and permissions, as Unix has them; 0 for none.
    let mode: Int

    public init(_ name: String, _ content: [UInt8], comment: String = "", mode: Int = 0) {
      (self.name, self.content, self.comment, self.mode) = (name, content, comment, mode)
    }
  }

  public let bytes: [UInt8]

  /// - Parameter files: the content of each entry by its name.
  public init(_ files: [String: String]) {
    self.init(files.sorted { $0.key < $1.key }.map { Entry($0.key, Array($0.value.utf8)) })
  }

  public init(_ entries: [Entry], comment: String = "") {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let (name, data, remark) = (
        Array(entry.name.utf8), entry.content, Array(entry.comment.utf8)
      )
      let start = Self.little(0, 4) + Self.little(0x21 << 16, 4)
      let fields =
        start + Self.little(Self.crc(data), 4) + Self.little(data.count, 4)
        + Self.little(data.count, 4) + Self.little(name.count, 2) + Self.little(0, 2)
      let offset = bytes.count
      bytes += [0x50, 0x4B, 3, 4] + Self.little(20, 2) + fields + name + data
      directory +=
        [0x50, 0x4B, 1, 2] + Self.little(entry.mode == 0 ? 20 : 3 << 8 | 20, 2)
        + Self.little(20, 2) + fields + Self.little(remark.count, 2) + Self.little(0, 4)
      directory +=
        Self.little(entry.mode << 16, 4) + Self.little(offset, 4) + name + remark
    }
    let end =
      [0x50, 0x4B, 5, 6] + Self.little(0, 4) + Self.little(entries.count, 2)
      + Self.little(entries.count, 2) + Self.little(directory.count, 4)
      + Self.little(bytes.count, 4) + Self.little(comment.utf8.count, 2) + Array(comment.utf8)
    self.bytes = bytes + directory + end
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func crc(_ data: [UInt8]) -> Int {
    var crc: UInt32 = ~0
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }
}
