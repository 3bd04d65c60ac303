import CLibJXL
import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// libjxl, which decodes one frame after the other.
@safe struct JPEGXLDecoderHandle: ~Copyable {
  private let decoder: OpaquePointer
  private let bytes: CodedBytes

  /// - Throws: `missingLibrary`, `limitExceeded`.
  init(_ bytes: CodedBytes, threads: Int) throws(ConversionError) {
    try SystemLibrary.libjxl.open()
    let data = unsafe bytes.buffer.bindMemory(to: UInt8.self)
    guard
      let decoder = unsafe fairy_jxl_decoder_create(data.baseAddress, data.count, min(threads, 64))
    else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for decoding it")
    }
    unsafe self.decoder = decoder
    self.bytes = bytes
  }

  deinit { unsafe fairy_jxl_decoder_destroy(decoder) }

  func skip(_ frames: Int) { unsafe fairy_jxl_decoder_skip(decoder, frames) }

  /// - Throws: `damagedInput`.
  func next(into buffer: PixelBuffer) throws(ConversionError) {
    let plane = buffer.planes[0]
    let status = unsafe fairy_jxl_decoder_next(
      decoder, UInt32(buffer.format.samplesPerPixel), buffer.format.bytesPerSample > 1,
      plane.base.assumingMemoryBound(to: UInt8.self), plane.stride * plane.height)
    if let error = ConversionError(status) { throw error }
  }

  /// The JPEG file that a file was made of, byte for byte; `nil` where it cannot be had.
  ///
  /// - Parameter limit: the most bytes that it may have.
  static func jpeg(of bytes: CodedBytes, limit: Int) throws(ConversionError) -> [UInt8]? {
    try SystemLibrary.libjxl.open()
    let data = unsafe bytes.buffer.bindMemory(to: UInt8.self)
    var count = 0
    guard let jpeg = unsafe fairy_jxl_read_jpeg(data.baseAddress, data.count, limit, &count) else {
      return nil
    }
    defer { unsafe free(jpeg) }
    return unsafe Array(UnsafeBufferPointer(start: jpeg, count: count))
  }
}
