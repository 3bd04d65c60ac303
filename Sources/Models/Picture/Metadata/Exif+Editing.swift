/// Edits that move no byte: maker notes hold offsets of their own, counted from the stream's start.
extension Exif {
  /// The same Exif with every orientation field of IFD 0 saying `orientation`.
  ///
  /// A stream without the field stays without it.
  static func settingOrientation(to orientation: Orientation, in exif: [UInt8]) -> [UInt8] {
    setting([Tag.orientation: orientation.rawValue], of: .primary, in: exif)
  }

  /// The same Exif with the fields that give the picture's size, where there are any, brought up to
  /// date: PixelXDimension and PixelYDimension, ImageWidth and ImageLength of IFD 0.
  static func settingSize(width: Int, height: Int, in exif: [UInt8]) -> [UInt8] {
    let primary = setting(
      [Tag.imageWidth: width, Tag.imageLength: height], of: .primary, in: exif)
    return setting([Tag.pixelWidth: width, Tag.pixelHeight: height], of: .exif, in: primary)
  }

  /// The same Exif with its ColorSpace field, where there is one, saying sRGB (1) or else
  /// uncalibrated (65535), which refers to the profile.
  static func settingColourSpace(isSRGB: Bool, in exif: [UInt8]) -> [UInt8] {
    setting([Tag.colourSpace: isSRGB ? 1 : 65535], of: .exif, in: exif)
  }

  /// The same Exif without IFD 1: the link to it is cut, its bytes are blanked, or cut off where
  /// they stood at the end.
  static func removingThumbnail(from exif: [UInt8]) -> [UInt8] {
    guard let structure = Structure(exif), let thumbnail = structure[.thumbnail],
      let link = structure[.primary]?.link
    else { return exif }
    let removed = union(
      [thumbnail.range] + thumbnail.fields.map(\.value) + structure.thumbnailData)
    // Ranges come from the file: what anything else lays claim to is put back.
    let claimed = union(
      [0..<8]
        + structure.directories.filter { $0.name != .thumbnail }.flatMap { directory in
          [directory.range] + directory.fields.map(\.value)
        })
    var result = exif
    for range in removed {
      for index in range { result[index] = 0 }
    }
    for range in claimed {
      result.replaceSubrange(range, with: exif[range])
    }
    result.replaceSubrange(link..<link + 4, with: [0, 0, 0, 0])
    if let last = removed.last, last.upperBound == exif.count {
      let end = max(last.lowerBound, claimed.last?.upperBound ?? 0)
      result.removeSubrange(min(end, exif.count)...)
    }
    return result
  }

  /// Rewrites the entries of the fields that are there, as one SHORT or LONG each: both fit into
  /// the entry itself, whatever type and count it had.
  private static func setting(
    _ values: [UInt16: Int], of name: Structure.DirectoryName, in exif: [UInt8]
  ) -> [UInt8] {
    guard let structure = Structure(exif), let directory = structure[name] else { return exif }
    var result = exif
    for field in directory.fields {
      guard let value = values[field.tag], structure.integer(field) != value else { continue }
      let isLong = value > 0xFFFF || field.type == FieldType.long.rawValue
      let type: FieldType = isLong ? .long : .short
      let isBigEndian = structure.data.isBigEndian
      var entry: [UInt8] = []
      entry.append(Int(type.rawValue), size: 2, bigEndian: isBigEndian)
      entry.append(1, size: 4, bigEndian: isBigEndian)
      entry.append(value, size: type.byteCount, bigEndian: isBigEndian)
      entry.append(0, size: 4 - type.byteCount, bigEndian: isBigEndian)
      result.replaceSubrange(field.entry + 2..<field.entry + 12, with: entry)
    }
    return result
  }

  /// The same bytes as `ranges` cover, as ranges that neither touch nor overlap, in order.
  private static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
