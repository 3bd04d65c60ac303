internal import CJPEGShims
internal import ConverterCore
internal import PictureModel

/// One stream in libjpeg's decoder.
@safe struct JPEGDecoderHandle: ~Copyable {
  /// What comes out at a scale.
  struct Output: Equatable {
    var width: Int
    var height: Int
    /// How the planes are subsampled; `nil` where no format has it so. A smaller picture can have
    /// more chroma for its size than the file: libjpeg then scales luma alone.
    var subsampling: ChromaSubsampling?
    /// Rows that are decoded at once.
    var rowsAtOnce: Int
  }

  /// No encoder writes as many: the scripts of libjpeg have 10, optimisers end with less than 70. Each
  /// scan costs a pass over all coefficients, however few bytes it has.
  static let scanLimit = 200

  /// How the samples of a picture come.
  enum Layout {
    case rows, planes
    /// Rows of the first component of YCbCr alone.
    case luma
  }

  let decoder: OpaquePointer
  private let source: JPEGByteSource
  private var frame: JPEGFrame?

  init(_ source: JPEGByteSource) throws(ConversionError) {
    let callbacks = unsafe fairy_jpeg_source(
      context: Unmanaged.passUnretained(source).toOpaque(),
      read: { context, offset, buffer, capacity in
        guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
        let source = unsafe Unmanaged<JPEGByteSource>.fromOpaque(context).takeUnretainedValue()
        // libjpeg has room for `capacity` bytes there.
        let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
        var target = unsafe MutableSpan<UInt8>(_unsafeBytes: room)
        return source.read(at: offset, into: &target) ?? -1
      },
      checkpoint: { context in
        guard let context = unsafe context else { return false }
        return unsafe Unmanaged<JPEGByteSource>.fromOpaque(context).takeUnretainedValue()
          .checkpoint()
      })
    guard
      let decoder = unsafe fairy_jpeg_decoder_create(
        callbacks, source.context.limits.memory, Int32(Self.scanLimit))
    else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left to decode it")
    }
    unsafe self.decoder = decoder
    self.source = source
  }

  deinit {
    unsafe fairy_jpeg_decoder_destroy(decoder)
  }

  /// - Throws: `damagedInput`, `unsupportedContent`, `readFailed`.
  mutating func readHeader() throws(ConversionError) -> JPEGFrame {
    var header = fairy_jpeg_header()
    guard unsafe fairy_jpeg_decoder_read_header(decoder, &header) else { throw failure }
    let colours: JPEGFrame.Colours
    switch header.colours {
    case FAIRY_JPEG_GRAY: colours = .gray
    case FAIRY_JPEG_RGB: colours = .rgb
    case FAIRY_JPEG_YCBCR: colours = .ycbcr
    case FAIRY_JPEG_CMYK: colours = .cmyk
    case FAIRY_JPEG_YCCK: colours = .ycck
    default:
      throw ConversionError(
        .unsupportedContent,
        "its \(header.component_count) components are none of gray, RGB, YCbCr and CMYK")
    }
    let sampling = [
      header.sampling.0, header.sampling.1, header.sampling.2, header.sampling.3,
    ].prefix(Int(header.component_count)).map {
      JPEGFrame.Sampling(horizontal: Int($0.horizontal), vertical: Int($0.vertical))
    }
    let frame = JPEGFrame(
      width: Int(header.width), height: Int(header.height), colours: colours, sampling: sampling,
      isProgressive: header.is_progressive, isArithmetic: header.is_arithmetic,
      hasSeveralScans: header.has_several_scans, hasAdobeSegment: header.has_adobe_segment,
      coefficientBytes: Int(clamping: header.coefficient_bytes),
      quantizationSum: Int(header.quantization_sum))
    self.frame = frame
    return frame
  }

  /// Sets the scale that ``start(_:)`` will decode at.
  ///
  /// - Parameter eighths: 1, 2, 4 or 8.
  mutating func scale(eighths: Int) throws(ConversionError) -> Output {
    var output = fairy_jpeg_output()
    guard unsafe fairy_jpeg_decoder_scale(decoder, Int32(eighths), &output) else { throw failure }
    return Output(
      width: Int(output.width), height: Int(output.height),
      subsampling: ChromaSubsampling(
        horizontal: Int(output.ratio.horizontal), vertical: Int(output.ratio.vertical)),
      rowsAtOnce: Int(output.rows_at_once))
  }

  /// Begins the picture; a progressive one is read to its end.
  mutating func start(_ layout: Layout) throws(ConversionError) {
    let layout =
      switch layout {
      case .rows: FAIRY_JPEG_ROWS
      case .planes: FAIRY_JPEG_PLANES
      case .luma: FAIRY_JPEG_LUMA
      }
    guard unsafe fairy_jpeg_decoder_start(decoder, layout) else { throw failure }
  }

  /// Fills the first `count` rows of an interleaved plane.
  mutating func readRows(
    _ count: Int, into plane: PixelBuffer.Plane
  ) throws(ConversionError) {
    let base = unsafe plane.row(0, as: UInt8.self)
    guard unsafe fairy_jpeg_decoder_read_rows(decoder, base, plane.stride, Int32(count)) else {
      throw failure
    }
  }

  /// Fills `groups` × ``Output/rowsAtOnce`` rows of planes with room for whole blocks.
  mutating func readPlanes(
    _ groups: Int, into planes: [PixelBuffer.Plane]
  ) throws(ConversionError) {
    let targets = unsafe planes.map {
      unsafe fairy_jpeg_plane(
        base: $0.row(0, as: UInt8.self), stride: $0.stride, height: Int32($0.height))
    }
    guard unsafe fairy_jpeg_decoder_read_planes(decoder, targets, Int32(groups)) else {
      throw failure
    }
  }

  /// Ends after the last row, and warns of damage that the picture was decoded in spite of.
  ///
  /// - Throws: `damagedInput` when the file ends before its end marker.
  mutating func finish() throws(ConversionError) {
    unsafe fairy_jpeg_decoder_finish(decoder)
    let report = unsafe fairy_jpeg_decoder_report(decoder)
    if unsafe report.failure == FAIRY_JPEG_STOPPED { throw failure }
    if unsafe report.ended_early {
      // All rows came, but the last of them may be made of what the decoder filled in.
      throw ConversionError(
        .damagedInput, "the file is cut off: it ends before its end marker"
      )
    }
    if let damage {
      source.context.warn(
        "the JPEG data is damaged and parts of the picture may be wrong: \(damage)")
    }
  }

  /// What damage there is that the picture was decoded in spite of.
  var damage: String? {
    let report = unsafe fairy_jpeg_decoder_report(decoder)
    guard unsafe report.warning_count > 0 else { return nil }
    let more =
      unsafe report.warning_count > 1 ? unsafe " (and \(report.warning_count - 1) more)" : ""
    return unsafe "\(String(cString: report.warning))\(more)"
  }

  var failure: ConversionError {
    let report = unsafe fairy_jpeg_decoder_report(decoder)
    let words = unsafe String(cString: report.message)
    switch unsafe report.failure {
    case FAIRY_JPEG_STOPPED:
      return source.failure ?? ConversionError(.internalError, "the JPEG decoder stopped by itself")
    case FAIRY_JPEG_TRUNCATED:
      return unsafe ConversionError(
        .damagedInput, truncation(row: Int(report.row), scan: Int(report.scan)))
    case FAIRY_JPEG_UNSUPPORTED:
      return ConversionError(.unsupportedContent, "cannot be decoded: \(words)")
    case FAIRY_JPEG_MEMORY:
      let limit = source.context.limits.memory
      return ConversionError.exceeding(
        .init(.memory, of: source.context.limits),
        "decoding it needs more than \(limit) bytes of memory; "
          + "raise the limit with --limit memory=\(limit.multipliedReportingOverflow(by: 2).partialValue)"
      )
    case FAIRY_JPEG_SCANS:
      return ConversionError(
        .damagedInput,
        "it has more than \(Self.scanLimit) scans, which only a file made to keep a decoder busy has"
      )
    case FAIRY_JPEG_SEGMENTS:
      return ConversionError(
        .damagedInput,
        "it has more than \(JPEGSegments.segmentLimit) segments behind its first scan, as no camera or "
          + "program writes")
    default:
      let isShort = unsafe report.ended_early ? "it ends too early" : "it is damaged"
      return ConversionError(.damagedInput, "\(isShort): \(words)")
    }
  }

  private func truncation(row: Int, scan: Int) -> String {
    let isCoarse = frame?.hasSeveralScans == true && scan > 1
    guard let height = frame?.height, row < height else {
      return "the picture's data ends too early, after scan \(scan)"
    }
    return isCoarse
      ? "the picture's data ends in scan \(scan) at row \(row) of \(height); what would have made "
        + "the picture sharp is missing"
      : "the picture's data ends at row \(row) of \(height); the rest of the picture is missing"
  }
}
