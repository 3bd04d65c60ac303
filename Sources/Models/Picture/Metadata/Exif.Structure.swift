internal import ConverterCore

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
    private let header: TIFFHeader
    private(set) var directories: [Directory] = []

    /// `nil` for bytes that do not begin as a TIFF stream.
    init?(_ exif: [UInt8]) {
      guard let header = TIFFHeader(exif.span), !header.isBig, let first = header.firstDirectory
      else { return nil }
      self.header = header
      data = BoundedBytes(exif, bigEndian: header.order == .big)
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
      let entries = TIFFEntry.all(in: data.bytes.span, at: start, most: declared, of: header)
      let end = start + entries.count * header.entrySize
      let link = entries.count == declared ? data.range(at: end, length: 4) : nil
      directories.append(
        Directory(
          name: name, range: offset..<(link?.upperBound ?? end), fields: entries.map(field),
          link: link?.lowerBound))
    }

    private func field(_ entry: TIFFEntry) -> Field {
      let declared = entry.count ?? 0
      let byteCount = declared * (FieldType(rawValue: entry.type)?.byteCount ?? 0)
      let value = data.range(
        at: byteCount <= 4 ? entry.place : entry.offset ?? .max, length: byteCount)
      let start = entry.place - 8
      return Field(
        tag: entry.tag, type: entry.type, count: byteCount > 0 && value != nil ? declared : 0,
        entry: start, value: value ?? start..<start)
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
