import ConverterCore

/// The brands at the start of an HEIF file (ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, annex B.4).
enum FileTypeBrands {
  /// The `ftyp` box of an HEIC file whose pictures go beyond HEVC's Main profile: `heix` in place of
  /// `heic`.
  ///
  /// libheif 1.15 writes `heic` whatever is inside.
  ///
  /// - Parameter file: starts with the box.
  /// - Returns: the box, or nothing where `file` does not start with a whole one.
  static func extendedHEIC(_ file: Span<UInt8>) -> [UInt8] {
    guard let size = file.number(at: 0, width: 4, .big), size >= 16, size <= file.count,
      file.has("ftyp", at: 4)
    else { return [] }
    var box = file.extracting(..<size).array
    // The major brand, then from byte 16 on the compatible ones; byte 12 is the minor version.
    for start in stride(from: 8, through: size - 4, by: 4) where start != 12 {
      if box[start..<start + 4].elementsEqual("heic".utf8) { box[start + 3] = UInt8(ascii: "x") }
    }
    return box
  }
}
