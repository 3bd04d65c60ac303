import CLibJXL
import ConverterCore
import PictureModel

/// libjxl's encoder.
@safe struct JPEGXLEncoderHandle: ~Copyable {
  struct Settings {
    var width: Int
    var height: Int
    var orientation = Orientation.upright
    var format: PixelFormat
    var colour: ColourDescription
    var exif: [UInt8] = []
    var xmp: [UInt8] = []
    var distance: Double
    var effort: Int
    var isProgressive = false
    /// How often an animation is shown; `nil` for a still picture.
    var repetitions: Int?
    var isJPEG = false
    var threads: Int
  }

  private let encoder: OpaquePointer
  private let room: UnsafeMutableBufferPointer<UInt8>

  /// - Throws: `missingLibrary`, `unsupportedContent` for a profile that libjxl does not take.
  init(_ settings: Settings) throws(ConversionError) {
    try SystemLibrary.libjxl.open()
    guard let encoder = unsafe Self.create(settings) else {
      throw ConversionError(
        .unsupportedContent,
        "libjxl does not take such a picture, or its colour profile; --profile srgb may help")
    }
    unsafe self.encoder = encoder
    unsafe room = .allocate(capacity: 1 << 18)
  }

  deinit {
    unsafe fairy_jxl_encoder_destroy(encoder)
    unsafe room.deallocate()
  }

  private static func create(_ settings: Settings) -> OpaquePointer? {
    let profile: [UInt8] = if case .icc(let bytes) = settings.colour { bytes } else { [] }
    var points = CodingIndependentCodePoints.sRGB
    if case .cicp(let own) = settings.colour { points = own }
    // They are copied before the encoder is there.
    return unsafe profile.withUnsafeBufferPointer { profile in
      unsafe settings.exif.withUnsafeBufferPointer { exif in
        unsafe settings.xmp.withUnsafeBufferPointer { xmp in
          var raw = unsafe fairy_jxl_settings()
          unsafe raw.width = UInt32(clamping: settings.width)
          unsafe raw.height = UInt32(clamping: settings.height)
          unsafe raw.orientation = UInt32(settings.orientation.rawValue)
          unsafe raw.colours = settings.format.channels == .gray ? 1 : 3
          unsafe raw.has_alpha = settings.format.hasAlpha
          unsafe raw.sample_bits = UInt32(settings.format.bitDepth)
          unsafe raw.bits = UInt32(settings.format.bitDepth)
          unsafe (raw.primaries, raw.transfer) = (
            UInt32(clamping: points.primaries), UInt32(clamping: points.transfer)
          )
          unsafe (raw.profile, raw.profile_count) = (profile.baseAddress, profile.count)
          unsafe (raw.exif, raw.exif_count) = (exif.baseAddress, exif.count)
          unsafe (raw.xmp, raw.xmp_count) = (xmp.baseAddress, xmp.count)
          unsafe raw.distance = Float(settings.distance)
          unsafe raw.effort = Int32(settings.effort)
          unsafe raw.is_progressive = settings.isProgressive
          unsafe raw.has_animation = settings.repetitions != nil
          unsafe raw.repetitions = UInt32(clamping: settings.repetitions ?? 0)
          unsafe raw.is_jpeg = settings.isJPEG
          unsafe raw.threads = min(64, settings.threads)
          return unsafe fairy_jxl_encoder_create(&raw)
        }
      }
    }
  }

  /// - Parameters:
  ///   - buffer: one that was allocated by its own, whose rows are as the encoder expects them.
  ///   - milliseconds: how long it is shown.
  func add(
    _ buffer: PixelBuffer, milliseconds: Int = 0, isLast: Bool = true
  ) throws(ConversionError) {
    let plane = buffer.planes[0]
    guard
      unsafe fairy_jxl_encoder_add(
        encoder, plane.base.assumingMemoryBound(to: UInt8.self), plane.stride * plane.height,
        UInt32(clamping: milliseconds), isLast)
    else { throw Self.failure }
  }

  /// - Returns: whether libjxl takes it: not arithmetic coding, nor CMYK.
  func add(jpeg: [UInt8]) -> Bool {
    unsafe jpeg.withUnsafeBufferPointer {
      unsafe fairy_jxl_encoder_add_jpeg(encoder, $0.baseAddress, $0.count)
    }
  }

  /// Writes what is coded of what was added.
  func drain(to output: OutputFile) throws(ConversionError) {
    while true {
      let count = unsafe fairy_jxl_encoder_take(encoder, room.baseAddress, room.count)
      guard count >= 0 else { throw Self.failure }
      guard count > 0 else { return }
      try unsafe output.write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: room[..<count])))
    }
  }

  private static let failure = ConversionError(
    .unsupportedContent, "libjxl could not code the picture")
}
