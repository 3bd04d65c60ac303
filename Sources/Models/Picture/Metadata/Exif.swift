/// Reads and edits Exif (JEITA CP-3451, a TIFF 6.0 stream) without trusting a byte of it.
///
/// Whatever breaks the format is passed over: a field that lies outside the data counts as empty,
/// a directory is entered once. So no input is an error; it only says less.
public enum Exif {
  /// Whether the bytes begin as a TIFF stream does: a byte order, then 42 in that order (TIFF 6.0,
  /// section 2).
  public static func beginsStream(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x49, 0x49, 42, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 42])
  }

  /// Where the JPEG picture lies that IFD 1 points to (Exif 2.32, 4.6.5); `nil` where there is none
  /// or it goes past the end.
  public static func jpegThumbnail(in exif: [UInt8]) -> Range<Int>? {
    guard let structure = Structure(exif),
      let offset = structure.field(Tag.jpegOffset, in: .thumbnail).flatMap({ structure.integer($0) }
      ),
      let length = structure.field(Tag.jpegLength, in: .thumbnail).flatMap({ structure.integer($0) }
      ),
      offset > 0, length > 0
    else { return nil }
    return structure.data.range(at: offset, length: length)
  }

  /// The orientation (tag 0x0112) of IFD 0; `nil` where there is none or it is not 1…8.
  public static func orientation(in exif: [UInt8]) -> Orientation? {
    guard let structure = Structure(exif), let primary = structure[.primary] else { return nil }
    for field in primary.fields where field.tag == Tag.orientation {
      if let number = structure.integer(field), let value = Orientation(rawValue: number) {
        return value
      }
    }
    return nil
  }

  /// What the metadata policies need to know of an Exif block.
  struct Contents: Equatable {
    /// Whether it has the header of a TIFF stream and a first directory.
    var isReadable = false
    var orientation: Orientation?
    var hasPlace = false
    var hasThumbnail = false
  }

  static func contents(of exif: [UInt8]) -> Contents {
    var contents = Contents()
    guard let structure = Structure(exif), structure[.primary] != nil else { return contents }
    contents.isReadable = true
    contents.orientation = orientation(in: exif)
    // A GPS directory with nothing but its version (tag 0) tells no place.
    contents.hasPlace =
      structure[.gps]?.fields.contains { $0.tag != 0 && !$0.value.isEmpty } ?? false
    contents.hasThumbnail = !structure.thumbnailData.isEmpty
    return contents
  }

  enum Tag {
    static let imageWidth: UInt16 = 0x0100
    static let imageLength: UInt16 = 0x0101
    static let make: UInt16 = 0x010F
    static let model: UInt16 = 0x0110
    static let stripOffsets: UInt16 = 0x0111
    static let orientation: UInt16 = 0x0112
    static let stripByteCounts: UInt16 = 0x0117
    static let dateTime: UInt16 = 0x0132
    static let jpegOffset: UInt16 = 0x0201
    static let jpegLength: UInt16 = 0x0202
    static let copyright: UInt16 = 0x8298
    static let exposureTime: UInt16 = 0x829A
    static let fNumber: UInt16 = 0x829D
    static let exifDirectory: UInt16 = 0x8769
    static let gpsDirectory: UInt16 = 0x8825
    static let sensitivity: UInt16 = 0x8827
    static let dateTimeOriginal: UInt16 = 0x9003
    static let offsetTime: UInt16 = 0x9010
    static let offsetTimeOriginal: UInt16 = 0x9011
    static let focalLength: UInt16 = 0x920A
    static let subSecond: UInt16 = 0x9290
    static let subSecondOriginal: UInt16 = 0x9291
    static let colourSpace: UInt16 = 0xA001
    static let pixelWidth: UInt16 = 0xA002
    static let pixelHeight: UInt16 = 0xA003
    static let interoperabilityDirectory: UInt16 = 0xA005
    static let focalLength35: UInt16 = 0xA405
    static let lensModel: UInt16 = 0xA434
  }
}
