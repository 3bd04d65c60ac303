/// What a picture file says beside its pixels and their colours.
public struct PictureMetadata: Sendable, Equatable {
  /// A TIFF stream as Exif has it, from its byte order mark on (no `Exif\0\0` before it).
  public var exif: [UInt8]?
  /// An XMP packet in UTF-8.
  public var xmp: [UInt8]?
  /// An IPTC-IIM stream as JPEG's Photoshop segment holds it: whole image resource blocks.
  public var iptc: [UInt8]?
  /// Texts such as PNG's, in the file's order.
  public var texts: [Text] = []
  /// Pixels an inch, horizontally and vertically.
  public var dotsPerInch: (x: Double, y: Double)?

  public struct Text: Sendable, Equatable {
    public var keyword: String
    public var text: String
    public init(keyword: String, text: String) {
      self.keyword = keyword
      self.text = text
    }
  }

  public init() {}

  public static func == (left: Self, right: Self) -> Bool {
    left.exif == right.exif && left.xmp == right.xmp && left.iptc == right.iptc
      && left.texts == right.texts && left.dotsPerInch?.x == right.dotsPerInch?.x
      && left.dotsPerInch?.y == right.dotsPerInch?.y
  }
}
