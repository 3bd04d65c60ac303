internal import PictureModel

/// The directories of a TIFF stream (TIFF 6.0, section 2), as multi-picture indexes use them.
struct TIFFStream {
  struct Entry {
    let tag: Int
    let count: Int
    /// The value field as a number, or as the offset of the values.
    let value: Int
  }

  private let bytes: [UInt8]
  private let isLittleEndian: Bool

  /// `nil` without the header of a TIFF stream.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8, Exif.beginsStream(bytes) else { return nil }
    isLittleEndian = bytes[0] == 0x49
    self.bytes = bytes
  }

  /// The offset of the first directory.
  var firstDirectory: Int { integer(at: 4, byteCount: 4) ?? 0 }

  /// An unsigned integer of 2 or 4 bytes; `nil` past the end.
  func integer(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - byteCount else { return nil }
    let field = bytes[offset..<offset + byteCount]
    return isLittleEndian
      ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
  }

  /// An unsigned integer of 4 bytes as the stream writes it.
  func bytes(of value: UInt32) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    return isLittleEndian ? bytes : bytes.reversed()
  }

  /// The entries of the directory at `offset`, and the offset of the next one (0 for none).
  ///
  /// A directory that runs past the end gives the entries that are there.
  func directory(at offset: Int) -> (entries: [Entry], next: Int)? {
    guard offset >= 8, let count = integer(at: offset, byteCount: 2) else { return nil }
    var entries: [Entry] = []
    for index in 0..<count {
      let start = offset + 2 + 12 * index
      guard let tag = integer(at: start, byteCount: 2),
        let type = integer(at: start + 2, byteCount: 2),
        let valueCount = integer(at: start + 4, byteCount: 4),
        // A lone SHORT fills the first half of the field.
        let value = integer(at: start + 8, byteCount: type == 3 && valueCount == 1 ? 2 : 4)
      else { return (entries, 0) }
      entries.append(Entry(tag: tag, count: valueCount, value: value))
    }
    return (entries, integer(at: offset + 2 + 12 * count, byteCount: 4) ?? 0)
  }
}
