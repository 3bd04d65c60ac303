internal import CLibDE265
import ConverterCore
import PictureModel

/// A libde265 decoder, for one picture or for a sequence of them.
@safe struct LibDE265Handle: ~Copyable {
  private let decoder: UnsafeMutableRawPointer
  /// What it decodes, in the words of errors: "item 3".
  private let subject: String

  /// - Parameter threads: 1 to decode on the calling thread alone.
  init(threads: Int, subject: String) throws(ConversionError) {
    try SystemLibrary.libde265.open()
    guard let decoder = unsafe de265_new_decoder() else {
      throw ConversionError(.internalError, "libde265 gave no decoder; there may be no memory left")
    }
    unsafe self.decoder = decoder
    self.subject = subject
    if threads > 1 { _ = unsafe de265_start_worker_threads(decoder, Int32(min(threads, 32))) }
  }

  deinit {
    _ = unsafe de265_free_decoder(decoder)
  }

  /// Takes a NAL unit without start code.
  func push(_ unit: Span<UInt8>) throws(ConversionError) {
    guard let count = Int32(exactly: unit.count) else {
      throw .unsupported("\(subject) is too large for libde265")
    }
    try unsafe check(
      unit.withUnsafeBytes { unsafe de265_push_NAL(decoder, $0.baseAddress, count, 0, nil) })
  }

  /// Says that the units of a picture are complete.
  func endPicture() {
    unsafe de265_push_end_of_frame(decoder)
  }

  /// Says that no unit follows.
  func flush() throws(ConversionError) {
    try unsafe check(de265_flush_data(decoder))
  }

  enum Step {
    /// There is more to decode.
    case more
    /// All that was pushed is decoded.
    case done
    /// It waits for units.
    case waiting
  }

  /// Decodes a unit at least, unless it waits for what never comes.
  func step() throws(ConversionError) -> Step {
    var more: Int32 = 0
    let status = unsafe de265_decode(decoder, &more)
    if status == DE265_ERROR_WAITING_FOR_INPUT_DATA { return .waiting }
    try check(status)
    return more != 0 ? .more : .done
  }

  /// Lends the next picture to `body`; `false` where there is none yet.
  func takePicture(
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) -> Bool {
    guard let image = unsafe de265_get_next_picture(decoder) else { return false }
    try unsafe body(try planes(of: image))
    return true
  }

  /// What the decoder found wrong with what it gave nevertheless, since it was asked last.
  func takeWarning() -> String? {
    var first: String?
    while true {
      let warning = unsafe de265_get_warning(decoder)
      guard warning != DE265_OK else { return first }
      // Warnings about threads say nothing of the picture.
      guard warning != DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING,
        warning != DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM
      else { continue }
      first = first ?? Self.words(for: warning)
    }
  }

  private func check(_ status: de265_error) throws(ConversionError) {
    guard status.rawValue >= 1000 || status == DE265_OK else {
      throw .damaged("\(subject) cannot be decoded: \(Self.words(for: status))")
    }
  }

  /// What an error or a warning of libde265 means.
  private static func words(for status: de265_error) -> String {
    switch status {
    case DE265_ERROR_OUT_OF_MEMORY: "there is no memory left for it"
    case DE265_ERROR_NOT_IMPLEMENTED_YET: "it uses a part of HEVC that libde265 does not decode"
    case DE265_WARNING_PPS_HEADER_INVALID, DE265_WARNING_SPS_HEADER_INVALID,
      DE265_WARNING_NONEXISTING_PPS_REFERENCED, DE265_WARNING_NONEXISTING_SPS_REFERENCED:
      "its HEVC parameters are missing or wrong"
    case DE265_WARNING_SLICEHEADER_INVALID, DE265_ERROR_NO_INITIAL_SLICE_HEADER:
      "the header of a slice of its HEVC data is missing or wrong"
    case DE265_WARNING_PREMATURE_END_OF_SLICE_SEGMENT, DE265_ERROR_PREMATURE_END_OF_SLICE:
      "its HEVC data end too early"
    case DE265_WARNING_NONEXISTING_REFERENCE_PICTURE_ACCESSED:
      "it is coded from pictures that are not there"
    default: "its HEVC data are damaged"
    }
  }

  private func planes(of image: OpaquePointer) throws(ConversionError) -> DecodedPlanes {
    let subsampling: ChromaSubsampling? =
      switch unsafe de265_get_chroma_format(image) {
      case de265_chroma_mono: .monochrome
      case de265_chroma_420: .s420
      case de265_chroma_422: .s422
      case de265_chroma_444: .s444
      default: nil
      }
    guard let subsampling else { throw .damaged("\(subject) has an unknown chroma format") }
    let bitDepth = unsafe Int(de265_get_bits_per_pixel(image, 0))
    var planes: [PixelBuffer.Plane] = []
    for channel in 0..<Int32(subsampling == .monochrome ? 1 : 3) {
      var stride: Int32 = 0
      guard unsafe Int(de265_get_bits_per_pixel(image, channel)) == bitDepth,
        let base = unsafe de265_get_image_plane(image, channel, &stride)
      else { throw .damaged("\(subject) decodes to planes that do not belong together") }
      unsafe planes.append(
        PixelBuffer.Plane(
          base: UnsafeMutableRawPointer(mutating: base), stride: Int(stride),
          width: Int(de265_get_image_width(image, channel)),
          height: Int(de265_get_image_height(image, channel))))
    }
    return DecodedPlanes(subsampling: subsampling, bitDepth: bitDepth, planes: planes)
  }
}

extension SystemLibrary {
  static let libde265 = unsafe SystemLibrary(
    "libde265", package: "libde265-0", opening: { unsafe fairy_libde265_open() })
}
