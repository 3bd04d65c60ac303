internal import CLibWebP
import ConverterCore
import PictureModel

/// libwebpmux coding an animation, whose pictures it stores as what changes.
@safe struct WebPAnimationHandle: ~Copyable {
  private let encoder: OpaquePointer
  private let coding: WebPCodingHandle

  /// - Parameter mixesCodings: whether each picture may be coded with or without loss, as is smaller.
  init(
    width: Int, height: Int, repetitions: Int, mixesCodings: Bool, coding: WebPCodingHandle
  ) throws(ConversionError) {
    try SystemLibrary.libwebp.open()
    try SystemLibrary.libwebpmux.open()
    var options = WebPAnimEncoderOptions()
    guard unsafe WebPAnimEncoderOptionsInit(&options) != 0 else {
      throw SystemLibrary.libwebpmux.missing(because: "it is of another version")
    }
    options.anim_params.loop_count = Int32(min(max(0, repetitions), 65535))
    options.allow_mixed = mixesCodings ? 1 : 0
    guard
      let encoder = unsafe WebPAnimEncoderNew(
        Int32(clamping: width), Int32(clamping: height), &options)
    else { throw LibWebP.outOfMemory }
    unsafe self.encoder = encoder
    self.coding = coding
  }

  deinit {
    unsafe WebPAnimEncoderDelete(encoder)
  }

  /// - Parameters:
  ///   - start: in milliseconds from the beginning on.
  ///   - stream: is asked whether to go on.
  borrowing func add(
    _ frame: borrowing WebPFrameHandle, start: Int, _ progress: ClosedRange<Double>,
    for stream: WebPOutputStream
  ) throws(ConversionError) {
    let target = WebPCodingTarget(stream, progress)
    let picture = unsafe frame.picture
    // The progress of one picture is that of several trials: it is only asked whether to go on.
    unsafe picture.pointee.progress_hook = { _, picture in
      guard let target = unsafe WebPCodingTarget.of(picture?.pointee.user_data) else { return 0 }
      return target.advance(to: 0) ? 1 : 0
    }
    unsafe picture.pointee.user_data = Unmanaged.passUnretained(target).toOpaque()
    defer { withExtendedLifetime(target) {} }
    var configuration = coding.configuration
    guard unsafe WebPAnimEncoderAdd(encoder, picture, Int32(clamping: start), &configuration) != 0
    else {
      throw unsafe stream.failure ?? failure(picture.pointee.error_code)
    }
  }

  /// Writes the whole file.
  ///
  /// - Parameter end: when the last picture ends, in milliseconds.
  borrowing func finish(at end: Int, to stream: WebPOutputStream) throws(ConversionError) {
    guard unsafe WebPAnimEncoderAdd(encoder, nil, Int32(clamping: end), nil) != 0 else {
      throw failure(VP8_ENC_OK)
    }
    var data = unsafe WebPData()
    guard unsafe WebPAnimEncoderAssemble(encoder, &data) != 0 else { throw failure(VP8_ENC_OK) }
    defer { unsafe WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
    // libwebp keeps `size` bytes there until they are freed.
    let bytes = unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.size)
    try unsafe stream.write(Span(borrowing: bytes))
  }

  private borrowing func failure(_ code: WebPEncodingError) -> ConversionError {
    guard code == VP8_ENC_OK || code == VP8_ENC_ERROR_INVALID_CONFIGURATION else {
      return WebPCodingHandle.failure(code)
    }
    let words = unsafe WebPAnimEncoderGetError(encoder).map { unsafe String(cString: $0) } ?? ""
    return ConversionError(.internalError, "libwebp could not code the animation: \(words)")
  }
}
