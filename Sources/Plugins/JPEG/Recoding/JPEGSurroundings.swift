internal import ConverterCore
internal import PictureModel

/// What of a JPEG file stays to the byte when its picture is coded anew: the segments before the picture's data, and
/// all that follows them: further pictures, gain maps, videos.
struct JPEGSurroundings {
  private let origin: PictureOrigin
  private let streamSize: Int
  private let index: Range<Int>?
  private let all: [JPEGSegment]

  /// - Parameter coefficients: of the stored picture.
  init(_ origin: PictureOrigin, _ coefficients: JPEGCoefficients) throws(ConversionError) {
    self.origin = origin
    streamSize = coefficients.streamSize
    let segments = try JPEGSegments(origin.file, range: origin.range)
    index = try segments.position(of: .app2, after: JPEGSignature.multiPicture)
    var all: [JPEGSegment] = []
    for segment in segments.segments where segment.marker.isBesidePicture {
      let payload = try origin.file.read(
        at: segment.payload.lowerBound, count: segment.payload.count)
      all.append((segment.marker, payload))
    }
    self.all = all + coefficients.laterSegments
  }

  /// - Parameter ownHeader: whether JFIF's and Adobe's segments are made anew, for a picture that is coded otherwise.
  func segments(ownHeader: Bool) -> [JPEGSegment] {
    guard ownHeader else { return all }
    return all.filter { marker, payload in
      !(marker == .app0 && payload.starts(with: JPEGSignature.jfif)
        || marker == .app14 && payload.starts(with: JPEGSignature.adobe))
    }
  }

  /// What follows the stream in the file.
  var trailer: Range<Int> {
    min(origin.range.lowerBound + streamSize, origin.range.upperBound)..<origin.range.upperBound
  }

  /// Why the data behind the stream must stay where they are; `nil` where they may move.
  ///
  /// Some cameras put a preview there and tell its place in their maker notes, in ways of their own.
  func obstacle() throws(ConversionError) -> String? {
    guard index == nil, !trailer.isEmpty else { return nil }
    let start = try origin.file.read(
      at: trailer.lowerBound, count: min(trailer.count, 1 << 16)
    ).drop { $0 == 0 }
    guard start.starts(with: [0xFF, JPEGMarker.startOfImage.rawValue, 0xFF]) else { return nil }
    let isListed = all.contains { marker, payload in
      marker == .app1 && payload.starts(with: JPEGSignature.xmp)
        && payload.position(of: "http://ns.google.com/photos/1.0/container/") != nil
    }
    return isListed
      ? nil : "a picture follows the first one, and what tells of its place is not known"
  }

  /// Brings the multi-picture index of a new stream up to date: offsets count from the index itself, and the first
  /// size is the stream's own (CIPA DC-007, 5.2.3.3).
  func correctIndex(of stream: inout [UInt8]) throws(ConversionError) {
    guard let index else { return }
    let segments = try JPEGSegments(InputFile(bytes: stream), range: 0..<stream.count)
    guard let new = try segments.position(of: .app2, after: JPEGSignature.multiPicture),
      let tiff = TIFFStream(Array(stream[new])),
      let list = tiff.directory(at: tiff.firstDirectory)?.entries.first(where: { $0.tag == 0xB002 })
    else { return }
    for entry in 0..<min(list.count, new.count) / 16 {
      let field = list.value + 16 * entry + 4
      guard let size = tiff.integer(at: field, byteCount: 4),
        let offset = tiff.integer(at: field + 4, byteCount: 4)
      else { return }
      if offset == 0 {
        put(size - streamSize + stream.count, at: field, of: tiff, new, in: &stream)
      } else if trailer.contains(index.lowerBound + offset) {
        let distance = index.lowerBound + offset - trailer.lowerBound
        put(
          stream.count + distance - new.lowerBound, at: field + 4, of: tiff, new, in: &stream)
      }
    }
  }

  private func put(
    _ value: Int, at offset: Int, of tiff: TIFFStream, _ segment: Range<Int>,
    in stream: inout [UInt8]
  ) {
    guard let number = UInt32(exactly: value) else { return }
    let start = segment.lowerBound + offset
    stream.replaceSubrange(start..<start + 4, with: tiff.bytes(of: number))
  }
}

extension JPEGMarker {
  /// Whether the segment is an application's or a comment.
  fileprivate var isBesidePicture: Bool { (0xE0...0xEF).contains(rawValue) || self == .comment }
}
