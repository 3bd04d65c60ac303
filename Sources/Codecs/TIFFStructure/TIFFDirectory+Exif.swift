package import ConverterCore

extension TIFFDirectory {
  /// A stream of its own of what Exif knows: the texts about the picture, and Exif's directories; `nil` where there
  /// are none.
  ///
  /// - Parameter leftOut: tags that are not taken.
  package func exif(leavingOut leftOut: Set<UInt16> = []) throws(ConversionError) -> [UInt8]? {
    let builder = DirectoryBuilder(isBigEndian: file.isBigEndian, isBig: false)
    var room = TIFFDirectory.largestCopy
    let fields = try copied(
      TIFFTag.descriptive, below: [TIFFTag.exifDirectory, TIFFTag.gpsDirectory], as: builder,
      room: &room, leavingOut: leftOut)
    guard !fields.isEmpty else { return nil }
    return builder.header(firstDirectory: 8) + builder.bytes(of: fields, at: 8).bytes
  }
}
