internal import ConverterCore
internal import PictureModel

/// All coefficients of a JPEG stream in memory, to be coded anew as often as wanted.
final class JPEGCoefficients {
  let frame: JPEGFrame
  /// Bytes of the stream that they come from, its end marker included.
  let streamSize: Int
  /// Applications' segments and comments that stood behind the first scan, as they lie in the stream.
  let laterSegments: [JPEGSegments.Segment]
  /// libjpeg's words for damage in the data.
  let damage: String?

  private let decoder: JPEGDecoderHandle
  private let context: ConversionContext

  /// - Parameter recut: whether they are those of the part that `origin` shows, turned as it says; else those of the
  ///   whole stored picture.
  /// - Throws: as decoding does, and `unsupportedContent` where coefficients cannot be had.
  init(
    of origin: PictureOrigin, recut: Bool, in context: ConversionContext
  ) throws(ConversionError) {
    let source = JPEGByteSource(origin.file, range: origin.range, in: context)
    var decoder = try JPEGDecoderHandle(source)
    frame = try decoder.readHeader()
    let (twice, overflow) = frame.coefficientBytes.multipliedReportingOverflow(by: 2)
    try context.limits.check(
      .memory, !recut ? frame.coefficientBytes : overflow ? .max : twice,
      for: "coding a JPEG picture anew")
    try decoder.readCoefficients(recut: recut ? origin : nil)
    streamSize = decoder.streamSize
    laterSegments = decoder.laterSegments
    damage = decoder.damage
    self.decoder = decoder
    self.context = context
  }

  /// A stream of them, with the Huffman tables that suit it best.
  ///
  /// - Parameter most: more bytes than these are of no use.
  /// - Returns: `nil` for a stream that would have more.
  func stream(
    _ form: JPEGRecodingForm, _ segments: [JPEGSegment], atMost most: Int = .max
  ) throws(ConversionError) -> [UInt8]? {
    let output = try OutputFile(.memory)
    let sink = JPEGByteSink(output, atMost: most, in: context)
    do throws(ConversionError) {
      var encoder = try JPEGEncoderHandle(sink)
      try encoder.start(coefficientsOf: decoder, form)
      for segment in segments { try encoder.writeSegment(segment.marker, segment.payload) }
      try encoder.finishCoefficients()
    } catch {
      if sink.isFull { return nil }
      throw error
    }
    return output.bytes
  }

  /// The smallest of several streams.
  ///
  /// - Parameter progressive: which of both kinds it is to be; `nil` for the one that is smaller.
  func smallestStream(
    progressive: Bool?, density: JPEGParameters.Density?, _ segments: [JPEGSegment]
  ) throws(ConversionError) -> [UInt8] {
    var best: [UInt8]?
    for isProgressive in [true, false] where progressive ?? isProgressive == isProgressive {
      let form = JPEGRecodingForm(isProgressive: isProgressive, density: density)
      let most = best.map { $0.count - 1 } ?? .max
      if let stream = try stream(form, segments, atMost: most) { best = stream }
    }
    return best ?? []
  }

  /// What a stream says of density where libjpeg writes the header; `nil` where none may be written: Adobe's segment
  /// would say of CMYK that it is inverted.
  func density(_ metadata: PictureMetadata) -> JPEGParameters.Density? {
    let isPlainCMYK = [.cmyk, .ycck].contains(frame.colours) && !frame.hasAdobeSegment
    return isPlainCMYK ? nil : JPEGParameters.Density(metadata.dotsPerInch)
  }
}
