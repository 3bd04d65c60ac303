private import CLibDE265
import ConverterCore
import PictureModel

/// A libde265 decoder for one HEVC picture.
struct LibDE265Handle: ~Copyable {
  private let decoder: UnsafeMutableRawPointer

  /// - Parameter threads: 1 to decode on the calling thread alone.
  init(threads: Int) throws(ConversionError) {
    if let reason = fairy_libde265_open() {
      throw ConversionError(
        .missingLibrary,
        "decoding HEVC needs libde265 (on Debian the package libde265-0): "
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

  /// Decodes an item and lends its first picture to `body`.
  ///
  /// - Parameters:
  ///   - sets: parameter sets without start codes.
  ///   - data: the item's bytes.
  ///   - units: where its NAL units are within them.
  /// - Returns: a warning of the decoder about the picture, which it gave all the same.
  /// - Throws: `damagedInput` when no picture comes out.
  func decode(
    sets: [[UInt8]], data: [UInt8], units: [Range<Int>], item: UInt32,
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) -> String? {
    for set in sets {
      try set.withUnsafeBufferPointer { (unit) throws(ConversionError) in
        try push(UnsafeRawBufferPointer(unit), item: item)
      }
    }
    try data.withUnsafeBufferPointer { (all) throws(ConversionError) in
      for unit in units {
        try push(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[unit])), item: item)
      }
    }
    try check(de265_flush_data(decoder), item: item)
    var more: Int32 = 1
    while more != 0 {
      more = 0
      try check(de265_decode(decoder, &more), item: item)
      if let image = de265_get_next_picture(decoder) {
        try body(try planes(of: image, item: item))
        return warning()
      }
    }
    throw .damaged("item \(item) holds no whole HEVC picture")
  }

  private func push(_ unit: UnsafeRawBufferPointer, item: UInt32) throws(ConversionError) {
    guard let count = Int32(exactly: unit.count) else {
      throw .unsupported("item \(item) is too large for libde265")
    }
    try check(de265_push_NAL(decoder, unit.baseAddress, count, 0, nil), item: item)
  }

  private func check(_ status: de265_error, item: UInt32) throws(ConversionError) {
    guard status.rawValue >= 1000 || status == DE265_OK else {
      throw .damaged(
        "item \(item) cannot be decoded: libde265 says \(String(cString: de265_get_error_text(status)))"
      )
    }
  }

  /// What the decoder found wrong with a picture that it gave nevertheless.
  private func warning() -> String? {
    var first: String?
    while true {
      let warning = de265_get_warning(decoder)
      guard warning != DE265_OK else { return first }
      // Warnings about threads say nothing of the picture.
      guard warning != DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING,
        warning != DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM
      else { continue }
      first = first ?? String(cString: de265_get_error_text(warning))
    }
  }

  private func planes(
    of image: OpaquePointer, item: UInt32
  ) throws(ConversionError) -> DecodedPlanes {
    let subsampling: ChromaSubsampling? =
      switch de265_get_chroma_format(image) {
      case de265_chroma_mono: .monochrome
      case de265_chroma_420: .s420
      case de265_chroma_422: .s422
      case de265_chroma_444: .s444
      default: nil
      }
    guard let subsampling else { throw .damaged("item \(item) has an unknown chroma format") }
    let bitDepth = Int(de265_get_bits_per_pixel(image, 0))
    var planes: [PixelBuffer.Plane] = []
    for channel in 0..<(subsampling == .monochrome ? 1 : 3) {
      let channel = Int32(channel)
      var stride: Int32 = 0
      guard Int(de265_get_bits_per_pixel(image, channel)) == bitDepth,
        let base = de265_get_image_plane(image, channel, &stride)
      else { throw .damaged("item \(item) decodes to planes that do not belong together") }
      planes.append(
        PixelBuffer.Plane(
          base: UnsafeMutableRawPointer(mutating: base), stride: Int(stride),
          width: Int(de265_get_image_width(image, channel)),
          height: Int(de265_get_image_height(image, channel))))
    }
    return DecodedPlanes(subsampling: subsampling, bitDepth: bitDepth, planes: planes)
  }
}
