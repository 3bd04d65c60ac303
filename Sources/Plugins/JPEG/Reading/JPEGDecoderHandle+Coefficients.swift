internal import CJPEGShims
internal import ConverterCore
internal import PictureModel

/// Coefficients in place of pixels.
extension JPEGDecoderHandle {
  /// Reads all coefficients to the end of the stream; after the header, in place of the start.
  ///
  /// - Parameter origin: says which part of the picture is wanted, and how it is turned; `nil` for the stored picture.
  /// - Throws: as decoding does, and `unsupportedContent` where coefficients cannot be had.
  mutating func readCoefficients(recut origin: PictureOrigin?) throws(ConversionError) {
    let limit = JPEGSegments.segmentLimit
    let isRead: Bool
    if let origin {
      var turn = fairy_jpeg_turn(
        x: Int32(origin.crop.x), y: Int32(origin.crop.y), width: Int32(origin.crop.width),
        height: Int32(origin.crop.height), reverses_columns: origin.orientation.reversesColumns,
        reverses_rows: origin.orientation.reversesRows, swaps_sides: origin.orientation.swapsSides)
      isRead = unsafe fairy_jpeg_decoder_read_coefficients(decoder, &turn, limit)
    } else {
      isRead = unsafe fairy_jpeg_decoder_read_coefficients(decoder, nil, limit)
    }
    guard isRead else { throw failure }
  }

  /// How many bytes the stream has, its end marker included; once its coefficients are read.
  var streamSize: Int { unsafe Int(clamping: fairy_jpeg_decoder_stream_size(decoder)) }

  /// Applications' segments and comments behind the first scan, as they lie in the stream; once coefficients are
  /// read.
  var laterSegments: [JPEGSegments.Segment] {
    var count = 0
    let segments = unsafe fairy_jpeg_decoder_later_segments(decoder, &count)
    return unsafe UnsafeBufferPointer(start: segments, count: count).map { segment in
      JPEGSegments.Segment(
        marker: JPEGMarker(rawValue: UInt8(truncatingIfNeeded: segment.marker)),
        payload: segment.offset..<segment.offset + segment.count)
    }
  }
}
