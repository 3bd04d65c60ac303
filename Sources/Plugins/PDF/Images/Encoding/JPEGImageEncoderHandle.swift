import CJPEGShims
import ConverterCore
import PDFObjects

/// Encodes pictures for DCTDecode: progressive, with Huffman tables made for the picture.
enum JPEGImageEncoderHandle {
  /// libjpeg's limit.
  static let largestSide = 65500

  /// Four channels are stored as YCCK behind Adobe's segment. The samples are not turned over: what they mean is
  /// said by the array Decode of the stream, before as after.
  ///
  /// - Throws: `limitExceeded`.
  static func encode(
    _ raster: Raster, quality: Quality, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    let sink = JPEGSink(context)
    let callbacks = unsafe fairy_jpeg_destination(
      context: Unmanaged.passUnretained(sink).toOpaque(),
      write: { context, bytes, count in
        guard let context = unsafe context else { return false }
        unsafe Unmanaged<JPEGSink>.fromOpaque(context).takeUnretainedValue()
          .bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return true
      },
      checkpoint: { context in
        guard let context = unsafe context else { return false }
        return unsafe Unmanaged<JPEGSink>.fromOpaque(context).takeUnretainedValue().goesOn()
      })
    guard let encoder = unsafe fairy_jpeg_encoder_create(callbacks, context.limits.memory) else {
      throw PDFFile.exhausted
    }
    defer { unsafe fairy_jpeg_encoder_destroy(encoder) }
    let percent = max(1, quality.percent)
    // As the JPEG writer has it: from 0.9 on people ask for the picture, not for a small file.
    let ratio: Int32 = percent >= 90 ? 1 : 2
    let parameters = fairy_jpeg_parameters(
      width: Int32(raster.width), height: Int32(raster.height),
      input: raster.channels == 1
        ? FAIRY_JPEG_FROM_GRAY : raster.channels == 3 ? FAIRY_JPEG_FROM_RGB : FAIRY_JPEG_FROM_CMYK,
      ratio: fairy_jpeg_sampling(horizontal: ratio, vertical: ratio),
      quality: Int32(percent), progressive: true, optimised: true, density_unit: 0, density_x: 1,
      density_y: 1)
    let isWhole = unsafe raster.bytes.withUnsafeBufferPointer { bytes in
      unsafe fairy_jpeg_encoder_start(encoder, parameters)
        && fairy_jpeg_encoder_write_rows(
          encoder, bytes.baseAddress, raster.rowBytes, Int32(raster.height))
        && fairy_jpeg_encoder_finish(encoder)
    }
    guard isWhole else {
      if let failure = sink.failure { throw failure }
      let words = unsafe String(cString: fairy_jpeg_encoder_report(encoder).message)
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "libjpeg cannot encode an image: \(words)")
    }
    return sink.bytes
  }
}

private final class JPEGSink {
  var bytes: [UInt8] = []
  private let context: ConversionContext
  private(set) var failure: ConversionError?

  init(_ context: ConversionContext) { self.context = context }

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
