internal import ConverterCore
internal import PictureModel

extension PictureFacts.Companion {
  /// The JPEG thumbnail that IFD 1 of Exif data points to (Exif 2.32, 4.6.5); `nil` without one.
  static func thumbnail(in exif: [UInt8]) -> Self? {
    guard let stream = TIFFStream(exif),
      let first = stream.directory(at: stream.firstDirectory),
      let second = stream.directory(at: first.next),
      // JPEGInterchangeFormat and its length.
      let offset = second.entries.first(where: { $0.tag == 0x0201 })?.value,
      let count = second.entries.first(where: { $0.tag == 0x0202 })?.value,
      count > 0, offset <= exif.count, count <= exif.count - offset
    else { return nil }
    let bytes = InputFile(bytes: Array(exif[offset..<offset + count]))
    guard let segments = try? JPEGSegments(bytes, range: 0..<count) else { return nil }
    let size = (try? segments.frameSize()) ?? nil
    return Self(.thumbnail, width: size?.width, height: size?.height, detail: "in Exif")
  }
}
