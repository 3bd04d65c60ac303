internal import ConverterCore
internal import PictureModel

typealias JPEGSegment = (marker: JPEGMarker, payload: [UInt8])

/// Pixels on their way into one JPEG stream.
struct JPEGEncoding {
  private let source: any PixelSource
  private let parameters: JPEGParameters
  private let segments: [JPEGSegment]

  init(_ source: any PixelSource, _ parameters: JPEGParameters, _ segments: [JPEGSegment]) {
    self.source = source
    self.parameters = parameters
    self.segments = segments
  }

  /// - Parameter progress: hears how many rows are encoded.
  func write(
    to output: OutputFile, in context: ConversionContext,
    progress: (Int) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    if parameters.needsAllCoefficients {
      try context.limits.check(
        .memory, parameters.coefficientBytes,
        for: "encoding a progressive or optimised JPEG picture")
    }
    var encoder = try JPEGEncoderHandle(JPEGByteSink(output, in: context))
    try encoder.start(parameters)
    for segment in segments { try encoder.writeSegment(segment.marker, segment.payload) }
    var bands = JPEGBands(of: source.format)
    while let band = try source.nextBand() {
      precondition(
        band.height % 16 == 0 || band.y + band.height == source.height,
        "every band but the last is a multiple of 16 rows")
      if source.format.planeCount > 1 {
        try encoder.writePlanes(bands.planes(of: band), rows: band.height)
      } else {
        try encoder.writeRows(bands.plane(of: band), count: band.height)
      }
      try progress(band.y + band.height)
    }
    try encoder.finish()
  }
}
