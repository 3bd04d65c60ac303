import CLibOpenJPEG
package import ConverterCore

/// A picture in OpenJPEG's encoder.
@safe package struct OpenJPEGEncoderHandle: ~Copyable {
  private let encoder: OpaquePointer

  /// - Throws: `missingLibrary`, `limitExceeded`.
  package init(
    width: Int, height: Int, components: Int, bitDepth: Int
  ) throws(ConversionError) {
    try SystemLibrary.openJPEG.open()
    guard
      let encoder = unsafe fairy_openjpeg_encoder_create(
        UInt32(clamping: width), UInt32(clamping: height), UInt32(clamping: components),
        UInt32(clamping: bitDepth))
    else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to code the picture")
    }
    unsafe self.encoder = encoder
  }

  deinit { unsafe fairy_openjpeg_encoder_destroy(encoder) }

  /// Rows of a component from top to bottom without gaps, to be filled.
  package func samples(_ component: Int) -> UnsafeMutablePointer<Int32>? {
    unsafe fairy_openjpeg_encoder_samples(encoder, UInt32(clamping: component))
  }

  /// The codestream.
  ///
  /// - Parameters:
  ///   - psnr: how near it comes, in dB; `nil` is lossless.
  ///   - isRGB: whether the first three components are.
  /// - Throws: `internalError` where the library fails.
  package func encode(
    levels: Int, psnr: Double?, isRGB: Bool, threads: Int
  ) throws(ConversionError) -> [UInt8] {
    var coding = fairy_openjpeg_coding(
      levels: UInt32(clamping: levels), psnr: Float(psnr ?? 0), is_rgb: isRGB,
      threads: UInt32(clamping: min(threads, 32)))
    var count = 0
    guard let bytes = unsafe fairy_openjpeg_encode(encoder, &coding, &count) else {
      throw ConversionError(.internalError, "OpenJPEG could not code the picture")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
