import CLibHEIF
import ConverterCore
import PictureModel

/// The libraries, loaded when a picture is first written.
enum LibHEIF {
  /// `nil`, or why libheif does not take the encoder.
  private static let encoderProblem: String? =
    unsafe fairy_libheif_add_av1_encoder().map { unsafe String(cString: $0) }

  /// Loads what a codec needs, and nothing of the other one.
  ///
  /// - Throws: `missingLibrary`.
  static func load(for codec: HEIFCodec) throws(ConversionError) {
    // libheif needs libaom, too: opened first, it is named where it is what is missing.
    if codec == .av1 { try SystemLibrary.libaom.open() }
    try SystemLibrary.libheif.open()
    if codec == .av1, let encoderProblem {
      throw SystemLibrary.libheif.missing(because: encoderProblem)
    }
  }
}

extension SystemLibrary {
  static let libheif = unsafe SystemLibrary(
    "libheif", package: "libheif1", opening: { unsafe fairy_libheif_open() })
  static let libaom = unsafe SystemLibrary(
    "libaom", package: "libaom3", opening: { unsafe fairy_av1_open() })
}

/// A file in the making.
@safe struct LibHEIFContext: ~Copyable {
  fileprivate let pointer: OpaquePointer

  init() throws(ConversionError) {
    guard let pointer = unsafe heif_context_alloc() else { throw LibHEIF.outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit {
    unsafe heif_context_free(pointer)
  }

  /// Codes `frame`, which becomes the file's picture.
  func encode(
    _ frame: borrowing LibHEIFFrame, with encoder: borrowing LibHEIFEncoder
  ) throws(ConversionError) -> LibHEIFItem {
    guard let options = unsafe heif_encoding_options_alloc() else { throw LibHEIF.outOfMemory }
    defer { unsafe heif_encoding_options_free(options) }
    // The matrix and range of the planes are always written, beside an ICC profile too.
    unsafe options.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = 1
    unsafe options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    var item: OpaquePointer?
    try unsafe heif_context_encode_image(pointer, frame.pointer, encoder.pointer, options, &item)
      .check("could not code the picture", .unsupportedContent)
    guard let item = unsafe item else { throw LibHEIF.outOfMemory }
    return unsafe LibHEIFItem(pointer: item)
  }

  /// Adds a TIFF stream as Exif has it.
  func addExif(_ bytes: [UInt8], to item: borrowing LibHEIFItem) throws(ConversionError) {
    try unsafe heif_context_add_exif_metadata(
      pointer, item.pointer, bytes, Int32(clamping: bytes.count)
    )
    .check("could not add Exif")
  }

  func addXMP(_ bytes: [UInt8], to item: borrowing LibHEIFItem) throws(ConversionError) {
    try unsafe heif_context_add_XMP_metadata(
      pointer, item.pointer, bytes, Int32(clamping: bytes.count)
    )
    .check("could not add XMP")
  }

  /// Hands over the bytes of the file, in one or several pieces.
  ///
  /// - Throws: what `body` throws, once it has passed through the C library.
  func write(
    _ body: (Span<UInt8>) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    try withoutActuallyEscaping(body) { (body) throws(ConversionError) in
      let sink = Sink(body)
      var writer = unsafe heif_writer(
        writer_api_version: 1,
        write: { _, bytes, count, user in
          guard let user = unsafe user else { return unsafe heif_error.refusal }
          let sink = unsafe Unmanaged<Sink>.fromOpaque(user).takeUnretainedValue()
          // libheif has written `count` bytes there.
          let written = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
          return unsafe sink.take(Span(borrowing: written))
            ? heif_error.success : heif_error.refusal
        })
      let status = unsafe heif_context_write(
        pointer, &writer, Unmanaged.passUnretained(sink).toOpaque())
      if let failure = sink.failure { throw failure }
      try unsafe status.check("could not put the file together")
    }
  }

  private final class Sink {
    private let body: (Span<UInt8>) throws(ConversionError) -> Void
    private(set) var failure: ConversionError?

    init(_ body: @escaping (Span<UInt8>) throws(ConversionError) -> Void) {
      self.body = body
    }

    func take(_ bytes: Span<UInt8>) -> Bool {
      do {
        try body(bytes)
      } catch {
        failure = error
      }
      return failure == nil
    }
  }
}

/// A coded picture within a ``LibHEIFContext``.
@safe struct LibHEIFItem: ~Copyable {
  fileprivate let pointer: OpaquePointer

  deinit {
    unsafe heif_image_handle_release(pointer)
  }
}

/// An encoder and its parameters.
@safe struct LibHEIFEncoder: ~Copyable {
  fileprivate let pointer: OpaquePointer

  /// - Throws: `missingLibrary` where this libheif came without the encoder.
  init(_ codec: HEIFCodec, for context: borrowing LibHEIFContext) throws(ConversionError) {
    let (format, name) =
      switch codec {
      case .hevc: (heif_compression_HEVC, "x265")
      case .av1: (heif_compression_AV1, FAIRY_AV1_ENCODER)
      }
    var descriptor: OpaquePointer?
    var encoder: OpaquePointer?
    guard unsafe heif_get_encoder_descriptors(format, name, &descriptor, 1) == 1 else {
      throw SystemLibrary.libheif.missing(
        because: "it came without the encoder for \(codec.formatName)")
    }
    try unsafe heif_context_get_encoder(context.pointer, descriptor, &encoder)
      .check("could not start the encoder")
    guard let encoder = unsafe encoder else { throw LibHEIF.outOfMemory }
    unsafe pointer = encoder
  }

  deinit {
    unsafe heif_encoder_release(pointer)
  }

  /// - Parameter quality: 0…100.
  func setQuality(_ quality: Int) throws(ConversionError) {
    try unsafe heif_encoder_set_lossy_quality(pointer, Int32(clamping: quality)).check(
      "refused a quality")
  }

  func setLossless() throws(ConversionError) {
    try unsafe heif_encoder_set_lossless(pointer, 1).check("cannot code without loss")
  }

  func set(_ parameter: String, _ value: Int) throws(ConversionError) {
    try unsafe heif_encoder_set_parameter_integer(pointer, parameter, Int32(clamping: value))
      .check("refused \(parameter)=\(value)")
  }

  func set(_ parameter: String, _ value: String) throws(ConversionError) {
    try unsafe heif_encoder_set_parameter_string(pointer, parameter, value)
      .check("refused \(parameter)=\(value)")
  }
}

/// The planes that an encoder reads.
@safe struct LibHEIFFrame: ~Copyable {
  fileprivate let pointer: OpaquePointer
  /// In the order of ``PixelFormat``; valid as long as the frame.
  let planes: [PixelBuffer.Plane]

  /// Planes that are not cleared.
  ///
  /// - Parameter format: planar; its size was checked by ``HEIFCodec``.
  init(_ format: PixelFormat, width: Int, height: Int) throws(ConversionError) {
    guard case .ycbcr(let subsampling, _, _) = format.channels else {
      preconditionFailure("frames are planar")
    }
    var image: OpaquePointer?
    let isGray = subsampling == .monochrome
    try unsafe heif_image_create(
      Int32(width), Int32(height), isGray ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
      subsampling.libheif, &image
    ).check("could not make a frame")
    guard let image = unsafe image else { throw LibHEIF.outOfMemory }
    do {
      planes = try unsafe Self.addPlanes(format, width: width, height: height, to: image)
    } catch {
      unsafe heif_image_release(image)
      throw error
    }
    unsafe pointer = image
    unsafe heif_image_set_premultiplied_alpha(image, format.alpha == .premultiplied ? 1 : 0)
  }

  deinit {
    unsafe heif_image_release(pointer)
  }

  func setProfile(_ profile: [UInt8]) throws(ConversionError) {
    try unsafe heif_image_set_raw_color_profile(pointer, "prof", profile, profile.count)
      .check("refused the colour profile")
  }

  func setColour(_ nclx: NCLX) throws(ConversionError) {
    guard let profile = unsafe heif_nclx_color_profile_alloc() else { throw LibHEIF.outOfMemory }
    defer { unsafe heif_nclx_color_profile_free(profile) }
    unsafe profile.pointee.color_primaries = .init(rawValue: UInt32(nclx.primaries))
    unsafe profile.pointee.transfer_characteristics = .init(rawValue: UInt32(nclx.transfer))
    unsafe profile.pointee.matrix_coefficients = .init(rawValue: UInt32(nclx.matrix))
    unsafe profile.pointee.full_range_flag = nclx.isFullRange ? 1 : 0
    try unsafe heif_image_set_nclx_color_profile(pointer, profile).check(
      "refused the colour points")
  }

  private static func addPlanes(
    _ format: PixelFormat, width: Int, height: Int, to image: OpaquePointer
  ) throws(ConversionError) -> [PixelBuffer.Plane] {
    var channels = [heif_channel_Y]
    if format.planeCount >= 3 { channels += [heif_channel_Cb, heif_channel_Cr] }
    if format.hasAlpha { channels.append(heif_channel_Alpha) }
    var planes: [PixelBuffer.Plane] = []
    for (index, channel) in channels.enumerated() {
      let size = format.planeSize(index, width: width, height: height)
      try unsafe heif_image_add_plane(
        image, channel, Int32(size.width), Int32(size.height), Int32(format.bitDepth)
      ).check("could not make a plane")
      var stride: Int32 = 0
      guard let base = unsafe heif_image_get_plane(image, channel, &stride) else {
        throw LibHEIF.outOfMemory
      }
      unsafe planes.append(
        PixelBuffer.Plane(
          base: base, stride: Int(stride), width: size.width, height: size.height))
    }
    return planes
  }
}

extension LibHEIF {
  fileprivate static var outOfMemory: ConversionError {
    ConversionError.exceeding(
      .init(unresolved: .memory),
      "libheif found no memory for the picture; make it smaller with --resize")
  }
}

extension ChromaSubsampling {
  /// - Precondition: not 4:4:0, which neither codec has.
  fileprivate var libheif: heif_chroma {
    switch self {
    case .monochrome: heif_chroma_monochrome
    case .s420: heif_chroma_420
    case .s422: heif_chroma_422
    case .s444: heif_chroma_444
    case .s440: preconditionFailure("4:4:0 is neither HEVC nor AV1")
    }
  }
}

extension heif_error {
  fileprivate static var success: heif_error {
    unsafe heif_error(
      code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: text("Success"))
  }

  fileprivate static var refusal: heif_error {
    unsafe heif_error(
      code: heif_error_Encoding_error, subcode: heif_suberror_Cannot_write_output_data,
      message: text("the output could not be written"))
  }

  /// A message that lives for ever, as C expects it to.
  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Throws what libheif says if it failed.
  ///
  /// - Parameter what: the verb of the sentence about libheif.
  fileprivate func check(
    _ what: String, _ failure: ConversionError.Code = .internalError
  ) throws(ConversionError) {
    guard unsafe code != heif_error_Ok else { return }
    if unsafe code == heif_error_Memory_allocation_error { throw LibHEIF.outOfMemory }
    throw ConversionError(failure, unsafe "libheif \(what): \(String(cString: message))")
  }
}
