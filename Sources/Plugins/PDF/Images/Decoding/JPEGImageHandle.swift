import CJPEGShims
import ConverterCore
import PDFObjects

/// A DCTDecode stream in libjpeg's decoder.
@safe struct JPEGImageHandle: ~Copyable {
  struct Header {
    let width: Int
    let height: Int
    let channels: Int
    /// Whether the colours were made YCbCr or YCCK.
    let isTransformed: Bool
    let hasAdobeSegment: Bool
  }

  /// More than any encoder writes; each costs a pass over all coefficients.
  private static let scanLimit: Int32 = 200

  private let decoder: OpaquePointer
  private let source: JPEGSource
  let header: Header

  /// Reads the header.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`.
  init(_ bytes: [UInt8], in context: ConversionContext) throws(ConversionError) {
    let source = JPEGSource(bytes, context)
    let callbacks = unsafe fairy_jpeg_source(
      context: Unmanaged.passUnretained(source).toOpaque(),
      read: { context, offset, buffer, capacity in
        guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
        return unsafe Unmanaged<JPEGSource>.fromOpaque(context).takeUnretainedValue()
          .read(at: offset, UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      },
      checkpoint: { context in
        guard let context = unsafe context else { return false }
        return unsafe Unmanaged<JPEGSource>.fromOpaque(context).takeUnretainedValue().goesOn()
      })
    guard
      let decoder = unsafe fairy_jpeg_decoder_create(
        callbacks, context.limits.memory, Self.scanLimit)
    else { throw PDFFile.exhausted }
    var found = fairy_jpeg_header()
    guard unsafe fairy_jpeg_decoder_read_header(decoder, &found) else {
      defer { unsafe fairy_jpeg_decoder_destroy(decoder) }
      throw unsafe Self.failure(decoder, source)
    }
    let channels: Int? =
      switch found.colours {
      case FAIRY_JPEG_GRAY: 1
      case FAIRY_JPEG_RGB, FAIRY_JPEG_YCBCR: 3
      case FAIRY_JPEG_CMYK, FAIRY_JPEG_YCCK: 4
      default: nil
      }
    guard let channels else {
      unsafe fairy_jpeg_decoder_destroy(decoder)
      throw ConversionError(
        .unsupportedContent, "its JPEG data have \(found.component_count) components")
    }
    header = Header(
      width: Int(found.width), height: Int(found.height), channels: channels,
      isTransformed: found.colours == FAIRY_JPEG_YCBCR || found.colours == FAIRY_JPEG_YCCK,
      hasAdobeSegment: found.has_adobe_segment)
    unsafe self.decoder = decoder
    self.source = source
  }

  deinit { unsafe fairy_jpeg_decoder_destroy(decoder) }

  /// Decodes all rows.
  ///
  /// - Parameter eighths: 8 for the whole size; 4, 2 or 1 for a part of it, which costs less.
  /// - Throws: `damagedInput`, also where the picture is only in part there.
  consuming func raster(eighths: Int) throws(ConversionError) -> Raster {
    var output = fairy_jpeg_output()
    guard unsafe fairy_jpeg_decoder_scale(decoder, Int32(eighths), &output),
      unsafe fairy_jpeg_decoder_start(decoder, FAIRY_JPEG_ROWS)
    else { throw unsafe Self.failure(decoder, source) }
    let (width, height) = (Int(output.width), Int(output.height))
    let rowBytes = width * header.channels
    var isWhole = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: rowBytes * height) { room, count in
      isWhole = unsafe fairy_jpeg_decoder_read_rows(
        decoder, room.baseAddress, rowBytes, Int32(clamping: height))
      count = isWhole ? rowBytes * height : 0
    }
    guard isWhole else { throw unsafe Self.failure(decoder, source) }
    unsafe fairy_jpeg_decoder_finish(decoder)
    let report = unsafe fairy_jpeg_decoder_report(decoder)
    if unsafe report.failure == FAIRY_JPEG_STOPPED { throw unsafe Self.failure(decoder, source) }
    // Viewers differ in what they make of damage: better left to them.
    guard unsafe report.warning_count == 0 else {
      throw ConversionError(.damagedInput, "its JPEG data are damaged")
    }
    return Raster(width: width, height: height, channels: header.channels, bytes: bytes)
  }

  private static func failure(_ decoder: OpaquePointer, _ source: JPEGSource) -> ConversionError {
    let report = unsafe fairy_jpeg_decoder_report(decoder)
    let words = unsafe String(cString: report.message)
    return switch unsafe report.failure {
    case FAIRY_JPEG_STOPPED:
      source.failure ?? ConversionError(.internalError, "the JPEG decoder stopped by itself")
    case FAIRY_JPEG_UNSUPPORTED:
      ConversionError(.unsupportedContent, "cannot be decoded: \(words)")
    default: ConversionError(.damagedInput, "its JPEG data are damaged: \(words)")
    }
  }
}

/// Bytes as libjpeg pulls them.
private final class JPEGSource {
  private let bytes: [UInt8]
  private let context: ConversionContext
  private(set) var failure: ConversionError?

  init(_ bytes: [UInt8], _ context: ConversionContext) {
    self.bytes = bytes
    self.context = context
  }

  func read(at offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    guard count > 0 else { return 0 }
    unsafe bytes.withUnsafeBytes {
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
    }
    return count
  }

  func goesOn() -> Bool {
    do throws(ConversionError) {
      try context.checkpoint()
      return true
    } catch {
      failure = error
      return false
    }
  }
}
