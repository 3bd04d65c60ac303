extension Exif {
  /// Where the directories and fields of an Exif block lie.
  struct Structure {
    enum DirectoryName {
      /// IFD 0, about the picture.
      case primary
      /// IFD 1, about the embedded thumbnail.
      case thumbnail
      case exif, gps, interoperability
    }

    /// An image file directory (TIFF 6.0, section 2).
    struct Directory {
      let name: DirectoryName
      /// From the entry count to the end of the link to the next directory.
      let range: Range<Int>
      let fields: [Field]
      /// Where the link to the next directory stands, if the data reaches that far.
      let link: Int?
    }

    struct Field {
      let tag: UInt16
      let type: UInt16
      /// The number of values; 0 where they lie outside the data or their type is unknown.
      let count: Int
      /// Where the 12 bytes of the entry begin.
      let entry: Int
      /// The bytes of the values, within the entry or elsewhere.
      let value: Range<Int>
    }

    let data: BoundedBytes
    private(set) var directories: [Directory] = []

    /// `nil` for bytes that do not begin as a TIFF stream.
    init?(_ exif: [UInt8]) {
      guard Exif.beginsStream(exif) else { return nil }
      data = BoundedBytes(exif, bigEndian: exif[0] == 0x4D)
      guard let first = data.uint32(at: 4) else { return nil }
      enter(.primary, at: first)
      enter(.exif, from: .primary, by: Tag.exifDirectory)
      enter(.gps, from: .primary, by: Tag.gpsDirectory)
      enter(.gps, from: .exif, by: Tag.gpsDirectory)
      enter(.interoperability, from: .exif, by: Tag.interoperabilityDirectory)
      if let link = self[.primary]?.link, let next = data.uint32(at: link), next != 0 {
        enter(.thumbnail, at: next)
      }
    }

    subscript(name: DirectoryName) -> Directory? { directories.first { $0.name == name } }

    /// The first field of that tag which holds a value.
    func field(_ tag: UInt16, in name: DirectoryName) -> Field? {
      self[name]?.fields.first { $0.tag == tag && $0.count > 0 }
    }

    private mutating func enter(_ name: DirectoryName, from parent: DirectoryName, by tag: UInt16) {
      guard self[name] == nil, let pointer = field(tag, in: parent), let offset = integer(pointer)
      else { return }
      enter(name, at: offset)
    }

    private mutating func enter(_ name: DirectoryName, at offset: Int) {
      // A directory that two links share would be two things at once: the first link counts.
      guard offset >= 8, let declared = data.uint16(at: offset),
        !directories.contains(where: { $0.range.lowerBound == offset })
      else { return }
      let start = offset + 2
      let entries = min(declared, (data.count - start) / 12)
      let end = start + entries * 12
      let link = entries == declared ? data.range(at: end, length: 4) : nil
      directories.append(
        Directory(
          name: name, range: offset..<(link?.upperBound ?? end),
          fields: (0..<entries).compactMap { field(at: start + $0 * 12) },
          link: link?.lowerBound))
    }

    private func field(at entry: Int) -> Field? {
      guard let tag = data.uint16(at: entry), let type = data.uint16(at: entry + 2),
        let declared = data.uint32(at: entry + 4), let offset = data.uint32(at: entry + 8)
      else { return nil }
      let byteCount = declared * (FieldType(rawValue: UInt16(type))?.byteCount ?? 0)
      let value = data.range(at: byteCount <= 4 ? entry + 8 : offset, length: byteCount)
      return Field(
        tag: UInt16(tag), type: UInt16(type), count: byteCount > 0 && value != nil ? declared : 0,
        entry: entry, value: value ?? entry..<entry)
    }
  }

  /// The types of TIFF 6.0, section 2, and Exif 3.0's UTF-8.
  enum FieldType: UInt16 {
    case byte = 1
    case ascii, short, long, rational
    case signedByte, undefined, signedShort, signedLong, signedRational
    case float, double, directory
    case utf8 = 129

    var byteCount: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined, .utf8: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .float, .directory: 4
      case .rational, .signedRational, .double: 8
      }
    }
  }
}
