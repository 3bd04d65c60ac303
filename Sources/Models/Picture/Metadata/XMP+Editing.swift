extension XMP {
  /// What a packet must no longer say once the picture is written anew.
  struct Corrections {
    var width: Int
    var height: Int
    /// Whether it may go on showing a thumbnail of the picture.
    var keepsThumbnail: Bool
  }

  /// The packet with what would contradict the picture made true or taken out, the rest as it was.
  ///
  /// - `tiff:Orientation` becomes 1, the sizes of `exif` and `tiff` the picture's.
  /// - What describes data appended to the old file goes: gain maps (Adobe's `hdrgm`, Apple's
  ///   `HDRGainMap`), Google's `Container:Directory`, motion photos, and the link to an extended
  ///   packet. Taken for true, they send a reader looking for bytes that are not there.
  /// - `xmp:Thumbnails` goes unless it may stay.
  static func corrected(
    _ xmp: [UInt8], _ properties: [Property], _ corrections: Corrections
  ) -> [UInt8] {
    let values = [
      Name(Namespace.tiff, "Orientation"): 1,
      Name(Namespace.tiff, "ImageWidth"): corrections.width,
      Name(Namespace.tiff, "ImageLength"): corrections.height,
      Name(Namespace.exif, "PixelXDimension"): corrections.width,
      Name(Namespace.exif, "PixelYDimension"): corrections.height,
    ]
    var result: [UInt8] = []
    var end = 0
    func replace(_ range: Range<Int>, with text: String) {
      guard range.lowerBound >= end else { return }
      result += xmp[end..<range.lowerBound] + Array(text.utf8)
      end = range.upperBound
    }
    for property in properties {
      if describesAppendedData(property.name)
        || !corrections.keepsThumbnail && property.name == Name(Namespace.xmp, "Thumbnails")
      {
        replace(property.range, with: "")
      } else if let value = values[property.name], let range = property.value,
        text(range, in: xmp) != "\(value)"
      {
        replace(range, with: "\(value)")
      }
    }
    return result + xmp[end...]
  }

  static func describesAppendedData(_ name: Name) -> Bool {
    switch name.namespace {
    case Namespace.gainMap, Namespace.appleGainMap: true
    case Namespace.container: name.local == "Directory"
    case Namespace.camera:
      name.local.hasPrefix("MotionPhoto") || name.local.hasPrefix("MicroVideo")
    case Namespace.note: name.local == "HasExtendedXMP"
    default: false
    }
  }
}
