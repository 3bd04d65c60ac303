internal import ConverterCore

/// The marker segments of a JPEG stream up to its first scan (ITU-T T.81, annex B).
struct JPEGSegments {
  struct Segment {
    let marker: JPEGMarker
    /// Where the payload lies in the file, length field excluded.
    let payload: Range<Int>
  }

  /// Far more than the largest metadata needs; a hostile file could be nothing but segments.
  static let segmentLimit = 20_000
  /// Bytes before the first scan that belong to no segment, before they are taken for damage.
  static let strayByteLimit = 1 << 16

  private(set) var segments: [Segment] = []
  let input: InputFile

  /// Finds the segments of the stream that begins at `range.lowerBound`.
  ///
  /// - Throws: `damagedInput` when it does not begin as JPEG does, or ends before a scan.
  init(_ input: InputFile, range: Range<Int>) throws(ConversionError) {
    self.input = input
    var bytes = WindowedBytes(input, end: range.upperBound)
    guard !range.isEmpty else { throw ConversionError(.damagedInput, "it is empty") }
    guard try bytes[range.lowerBound] == 0xFF,
      try bytes[range.lowerBound + 1] == JPEGMarker.startOfImage.rawValue
    else { throw ConversionError(.damagedInput, "it does not begin as a JPEG picture does, FF D8") }
    var position = range.lowerBound + 2
    // Where the segments alone would have led.
    var inSegments = position
    while true {
      // Bytes that are no marker are tolerated between segments, as libjpeg does.
      while let byte = try bytes[position], byte != 0xFF,
        position - inSegments <= Self.strayByteLimit
      {
        position += 1
      }
      while try bytes[position] == 0xFF, position - inSegments <= Self.strayByteLimit {
        position += 1
      }
      guard position - inSegments <= Self.strayByteLimit else {
        throw ConversionError(.damagedInput, "its header is interrupted by bytes of no segment")
      }
      guard let byte = try bytes[position] else { throw Self.endsInHeader }
      let marker = JPEGMarker(rawValue: byte)
      position += 1
      if marker == .startOfImage {
        throw ConversionError(.damagedInput, "a second picture begins within its header")
      }
      if marker == .endOfImage {
        throw ConversionError(.damagedInput, "it ends without a picture: no scan begins")
      }
      // 00 after FF is a stuffed byte of data, not a marker.
      guard byte != 0, marker.hasPayload else { continue }
      if marker == .startOfScan { return }
      guard let high = try bytes[position], let low = try bytes[position + 1] else {
        throw Self.endsInHeader
      }
      let length = Int(high) << 8 | Int(low)
      guard length >= 2 else {
        throw ConversionError(.damagedInput, "a segment of its header has the length \(length)")
      }
      guard position + length <= range.upperBound else { throw Self.endsInHeader }
      guard segments.count < Self.segmentLimit else {
        throw ConversionError(
          .damagedInput,
          "its header has more than \(Self.segmentLimit) segments, as no camera or program writes")
      }
      segments.append(Segment(marker: marker, payload: position + 2..<position + length))
      position += length
      inSegments += length + 2
    }
  }

  private static let endsInHeader = ConversionError(
    .damagedInput, "it ends within its header, before any picture data")

  /// The payloads of a marker that begin with `signature`, without it, in the file's order.
  func payloads(
    of marker: JPEGMarker, after signature: [UInt8] = []
  ) throws(ConversionError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for segment in segments
    where segment.marker == marker && segment.payload.count >= signature.count {
      let start = segment.payload.lowerBound
      guard try input.read(at: start, count: signature.count) == signature else { continue }
      found.append(
        try input.read(at: start + signature.count, count: segment.payload.count - signature.count))
    }
    return found
  }

  /// Where the payload of `marker` with `signature` lies in the file, the signature excluded.
  func position(
    of marker: JPEGMarker, after signature: [UInt8]
  ) throws(ConversionError) -> Range<Int>? {
    for segment in segments
    where segment.marker == marker && segment.payload.count >= signature.count {
      let start = segment.payload.lowerBound
      if try input.read(at: start, count: signature.count) == signature {
        return start + signature.count..<segment.payload.upperBound
      }
    }
    return nil
  }
}

/// Single bytes of a file, read in larger pieces.
private struct WindowedBytes {
  private let input: InputFile
  private let end: Int
  private var start = 0
  private var window: [UInt8] = []

  init(_ input: InputFile, end: Int) {
    self.input = input
    self.end = end
  }

  /// The byte at a position of the file; `nil` from the end on.
  subscript(position: Int) -> UInt8? {
    mutating get throws(ConversionError) {
      guard position < end else { return nil }
      if position < start || position >= start + window.count {
        window = try input.read(at: position, count: min(1 << 14, end - position))
        start = position
        guard !window.isEmpty else { return nil }
      }
      return window[position - start]
    }
  }
}
