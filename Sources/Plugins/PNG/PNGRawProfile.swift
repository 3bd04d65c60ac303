import PictureModel

/// Metadata as hexadecimal text, as ImageMagick and ExifTool wrote it before PNG had eXIf.
///
/// Under the keyword `Raw profile type exif` stands a name, the number of bytes, and the bytes in
/// hexadecimal, each on lines of its own.
struct PNGRawProfile {
  enum Content: Equatable {
    case exif([UInt8])
    case xmp([UInt8])
    case iptc([UInt8])
    case icc([UInt8])
  }

  let content: Content

  /// `nil` for a text that is no such profile.
  init?(_ text: PNGText) {
    let prefix = "Raw profile type "
    guard text.keyword.hasPrefix(prefix), let bytes = Self.decode(text.bytes) else { return nil }
    switch text.keyword.dropFirst(prefix.count).lowercased() {
    case "exif", "app1":
      if let exif = PNGInformation.tiffStream(bytes) {
        content = .exif(exif)
      } else if let xmp = Self.xmpSegment(bytes) {
        content = .xmp(xmp)
      } else {
        return nil
      }
    case "xmp": content = .xmp(bytes)
    case "iptc", "8bim": content = .iptc(Self.resourceBlocks(bytes))
    case "icc", "icm": content = .icc(bytes)
    default: return nil
    }
  }

  /// The bytes, when there are as many as announced.
  private static func decode(_ text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: true)
    guard lines.count >= 2 else { return nil }
    let count = String(decoding: lines[1], as: UTF8.self).filter { $0 != " " && $0 != "\r" }
    guard let count = Int(count), count > 0, count <= text.count / 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var high: UInt8?
    for character in lines[2...].joined() {
      let digit: UInt8
      switch character {
      case 0x30...0x39: digit = character - 0x30
      case 0x41...0x46: digit = character - 0x41 + 10
      case 0x61...0x66: digit = character - 0x61 + 10
      case 0x20, 0x09, 0x0D: continue
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes.count == count && high == nil ? bytes : nil
  }

  /// XMP in JPEG's APP1 segment follows a name space (XMP specification, part 3, section 1.1.3).
  private static func xmpSegment(_ bytes: [UInt8]) -> [UInt8]? {
    let mark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : nil
  }

  /// Photoshop's image resource blocks; a bare IPTC stream becomes one (resource 0x0404).
  private static func resourceBlocks(_ bytes: [UInt8]) -> [UInt8] {
    let mark = Array("Photoshop 3.0\0".utf8)
    if bytes.starts(with: mark) { return Array(bytes.dropFirst(mark.count)) }
    return ImageResources.block(iptc: bytes) ?? bytes
  }
}
