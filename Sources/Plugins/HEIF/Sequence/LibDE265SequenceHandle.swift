private import CLibDE265
import ConverterCore
import PictureModel

/// A libde265 decoder for pictures that are coded from each other, which it gives in the order of showing.
final class LibDE265SequenceHandle {
  private let decoder: UnsafeMutableRawPointer
  /// Whether it was given something that it has not decoded yet.
  private var hasWork = false

  init(threads: Int) throws(ConversionError) {
    if let reason = fairy_libde265_open() {
      throw ConversionError(
        .missingLibrary,
        "decoding HEVC sequences needs libde265 (on Debian the package libde265-0): "
          + String(cString: reason))
    }
    guard let decoder = de265_new_decoder() else {
      throw ConversionError(.internalError, "libde265 gave no decoder; there may be no memory left")
    }
    self.decoder = decoder
    if threads > 1 { _ = de265_start_worker_threads(decoder, Int32(min(threads, 32))) }
  }

  deinit {
    _ = de265_free_decoder(decoder)
  }

  /// Takes a NAL unit without start code.
  func push(_ unit: UnsafeRawBufferPointer) throws(ConversionError) {
    guard let count = Int32(exactly: unit.count) else {
      throw .unsupported("a picture of the sequence is too large for libde265")
    }
    try check(de265_push_NAL(decoder, unit.baseAddress, count, 0, nil))
  }

  /// Says that the units of a picture are complete.
  func endPicture() {
    de265_push_end_of_frame(decoder)
    hasWork = true
  }

  /// Says that no picture follows.
  func flush() throws(ConversionError) {
    try check(de265_flush_data(decoder))
    hasWork = true
  }

  /// Lends the next picture to `body`; `false` where none comes before more was given.
  ///
  /// Pictures are taken as soon as they are there: libde265 does not go on while it holds too many.
  func takePicture(
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) -> Bool {
    var steps = 0
    while true {
      if let image = de265_get_next_picture(decoder) {
        try body(try Self.planes(of: image))
        return true
      }
      guard hasWork else { return false }
      // A step decodes a unit at least, unless it waits for what never comes.
      steps += 1
      guard steps < Self.mostSteps else {
        throw .damaged("the sequence cannot be decoded: libde265 waits for a picture for ever")
      }
      var more: Int32 = 0
      let status = de265_decode(decoder, &more)
      hasWork = more != 0 && status != DE265_ERROR_WAITING_FOR_INPUT_DATA
      if status != DE265_ERROR_WAITING_FOR_INPUT_DATA { try check(status) }
      while de265_get_warning(decoder) != DE265_OK {}
    }
  }

  private static let mostSteps = 1 << 16

  private func check(_ status: de265_error) throws(ConversionError) {
    guard status.rawValue >= 1000 || status == DE265_OK else {
      throw .damaged(
        "the sequence cannot be decoded: libde265 says "
          + String(cString: de265_get_error_text(status)))
    }
  }

  private static func planes(of image: OpaquePointer) throws(ConversionError) -> DecodedPlanes {
    let subsampling: ChromaSubsampling? =
      switch de265_get_chroma_format(image) {
      case de265_chroma_mono: .monochrome
      case de265_chroma_420: .s420
      case de265_chroma_422: .s422
      case de265_chroma_444: .s444
      default: nil
      }
    guard let subsampling else { throw .damaged("the sequence has an unknown chroma format") }
    let bitDepth = Int(de265_get_bits_per_pixel(image, 0))
    var planes: [PixelBuffer.Plane] = []
    for channel in 0..<Int32(subsampling == .monochrome ? 1 : 3) {
      var stride: Int32 = 0
      guard Int(de265_get_bits_per_pixel(image, channel)) == bitDepth,
        let base = de265_get_image_plane(image, channel, &stride)
      else { throw .damaged("the sequence decodes to planes that do not belong together") }
      planes.append(
        PixelBuffer.Plane(
          base: UnsafeMutableRawPointer(mutating: base), stride: Int(stride),
          width: Int(de265_get_image_width(image, channel)),
          height: Int(de265_get_image_height(image, channel))))
    }
    return DecodedPlanes(subsampling: subsampling, bitDepth: bitDepth, planes: planes)
  }
}
