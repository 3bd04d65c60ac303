private import CDav1d
import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A dav1d decoder for one AV1 picture.
struct Dav1dHandle: ~Copyable {
  private var context: OpaquePointer?

  /// - Parameters:
  ///   - threads: 1 to decode on the calling thread alone.
  ///   - operatingPoint: of a scalable picture, 0…31.
  init(threads: Int, operatingPoint: Int, limits: Limits) throws(ConversionError) {
    try Self.openLibrary()
    var settings = Dav1dSettings()
    dav1d_default_settings(&settings)
    settings.n_threads = Int32(max(1, min(threads, Int(DAV1D_MAX_THREADS))))
    settings.max_frame_delay = 1
    settings.operating_point = Int32(min(operatingPoint, 31))
    // The best layer alone.
    settings.all_layers = 0
    settings.frame_size_limit = UInt32(clamping: limits.pixels)
    settings.logger.callback = nil
    guard dav1d_open(&context, &settings) == 0, context != nil else {
      throw ConversionError(.internalError, "dav1d gave no decoder; there may be no memory left")
    }
  }

  deinit {
    var context = context
    dav1d_close(&context)
  }

  private static func openLibrary() throws(ConversionError) {
    guard let reason = fairy_dav1d_open() else { return }
    throw ConversionError(
      .missingLibrary,
      "decoding AV1 needs dav1d (on Debian the package libdav1d6): " + String(cString: reason))
  }

  /// Decodes an item and lends its first picture to `body`.
  ///
  /// - Throws: `damagedInput` when no picture comes out.
  func decode(
    _ units: [UInt8], item: UInt32, _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    try decode(units, subject: "item \(item)", body)
  }

  /// The same for one of several pictures, which may be coded from those before.
  ///
  /// - Parameter subject: for messages: "picture 3".
  func decode(
    _ units: [UInt8], subject: String,
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    var data = Dav1dData()
    guard !units.isEmpty else { throw .damaged("\(subject) is empty") }
    guard let memory = dav1d_data_create(&data, units.count) else {
      throw ConversionError(.internalError, "there is no memory for the AV1 decoder")
    }
    defer { dav1d_data_unref(&data) }
    units.withUnsafeBufferPointer {
      memory.update(from: $0.baseAddress ?? UnsafePointer(memory), count: $0.count)
    }
    while true {
      let before = data.sz
      if before > 0 {
        let status = dav1d_send_data(context, &data)
        guard status == 0 || status == -EAGAIN else { throw Self.failure(status, subject: subject) }
      }
      var picture = Dav1dPicture()
      let status = dav1d_get_picture(context, &picture)
      if status == 0 {
        defer { dav1d_picture_unref(&picture) }
        return try body(try Self.planes(of: picture, subject: subject))
      }
      guard status == -EAGAIN else { throw Self.failure(status, subject: subject) }
      guard data.sz < before else {
        throw .damaged("\(subject) holds no whole AV1 picture")
      }
    }
  }

  private static func failure(_ status: Int32, subject: String) -> ConversionError {
    switch -status {
    case ERANGE:
      ConversionError(
        .limitExceeded, "\(subject) is larger than the limit; raise it with --limit pixels=…")
    case ENOMEM: ConversionError(.internalError, "there is no memory for the AV1 decoder")
    case ENOPROTOOPT: .unsupported("\(subject) uses a part of AV1 that dav1d does not decode")
    default:
      .damaged("\(subject) cannot be decoded: dav1d says \(String(cString: strerror(-status)))")
    }
  }

  private static func planes(
    of picture: Dav1dPicture, subject: String
  ) throws(ConversionError) -> DecodedPlanes {
    let subsampling: ChromaSubsampling =
      switch picture.p.layout {
      case DAV1D_PIXEL_LAYOUT_I400: .monochrome
      case DAV1D_PIXEL_LAYOUT_I420: .s420
      case DAV1D_PIXEL_LAYOUT_I422: .s422
      default: .s444
      }
    let (width, height) = (Int(picture.p.w), Int(picture.p.h))
    var planes: [PixelBuffer.Plane] = []
    let bases = [picture.data.0, picture.data.1, picture.data.2]
    for (index, base) in bases.prefix(subsampling == .monochrome ? 1 : 3).enumerated() {
      guard let base else { throw .damaged("\(subject) decodes to a picture without planes") }
      let (x, y) = index == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
      planes.append(
        PixelBuffer.Plane(
          base: base, stride: index == 0 ? picture.stride.0 : picture.stride.1,
          width: (width + x - 1) / x, height: (height + y - 1) / y))
    }
    return DecodedPlanes(subsampling: subsampling, bitDepth: Int(picture.p.bpc), planes: planes)
  }
}

/// What the sequence header of an AV1 picture says (AV1 specification, 5.5).
struct AV1SequenceHeader: Sendable, Equatable {
  let width: Int
  let height: Int
  let colour: ColourCodePoints
}

extension Dav1dHandle {
  /// Reads the first sequence header among OBUs; `nil` if there is none.
  static func sequenceHeader(in units: [UInt8]) throws(ConversionError) -> AV1SequenceHeader? {
    try openLibrary()
    var header = Dav1dSequenceHeader()
    guard !units.isEmpty, dav1d_parse_sequence_header(&header, units, units.count) == 0 else {
      return nil
    }
    return AV1SequenceHeader(
      width: Int(header.max_width), height: Int(header.max_height),
      colour: ColourCodePoints(
        primaries: Int(header.pri.rawValue), transfer: Int(header.trc.rawValue),
        matrix: Int(header.mtrx.rawValue), isFullRange: header.color_range != 0))
  }
}
