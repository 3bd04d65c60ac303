internal import ConverterCore
internal import PictureModel

extension PictureFacts.Companion {
  /// The JPEG thumbnail that IFD 1 of Exif data points to (Exif 2.32, 4.6.5); `nil` without one.
  static func thumbnail(in exif: [UInt8]) -> Self? {
    guard let place = Exif.jpegThumbnail(in: exif) else { return nil }
    let bytes = InputFile(bytes: Array(exif[place]))
    guard let segments = try? JPEGSegments(bytes, range: 0..<place.count) else { return nil }
    let size = (try? segments.frameSize()) ?? nil
    return Self(.thumbnail, width: size?.width, height: size?.height, detail: "in Exif")
  }
}
