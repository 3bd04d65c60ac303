/// The list of all entries at the end of an archive, as it is collected (APPNOTE 4.3.12 to 4.3.16).
struct WrittenDirectory {
  private var records: [UInt8] = []
  private var count = 0

  mutating func add(_ record: EntryRecord) {
    records += record.centralRecord
    count += 1
  }

  /// The list and what ends the archive.
  ///
  /// - Parameter offset: where it begins.
  func closed(at offset: Int, comment: [UInt8]) -> [UInt8] {
    let needsZip64 = count >= UInt16.max || records.count >= UInt32.max || offset >= UInt32.max
    return records + (needsZip64 ? zip64End(at: offset) : []) + end(at: offset, comment)
  }

  private func end(at offset: Int, _ comment: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0605_4b50 as UInt32)
    // The number of this disk, and of the one that the list begins on.
    bytes.append(littleEndian: 0 as UInt32)
    bytes.append(littleEndian: UInt16(clamping: count))
    bytes.append(littleEndian: UInt16(clamping: count))
    bytes.append(littleEndian: UInt32(clamping: records.count))
    bytes.append(littleEndian: UInt32(clamping: offset))
    bytes.append(littleEndian: UInt16(clamping: comment.count))
    return bytes + comment
  }

  /// The record for numbers that are too large for the other one, and where to find it.
  private func zip64End(at offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0606_4b50 as UInt32)
    // Bytes of the record that follow.
    bytes.append(littleEndian: 44 as UInt64)
    bytes.append(littleEndian: 3 << 8 | 63 as UInt16)
    bytes.append(littleEndian: 45 as UInt16)
    bytes.append(littleEndian: 0 as UInt64)
    bytes.append(littleEndian: UInt64(count))
    bytes.append(littleEndian: UInt64(count))
    bytes.append(littleEndian: UInt64(records.count))
    bytes.append(littleEndian: UInt64(clamping: offset))
    // The locator.
    bytes.append(littleEndian: 0x0706_4b50 as UInt32)
    bytes.append(littleEndian: 0 as UInt32)
    bytes.append(littleEndian: UInt64(clamping: offset + records.count))
    bytes.append(littleEndian: 1 as UInt32)
    return bytes
  }
}
