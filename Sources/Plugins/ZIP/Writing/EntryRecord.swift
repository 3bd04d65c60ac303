/// What an archive says of an entry, before its content and again in the central directory
/// (APPNOTE 4.3.7 and 4.3.12).
struct EntryRecord {
  /// File types as Unix keeps them.
  static let file: UInt16 = 0o100000
  static let folder: UInt16 = 0o040000
  static let link: UInt16 = 0o120000

  /// Of names and comments.
  static let maximumTextLength = 0xFFFF

  /// With a slash at the end if it is a folder's.
  let name: [UInt8]
  /// Type and permissions (`st_mode`).
  let mode: UInt16
  var comment: [UInt8] = []
  var time = DOSTime.earliest
  /// Seconds since 1970 in UTC.
  var modified: Int32?
  var method = PackingMethod.store
  var isEncrypted = false
  /// Whether checksum and sizes follow the content.
  var isStreamed = false
  /// Whether they have 8 bytes there; it has to be said before they are known.
  var hasLongSizes = false
  var content = KnownContent()
  /// As it is in the archive.
  var compressedByteCount = 0
  /// Of the local header.
  var offset = 0

  init(name: [UInt8], mode: UInt16) {
    self.name = name
    self.mode = mode
  }

  var localHeader: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0403_4b50 as UInt32)
    appendCommonFields(to: &bytes, needsZip64: hasLongSizes)
    // Zeros stand for what follows the content (4.4.4).
    let byteCount = isStreamed ? 0 : content.byteCount
    let compressedByteCount = isStreamed ? 0 : compressedByteCount
    bytes.append(littleEndian: isStreamed ? 0 : shownCRC)
    bytes.append(littleEndian: hasLongSizes ? .max : UInt32(clamping: compressedByteCount))
    bytes.append(littleEndian: hasLongSizes ? .max : UInt32(clamping: byteCount))
    var extra: [UInt8] = []
    if hasLongSizes { Self.append(zip64: [byteCount, compressedByteCount], to: &extra) }
    appendSharedExtras(to: &extra)
    bytes.append(littleEndian: UInt16(clamping: name.count))
    bytes.append(littleEndian: UInt16(clamping: extra.count))
    return bytes + name + extra
  }

  /// What follows a content whose checksum and sizes were not known before (4.3.9).
  var dataDescriptor: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0807_4b50 as UInt32)
    bytes.append(littleEndian: shownCRC)
    if hasLongSizes {
      bytes.append(littleEndian: UInt64(clamping: compressedByteCount))
      bytes.append(littleEndian: UInt64(clamping: content.byteCount))
    } else {
      bytes.append(littleEndian: UInt32(clamping: compressedByteCount))
      bytes.append(littleEndian: UInt32(clamping: content.byteCount))
    }
    return bytes
  }

  var centralRecord: [UInt8] {
    // 4.5.3: only what does not fit into its field, in this order.
    let long = [content.byteCount, compressedByteCount, offset].filter { $0 >= UInt32.max }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0201_4b50 as UInt32)
    // Made by Unix, which says what the attributes mean, to version 6.3.
    bytes.append(littleEndian: 3 << 8 | 63 as UInt16)
    appendCommonFields(to: &bytes, needsZip64: hasLongSizes || !long.isEmpty)
    bytes.append(littleEndian: shownCRC)
    bytes.append(littleEndian: UInt32(clamping: compressedByteCount))
    bytes.append(littleEndian: UInt32(clamping: content.byteCount))
    var extra: [UInt8] = []
    if !long.isEmpty { Self.append(zip64: long, to: &extra) }
    appendSharedExtras(to: &extra)
    bytes.append(littleEndian: UInt16(clamping: name.count))
    bytes.append(littleEndian: UInt16(clamping: extra.count))
    bytes.append(littleEndian: UInt16(clamping: comment.count))
    // The number of the disk and internal attributes.
    bytes.append(littleEndian: 0 as UInt32)
    bytes.append(littleEndian: UInt32(mode) << 16 | (isFolder ? Self.folderOfDOS : 0))
    bytes.append(littleEndian: UInt32(clamping: offset))
    return bytes + name + extra + comment
  }

  private static let folderOfDOS: UInt32 = 0x10

  private var isFolder: Bool { mode & 0o170000 == Self.folder }

  /// AE-2 leaves the checksum out, which would reveal the content.
  private var shownCRC: UInt32 { isEncrypted ? 0 : content.crc }

  private func appendCommonFields(to bytes: inout [UInt8], needsZip64: Bool) {
    let version: UInt16 =
      if isEncrypted { 51 } else if needsZip64 { 45 } else if method == .deflate || isFolder {
        20
      } else { 10 }
    bytes.append(littleEndian: version)
    bytes.append(littleEndian: flags)
    bytes.append(littleEndian: isEncrypted ? 99 : method.rawValue)
    bytes.append(littleEndian: time.time)
    bytes.append(littleEndian: time.date)
  }

  private var flags: UInt16 {
    let isASCII = (name + comment).allSatisfy { $0 < 0x80 }
    return (isEncrypted ? 1 : 0) | (isStreamed ? 1 << 3 : 0)
      | (!isASCII && isUTF8 ? 1 << 11 : 0)
  }

  /// Names of unknown encoding stay as they are, and are not called UTF-8.
  var isUTF8: Bool { String(validating: name, as: UTF8.self) != nil }

  private static func append(zip64 numbers: [Int], to extra: inout [UInt8]) {
    extra.append(littleEndian: 0x0001 as UInt16)
    extra.append(littleEndian: UInt16(clamping: 8 * numbers.count))
    for number in numbers { extra.append(littleEndian: UInt64(clamping: number)) }
  }

  private func appendSharedExtras(to extra: inout [UInt8]) {
    if let modified {
      // Info-ZIP's extended timestamp: modification alone, the same in both places.
      extra.append(littleEndian: 0x5455 as UInt16)
      extra.append(littleEndian: 5 as UInt16)
      extra.append(1)
      extra.append(littleEndian: modified)
    }
    if isEncrypted {
      extra.append(littleEndian: 0x9901 as UInt16)
      extra.append(littleEndian: 7 as UInt16)
      extra.append(littleEndian: 2 as UInt16)
      extra += "AE".utf8
      extra.append(UInt8(AESEncryptor.strength.rawValue))
      extra.append(littleEndian: method.rawValue)
    }
  }
}
