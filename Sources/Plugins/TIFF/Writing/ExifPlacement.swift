import ConverterCore
import PictureModel
import TIFFStructure

/// How a page's Exif gets into the file.
///
/// Maker notes hold offsets counted from the beginning of the stream that they were written in. So the file begins
/// with the first page's whole Exif, whose bytes stay where they were in their own stream: what that has for a header
/// becomes the file's, and its directories are linked to as they are. Further pages', and those of BigTIFF, whose
/// directories have another form, are laid out anew.
struct ExifPlacement {
  let isBigEndian: Bool
  /// What the file begins with.
  let start: [UInt8]
  private let stream: TIFFDirectory?
  private let isInPlace: Bool
  private let exif: [UInt8]?

  /// - Parameter isFirst: whether the file begins with it.
  init(_ exif: [UInt8]?, isFirst: Bool, isBig: Bool) {
    self.exif = exif
    let file = exif.flatMap { try? TIFFFile(InputFile(bytes: $0)) }
    stream = file.flatMap { $0.isBig ? nil : try? $0.directory(at: $0.firstDirectory) }
    isInPlace = isFirst && !isBig && stream != nil
    isBigEndian = stream?.file.isBigEndian ?? false
    let header = DirectoryBuilder(isBigEndian: isBigEndian, isBig: isBig).header(firstDirectory: 0)
    start = isInPlace ? header + (exif ?? []).dropFirst(8) : header
  }

  /// Whether there is Exif that can be kept.
  var isReadable: Bool { stream != nil }

  func fields(_ builder: DirectoryBuilder) throws(ConversionError) -> [DirectoryBuilder.Field] {
    guard let stream else { return [] }
    let directories = [TIFFTag.exifDirectory, TIFFTag.gpsDirectory]
    var room = TIFFDirectory.largestCopy
    guard isInPlace else {
      return try stream.copied(TIFFTag.descriptive, below: directories, as: builder, room: &room)
    }
    var fields = try stream.copied(TIFFTag.descriptive, below: [], as: builder, room: &room)
    for tag in directories {
      guard let offset = try stream.integer(tag), (try? stream.file.directory(at: offset)) != nil
      else { continue }
      fields.append(builder.long(tag, offset))
    }
    if let thumbnail = thumbnail(builder) {
      fields.append(builder.directory(TIFFTag.subDirectories, thumbnail))
    }
    return fields
  }

  /// The thumbnail's directory: a smaller copy that is no page.
  ///
  /// Exif says of a thumbnail in JPEG where it is, TIFF wants to know its size, too.
  private func thumbnail(_ builder: DirectoryBuilder) -> [DirectoryBuilder.Field]? {
    guard let exif, let place = Exif.jpegThumbnail(in: exif),
      let size = JPEGSize(of: exif[place])
    else { return nil }
    return [
      builder.long(TIFFTag.newSubfileType, 1),
      builder.long(TIFFTag.imageWidth, size.width), builder.long(TIFFTag.imageLength, size.height),
      builder.short(TIFFTag.bitsPerSample, Array(repeating: 8, count: size.components)),
      builder.short(TIFFTag.compression, 6),
      builder.short(TIFFTag.photometric, size.components == 1 ? 1 : 6),
      builder.long(TIFFTag.stripOffsets, place.lowerBound),
      builder.short(TIFFTag.samplesPerPixel, size.components),
      builder.long(TIFFTag.rowsPerStrip, size.height),
      builder.long(TIFFTag.stripByteCounts, place.count),
      builder.long(TIFFTag.jpegOffset, place.lowerBound),
      builder.long(TIFFTag.jpegLength, place.count),
      builder.short(TIFFTag.chromaSubsampling, size.sampling),
    ]
  }
}

/// What the frame header of a JPEG stream says (ITU-T T.81, B.2.2).
struct JPEGSize {
  let width: Int
  let height: Int
  let components: Int
  /// Of the first component; how many samples share one of the others.
  let sampling: [Int]

  /// - Returns: `nil` for a stream without such a header, or of components that are neither gray nor YCbCr.
  init?(of stream: ArraySlice<UInt8>) {
    let bytes = Array(stream)
    var offset = 2
    while let length = bytes.number(at: offset + 2, width: 2, .big), bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      guard length >= 2 else { return nil }
      if (0xC0...0xC2).contains(marker) {
        guard offset + 12 <= bytes.count, [1, 3].contains(bytes[offset + 9]),
          let height = bytes.number(at: offset + 5, width: 2, .big),
          let width = bytes.number(at: offset + 7, width: 2, .big)
        else { return nil }
        (self.width, self.height) = (width, height)
        components = Int(bytes[offset + 9])
        sampling = [Int(bytes[offset + 11] >> 4), Int(bytes[offset + 11] & 15)]
        return
      }
      offset += 2 + length
    }
    return nil
  }
}
