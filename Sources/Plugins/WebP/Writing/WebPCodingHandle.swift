internal import CLibWebP
import ConverterCore
import PictureModel

/// How libwebp codes a picture.
struct WebPCodingHandle {
  private(set) var configuration: WebPConfig

  init(_ options: WebPOptions, threads: Int) throws(ConversionError) {
    try SystemLibrary.libwebp.open()
    configuration = WebPConfig()
    guard unsafe WebPConfigInit(&configuration) != 0 else {
      throw SystemLibrary.libwebp.missing(because: "it is of another version")
    }
    if options.loss.isNone {
      // Levels from 0 to 9 of what works well together.
      _ = unsafe WebPConfigLosslessPreset(&configuration, Int32(options.effort * 3 / 2))
    } else {
      configuration.quality = Float(options.level)
      configuration.method = Int32(options.effort)
    }
    configuration.alpha_quality = Int32(options.alphaQuality)
    configuration.exact = options.isExact ? 1 : 0
    configuration.thread_level = threads > 1 ? 1 : 0
  }

  /// Codes a whole picture.
  ///
  /// - Parameter progress: of the conversion, from its start to its end.
  /// - Throws: `limitExceeded`; what the stream throws.
  func code(
    _ frame: borrowing WebPFrameHandle, to stream: WebPOutputStream,
    _ progress: ClosedRange<Double>
  ) throws(ConversionError) {
    let target = WebPCodingTarget(stream, progress)
    let picture = unsafe frame.picture
    unsafe picture.pointee.writer = { bytes, count, picture in
      guard let target = unsafe WebPCodingTarget.of(picture?.pointee.custom_ptr) else { return 0 }
      // libwebp has written `count` bytes there.
      let written = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      return unsafe target.stream.take(Span(borrowing: written)) ? 1 : 0
    }
    unsafe picture.pointee.progress_hook = { percent, picture in
      guard let target = unsafe WebPCodingTarget.of(picture?.pointee.custom_ptr) else { return 0 }
      return target.advance(to: percent) ? 1 : 0
    }
    unsafe picture.pointee.custom_ptr = Unmanaged.passUnretained(target).toOpaque()
    defer {
      withExtendedLifetime(target) {}
      unsafe picture.pointee.custom_ptr = nil
    }
    var configuration = configuration
    // A partition holds 16 MB, which large pictures may exceed; eight cost nothing.
    if unsafe Int(picture.pointee.width) * Int(picture.pointee.height) > 1 << 25 {
      configuration.partitions = 3
    }
    var isCoded = unsafe WebPEncode(&configuration, picture) != 0
    if !isCoded, unsafe picture.pointee.error_code == VP8_ENC_ERROR_PARTITION0_OVERFLOW {
      // How blocks are predicted takes more than the 512 kB that there are for it, and is made simpler.
      configuration.partition_limit = 100
      isCoded = unsafe WebPEncode(&configuration, picture) != 0
    }
    guard !isCoded else { return }
    throw unsafe stream.failure ?? Self.failure(picture.pointee.error_code)
  }

  static func failure(_ code: WebPEncodingError) -> ConversionError {
    switch code {
    case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
      LibWebP.outOfMemory
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW,
      VP8_ENC_ERROR_FILE_TOO_BIG:
      ConversionError.exceeding(
        .init(fixed: "file", allowed: Int(UInt32.max) - 1),
        "the picture is more than a WebP file can hold; a lower -q or --resize makes it fit")
    default:
      ConversionError(
        .internalError, "libwebp could not code the picture (error \(code.rawValue))")
    }
  }
}

/// What libwebp's calls back are about.
final class WebPCodingTarget {
  let stream: WebPOutputStream
  private let progress: ClosedRange<Double>

  init(_ stream: WebPOutputStream, _ progress: ClosedRange<Double>) {
    self.stream = stream
    self.progress = progress
  }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> WebPCodingTarget? {
    unsafe pointer.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  func advance(to percent: Int32) -> Bool {
    let length = progress.upperBound - progress.lowerBound
    return stream.checkpoint(progress.lowerBound + length * Double(percent) / 100)
  }
}
