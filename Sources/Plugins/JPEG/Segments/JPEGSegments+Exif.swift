internal import ConverterCore
internal import PictureModel

enum JPEGSignature {
  static let jfif = Array("JFIF\0".utf8)
  static let exif = Array("Exif\0\0".utf8)
  static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let icc = Array("ICC_PROFILE\0".utf8)
  static let photoshop = Array("Photoshop 3.0\0".utf8)
  static let adobe = Array("Adobe".utf8)
  static let multiPicture = Array("MPF\0".utf8)
  /// ISO 21496-1, annex C.
  static let gainMap = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
}

/// A segment holds 65533 bytes beside its length field.
let jpegSegmentCapacity = 65533

/// How Exif data stands in APP1 segments (Exif 2.32, 4.7.2).
///
/// The standard ends at 64 KiB. Larger data goes on in further segments as ExifTool writes and
/// reads them: each has the signature, and one that does not begin a TIFF stream continues the last.
enum JPEGExif {
  /// The first TIFF stream of the payloads; `nil` where there is none.
  static func join(_ payloads: [[UInt8]]) -> [UInt8]? {
    guard let first = payloads.firstIndex(where: Exif.beginsStream) else { return nil }
    return payloads[(first + 1)...].prefix { !Exif.beginsStream($0) }.reduce(into: payloads[first])
    {
      $0 += $1
    }
  }

  /// The payloads for a TIFF stream, signatures included.
  static func split(_ exif: [UInt8]) -> [[UInt8]] {
    let capacity = jpegSegmentCapacity - JPEGSignature.exif.count
    var payloads: [[UInt8]] = []
    var rest = exif[...]
    while !rest.isEmpty {
      var count = min(capacity, rest.count)
      // What continues must not look like a new stream.
      if count < rest.count, Exif.beginsStream(rest.dropFirst(count)) { count -= 1 }
      payloads.append(JPEGSignature.exif + rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return payloads
  }
}

extension JPEGSegments {
  func exif() throws(ConversionError) -> [UInt8]? {
    JPEGExif.join(try payloads(of: .app1, after: JPEGSignature.exif))
  }
}
