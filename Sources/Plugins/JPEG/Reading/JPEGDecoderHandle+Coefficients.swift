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
    let isRead: Bool
    if let origin {
      var turn = fairy_jpeg_turn(
        x: Int32(origin.crop.x), y: Int32(origin.crop.y), width: Int32(origin.crop.width),
        height: Int32(origin.crop.height), reverses_columns: origin.orientation.reversesColumns,
        reverses_rows: origin.orientation.reversesRows, swaps_sides: origin.orientation.swapsSides)
      isRead = fairy_jpeg_decoder_read_coefficients(decoder, &turn)
    } else {
      isRead = fairy_jpeg_decoder_read_coefficients(decoder, nil)
    }
    guard isRead else { throw failure }
  }

  /// How many bytes the stream has, its end marker included; once its coefficients are read.
  var streamSize: Int { Int(clamping: fairy_jpeg_decoder_stream_size(decoder)) }

  /// Applications' segments and comments behind the first scan; once coefficients are read.
  var laterSegments: [JPEGSegment] {
    var segments: [JPEGSegment] = []
    while true {
      let segment = fairy_jpeg_decoder_later_segment(decoder, Int32(segments.count))
      guard segment.marker > 0 else { return segments }
      let payload = UnsafeBufferPointer(start: segment.payload, count: Int(segment.count))
      segments.append(
        (JPEGMarker(rawValue: UInt8(truncatingIfNeeded: segment.marker)), Array(payload)))
    }
  }
}
