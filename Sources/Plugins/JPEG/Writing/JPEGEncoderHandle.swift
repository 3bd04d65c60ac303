internal import CJPEGShims
internal import ConverterCore
internal import PictureModel

/// One stream in libjpeg's encoder.
@safe struct JPEGEncoderHandle: ~Copyable {
  let encoder: OpaquePointer
  let sink: JPEGByteSink

  init(_ sink: JPEGByteSink) throws(ConversionError) {
    let callbacks = unsafe fairy_jpeg_destination(
      context: Unmanaged.passUnretained(sink).toOpaque(),
      write: { context, bytes, count in
        guard let context = unsafe context else { return false }
        let sink = unsafe Unmanaged<JPEGByteSink>.fromOpaque(context).takeUnretainedValue()
        // libjpeg has written `count` bytes there.
        let written = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe sink.write(Span(borrowing: written))
      },
      checkpoint: { context in
        guard let context = unsafe context else { return false }
        return unsafe Unmanaged<JPEGByteSink>.fromOpaque(context).takeUnretainedValue().checkpoint()
      })
    guard let encoder = unsafe fairy_jpeg_encoder_create(callbacks, sink.context.limits.memory)
    else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left to encode it")
    }
    unsafe self.encoder = encoder
    self.sink = sink
  }

  deinit {
    unsafe fairy_jpeg_encoder_destroy(encoder)
  }

  mutating func start(_ parameters: JPEGParameters) throws(ConversionError) {
    let input =
      switch parameters.input {
      case .gray: FAIRY_JPEG_FROM_GRAY
      case .rgb: FAIRY_JPEG_FROM_RGB
      case .cmyk: FAIRY_JPEG_FROM_CMYK
      case .planes: FAIRY_JPEG_FROM_PLANES
      }
    let chroma = parameters.subsampling
    let words = fairy_jpeg_parameters(
      width: Int32(parameters.width), height: Int32(parameters.height), input: input,
      ratio: fairy_jpeg_sampling(
        horizontal: Int32(chroma.horizontal), vertical: Int32(chroma.vertical)),
      quality: Int32(parameters.quality), progressive: parameters.progressive,
      optimised: parameters.optimised, density_unit: Int32(parameters.density.unit.rawValue),
      density_x: Int32(parameters.density.x), density_y: Int32(parameters.density.y))
    guard unsafe fairy_jpeg_encoder_start(encoder, words) else { throw failure }
  }

  /// Writes a segment after the header that libjpeg wrote, before the first row.
  mutating func writeSegment(_ marker: JPEGMarker, _ payload: [UInt8]) throws(ConversionError) {
    precondition(payload.count <= jpegSegmentCapacity, "segments are split by their makers")
    guard
      unsafe fairy_jpeg_encoder_write_segment(
        encoder, Int32(marker.rawValue), payload, Int32(payload.count))
    else { throw failure }
  }

  /// Writes the first `count` rows of an interleaved plane.
  mutating func writeRows(_ plane: PixelBuffer.Plane, count: Int) throws(ConversionError) {
    let base = unsafe plane.row(0, as: UInt8.self)
    guard unsafe fairy_jpeg_encoder_write_rows(encoder, base, plane.stride, Int32(count)) else {
      throw failure
    }
  }

  /// Writes planes with `rows` rows of luma, whose rows are filled up to whole blocks.
  mutating func writePlanes(
    _ planes: [PixelBuffer.Plane], rows: Int
  ) throws(ConversionError) {
    let sources = unsafe planes.map {
      unsafe fairy_jpeg_plane(
        base: $0.row(0, as: UInt8.self), stride: $0.stride, height: Int32($0.height))
    }
    guard unsafe fairy_jpeg_encoder_write_planes(encoder, sources, Int32(rows)) else {
      throw failure
    }
  }

  mutating func finish() throws(ConversionError) {
    guard unsafe fairy_jpeg_encoder_finish(encoder) else { throw failure }
  }

  var failure: ConversionError {
    let report = unsafe fairy_jpeg_encoder_report(encoder)
    let words = unsafe String(cString: report.message)
    switch unsafe report.failure {
    case FAIRY_JPEG_STOPPED:
      return sink.failure ?? ConversionError(.internalError, "the JPEG encoder stopped by itself")
    case FAIRY_JPEG_MEMORY:
      return ConversionError.exceeding(
        .init(.memory, of: sink.context.limits),
        "encoding it needs more than \(sink.context.limits.memory) bytes of memory; "
          + "raise the limit with --limit memory=N")
    default:
      return ConversionError(.internalError, "the JPEG encoder failed: \(words)")
    }
  }
}
