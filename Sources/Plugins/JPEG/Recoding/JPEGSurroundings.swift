internal import ConverterCore
internal import PictureModel

/// What of a JPEG file stays to the byte when its picture is coded anew: the segments before the picture's data, and
/// all that follows them: further pictures, gain maps, videos.
///
/// It goes from file to file: a file may have gigabytes of it.
struct JPEGSurroundings {
  private struct Part {
    let marker: JPEGMarker
    /// Where it lies in the file, marker and length included.
    let range: Range<Int>
    /// Whether it is JFIF's or Adobe's, which an encoder makes anew.
    let isHeader: Bool
  }

  private let origin: PictureOrigin
  private let streamSize: Int
  /// Where the payload of the multi-picture index lies in the file.
  private let index: Range<Int>?
  private let parts: [Part]

  /// - Parameter coefficients: of the stored picture.
  init(_ origin: PictureOrigin, _ coefficients: JPEGCoefficients) throws(ConversionError) {
    self.origin = origin
    streamSize = coefficients.streamSize
    let segments = try JPEGSegments(origin.file, range: origin.range)
    index = try segments.position(of: .app2, after: JPEGSignature.multiPicture)
    let start = origin.range.lowerBound
    let later = coefficients.laterSegments.map { segment in
      JPEGSegments.Segment(
        marker: segment.marker,
        payload: start + segment.payload.lowerBound..<start + segment.payload.upperBound)
    }
    var parts: [Part] = []
    for segment in segments.segments + later where segment.marker.isBesidePicture {
      let payload = segment.payload
      let signature: [UInt8]? =
        switch segment.marker {
        case .app0: JPEGSignature.jfif
        case .app14: JPEGSignature.adobe
        default: nil
        }
      var isHeader = false
      if let signature {
        isHeader =
          try origin.file.read(
            at: payload.lowerBound, count: min(signature.count, payload.count)) == signature
      }
      parts.append(
        Part(
          marker: segment.marker, range: payload.lowerBound - 4..<payload.upperBound,
          isHeader: isHeader))
    }
    self.parts = parts
  }

  /// - Parameter ownHeader: whether JFIF's and Adobe's segments are those of an encoder.
  private func parts(ownHeader: Bool) -> [Part] {
    parts.filter { !(ownHeader && $0.isHeader) }
  }

  /// How many bytes there are of it.
  var byteCount: Int { parts.reduce(trailer.count) { $0 + $1.range.count } }

  /// How many bytes of them JFIF's and Adobe's segments are.
  var headerByteCount: Int { parts.reduce(0) { $0 + ($1.isHeader ? $1.range.count : 0) } }

  /// Writes a stream that has no segments beside the picture with all that belongs around it.
  ///
  /// - Parameters:
  ///   - stream: from an encoder.
  ///   - ownHeader: whether it has JFIF's or Adobe's segment.
  func write(
    around stream: [UInt8], ownHeader: Bool, to output: OutputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let parts = parts(ownHeader: ownHeader)
    let size = parts.reduce(stream.count) { $0 + $1.range.count }
    let header = try ownHeader ? Self.headerSize(of: stream) : 2
    let start = output.byteCount
    try output.write(Array(stream[..<header]))
    for part in parts {
      guard let index, part.range.contains(index.lowerBound) else {
        try output.write(part.range, of: origin.file, in: context)
        continue
      }
      let bytes = try origin.file.read(at: part.range.lowerBound, count: part.range.count)
      let front = index.lowerBound - part.range.lowerBound
      let place = output.byteCount - start + front
      try output.write(
        bytes[..<front] + corrected(Array(bytes[front...]), at: place, streamSize: size))
    }
    try output.write(stream.span.extracting(header...))
    try output.write(trailer, of: origin.file, in: context)
  }

  /// How long the start of a stream and the header are that the encoder wrote, JFIF's or Adobe's.
  private static func headerSize(of stream: [UInt8]) throws(ConversionError) -> Int {
    let segments = try JPEGSegments(InputFile(bytes: stream), range: 0..<stream.count).segments
    return segments.last { $0.marker == .app0 || $0.marker == .app14 }?.payload.upperBound ?? 2
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
    var isListed = false
    for part in parts where part.marker == .app1 {
      let payload = part.range.dropFirst(4)
      let signature = JPEGSignature.xmp
      guard
        try origin.file.read(at: payload.lowerBound, count: min(signature.count, payload.count))
          == signature
      else { continue }
      let packet = try origin.file.read(at: payload.lowerBound, count: payload.count)
      isListed = packet.position(of: "http://ns.google.com/photos/1.0/container/") != nil
      if isListed { break }
    }
    return isListed
      ? nil : "a picture follows the first one, and what tells of its place is not known"
  }

  /// The payload of the multi-picture index, brought up to date: offsets count from the index itself, and the first
  /// size is the stream's own (CIPA DC-007, 5.2.3.3).
  ///
  /// - Parameters:
  ///   - place: where it lies in the new file.
  ///   - newSize: of the new stream.
  private func corrected(
    _ payload: [UInt8], at place: Int, streamSize newSize: Int
  ) -> [UInt8] {
    guard let index, let tiff = TIFFStream(payload),
      let list = tiff.list(0xB002, at: tiff.firstDirectory)
    else { return payload }
    var result = payload
    func put(_ value: Int, at offset: Int) {
      guard let number = UInt32(exactly: value) else { return }
      result.replaceSubrange(offset..<offset + 4, with: tiff.bytes(of: number))
    }
    for entry in 0..<min(list.count, payload.count) / 16 {
      let field = list.offset + 16 * entry + 4
      guard let size = tiff.integer(at: field, byteCount: 4),
        let offset = tiff.integer(at: field + 4, byteCount: 4)
      else { break }
      if offset == 0 {
        put(size - streamSize + newSize, at: field)
      } else if trailer.contains(index.lowerBound + offset) {
        let distance = index.lowerBound + offset - trailer.lowerBound
        put(newSize + distance - place, at: field + 4)
      }
    }
    return result
  }
}

extension JPEGMarker {
  /// Whether the segment is an application's or a comment.
  fileprivate var isBesidePicture: Bool { (0xE0...0xEF).contains(rawValue) || self == .comment }
}
