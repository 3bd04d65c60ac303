internal import ConverterCore

/// Further JPEG streams that follow the first one in its file (CIPA DC-007).
struct MultiPictureIndex {
  struct Entry: Equatable {
    /// Kinds of pictures (table 4 of the standard).
    enum Kind: Equatable {
      case thumbnail, panorama, stereo, angle, other
    }

    let kind: Kind
    /// Where the stream lies in the file.
    let range: Range<Int>
  }

  /// The pictures but the first.
  let entries: [Entry]
  /// How many more are listed that would begin behind the end of the file.
  let missingCount: Int

  /// - Parameters:
  ///   - bytes: the payload of the segment, from its byte order on.
  ///   - offset: where that lies in the file; offsets count from there.
  ///   - end: where the file ends.
  init?(_ bytes: [UInt8], at offset: Int, end: Int) {
    guard let stream = TIFFStream(bytes),
      // MPEntry: 16 bytes a picture.
      let list = stream.list(0xB002, at: stream.firstDirectory)
    else { return nil }
    var found: [Entry] = []
    var missingCount = 0
    for index in 0..<min(list.count, bytes.count) / 16 {
      let start = list.offset + 16 * index
      guard let attribute = stream.integer(at: start, byteCount: 4),
        let size = stream.integer(at: start + 4, byteCount: 4),
        let position = stream.integer(at: start + 8, byteCount: 4)
      else { break }
      // The first picture is the one that holds the index; its offset is 0.
      guard position > 0, size > 0 else { continue }
      guard offset + position < end else {
        missingCount += 1
        continue
      }
      let first = offset + position
      found.append(
        Entry(kind: Self.kind(of: attribute & 0xFF_FFFF), range: first..<min(first + size, end)))
    }
    entries = found
    self.missingCount = missingCount
  }

  private static func kind(of typeCode: Int) -> Entry.Kind {
    switch typeCode {
    case 0x01_0001, 0x01_0002: .thumbnail
    case 0x02_0001: .panorama
    case 0x02_0002: .stereo
    case 0x02_0003: .angle
    default: .other
    }
  }
}

extension JPEGSegments {
  func multiPictureIndex() throws(ConversionError) -> MultiPictureIndex? {
    guard let range = try position(of: .app2, after: JPEGSignature.multiPicture) else { return nil }
    let bytes = try input.read(at: range.lowerBound, count: range.count)
    return MultiPictureIndex(bytes, at: range.lowerBound, end: input.byteCount)
  }
}
