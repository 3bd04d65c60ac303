import ConverterCore

/// The Exif and XMP segments of a JPEG file (Exif 2.32, 4.7; XMP part 3, 1.1.3), just as they stand there: libjxl puts
/// them back when it restores the file, and they must not differ by a byte.
struct JPEGMetadata {
  private(set) var exif: [UInt8] = []
  private(set) var xmp: [UInt8] = []

  init(of jpeg: [UInt8]) {
    let exifHead = Array("Exif\0\0".utf8)
    let xmpHead = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    var offset = 2
    while let length = jpeg.number(at: offset + 2, width: 2, .big), jpeg[offset] == 0xFF,
      jpeg[offset + 1] != 0xDA
    {
      let end = offset + 2 + length
      guard length >= 2, end <= jpeg.count else { return }
      let payload = jpeg[offset + 4..<end]
      if jpeg[offset + 1] == 0xE1 {
        if exif.isEmpty, payload.starts(with: exifHead) {
          exif = Array(payload.dropFirst(exifHead.count))
        } else if xmp.isEmpty, payload.starts(with: xmpHead) {
          xmp = Array(payload.dropFirst(xmpHead.count))
        }
      }
      offset = end
    }
  }
}
