/// The second byte of a marker (ITU-T T.81, table B.1).
struct JPEGMarker: RawRepresentable, Hashable {
  let rawValue: UInt8

  static let startOfImage = JPEGMarker(rawValue: 0xD8)
  static let endOfImage = JPEGMarker(rawValue: 0xD9)
  static let startOfScan = JPEGMarker(rawValue: 0xDA)
  static let comment = JPEGMarker(rawValue: 0xFE)
  /// JFIF (ITU-T T.871).
  static let app0 = JPEGMarker(rawValue: 0xE0)
  /// Exif and XMP.
  static let app1 = JPEGMarker(rawValue: 0xE1)
  /// ICC profiles and multi-picture indexes.
  static let app2 = JPEGMarker(rawValue: 0xE2)
  /// Photoshop's image resources.
  static let app13 = JPEGMarker(rawValue: 0xED)
  /// Adobe's, which tells how colours are coded.
  static let app14 = JPEGMarker(rawValue: 0xEE)
  /// Start of frame of JPEG-LS (ITU-T T.87).
  static let jpegLS = JPEGMarker(rawValue: 0xF7)

  /// Whether a length and a payload follow.
  var hasPayload: Bool { rawValue != 0x01 && !(0xD0...0xD9).contains(rawValue) }

  /// SOF0…SOF15 without DHT, JPG and DAC, which stand among them; and JPEG-LS's own.
  var isFrame: Bool {
    self == .jpegLS
      || (0xC0...0xCF).contains(rawValue) && ![0xC4, 0xC8, 0xCC].contains(rawValue)
  }

  /// The kind of JPEG that a start of frame announces, where libjpeg cannot decode it.
  var unsupportedProcess: String? {
    switch rawValue {
    case 0xC3, 0xCB: "lossless JPEG (SOF\(rawValue - 0xC0))"
    case 0xC5...0xC7, 0xCD...0xCF: "hierarchical JPEG (SOF\(rawValue - 0xC0))"
    case 0xF7: "JPEG-LS (SOF55)"
    default: nil
    }
  }
}
