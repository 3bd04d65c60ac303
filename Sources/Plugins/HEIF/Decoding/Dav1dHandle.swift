internal import CDav1d
import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A dav1d decoder for one AV1 picture.
@safe struct Dav1dHandle: ~Copyable {
  private let context: OpaquePointer

  /// - Parameters:
  ///   - threads: 1 to decode on the calling thread alone.
  ///   - operatingPoint: of a scalable picture, 0…31.
  init(threads: Int, operatingPoint: Int, limits: Limits) throws(ConversionError) {
    try SystemLibrary.dav1d.open()
    var settings = unsafe Dav1dSettings()
    unsafe dav1d_default_settings(&settings)
    unsafe settings.n_threads = Int32(max(1, min(threads, Int(DAV1D_MAX_THREADS))))
    unsafe settings.max_frame_delay = 1
    unsafe settings.operating_point = Int32(min(operatingPoint, 31))
    // The layer that is wanted is chosen among all that come out (``LayerChoice``).
    unsafe settings.all_layers = 1
    unsafe settings.frame_size_limit = UInt32(clamping: limits.pixels)
    unsafe settings.logger.callback = nil
    var context: OpaquePointer?
    guard unsafe dav1d_open(&context, &settings) == 0, let context = unsafe context else {
      throw ConversionError(.internalError, "dav1d gave no decoder; there may be no memory left")
    }
    unsafe self.context = context
  }

  deinit {
    var context: OpaquePointer? = unsafe context
    unsafe dav1d_close(&context)
  }

  /// Decodes an item and lends a picture of it to `body`.
  ///
  /// - Parameter layer: the spatial layer that is wanted; `nil` for the highest.
  /// - Throws: `damagedInput` when no picture comes out.
  func decode(
    _ units: [UInt8], item: UInt32, layer: Int?,
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    try decode(units, subject: "item \(item)", layer: layer, body)
  }

  /// The same for one of several pictures, which may be coded from those before.
  ///
  /// - Parameter subject: for messages: "picture 3".
  func decode(
    _ units: [UInt8], subject: String, layer: Int? = nil,
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    var data = unsafe Dav1dData()
    guard !units.isEmpty else { throw .damaged("\(subject) is empty") }
    guard let memory = unsafe dav1d_data_create(&data, units.count) else {
      throw ConversionError(.internalError, "there is no memory for the AV1 decoder")
    }
    defer { unsafe dav1d_data_unref(&data) }
    unsafe units.withUnsafeBufferPointer {
      unsafe memory.update(from: $0.baseAddress ?? UnsafePointer(memory), count: $0.count)
    }
    let choice = LayerChoice(layer)
    while true {
      let before = unsafe data.sz
      if before > 0 {
        let status = unsafe dav1d_send_data(context, &data)
        guard status == 0 || status == -EAGAIN else { throw Self.failure(status, subject: subject) }
      }
      var picture = unsafe Dav1dPicture()
      let status = unsafe dav1d_get_picture(context, &picture)
      if status == 0 {
        unsafe choice.take(&picture)
      } else if status != -EAGAIN {
        // What follows a whole picture takes nothing from it, unless there are layers above it.
        if choice.isOnlyPicture { break }
        throw Self.failure(status, subject: subject)
      } else if unsafe data.sz == before {
        break
      }
    }
    guard let picture = unsafe choice.picture else {
      throw .damaged(
        choice.hasOthers
          ? "\(subject) selects a layer that its AV1 picture does not have"
          : "\(subject) holds no whole AV1 picture")
    }
    try unsafe body(try Self.planes(of: picture, subject: subject))
  }

  /// The picture that is wanted among those that come out of one item.
  @safe private final class LayerChoice {
    private let layer: Int?
    private var kept = unsafe Dav1dPicture()
    private(set) var hasOthers = false

    init(_ layer: Int?) {
      self.layer = layer
    }

    deinit { unsafe dav1d_picture_unref(&kept) }

    var picture: Dav1dPicture? { unsafe kept.frame_hdr == nil ? nil : kept }

    /// Whether a picture of the lowest layer came out, and no other.
    var isOnlyPicture: Bool {
      unsafe kept.frame_hdr != nil && !hasOthers && Self.layer(of: kept) == 0
        && kept.seq_hdr.pointee.num_operating_points == 1
    }

    /// Keeps `picture`, or gives it back: of two that are of the same layer the first one counts.
    func take(_ picture: inout Dav1dPicture) {
      let number = unsafe Self.layer(of: picture)
      let isWanted = layer.map { $0 == number } ?? true
      let isBetter = unsafe kept.frame_hdr == nil || number > Self.layer(of: kept)
      if isWanted, isBetter {
        unsafe dav1d_picture_unref(&kept)
        unsafe kept = picture
      } else {
        hasOthers = true
        unsafe dav1d_picture_unref(&picture)
      }
    }

    private static func layer(of picture: Dav1dPicture) -> Int {
      unsafe Int(picture.frame_hdr.pointee.spatial_id)
    }
  }

  private static func failure(_ status: Int32, subject: String) -> ConversionError {
    switch -status {
    case ERANGE:
      ConversionError.exceeding(
        .init(unresolved: .pixels),
        "\(subject) is larger than the limit; raise it with --limit pixels=…")
    case ENOMEM: ConversionError(.internalError, "there is no memory for the AV1 decoder")
    case ENOPROTOOPT: .unsupported("\(subject) uses a part of AV1 that dav1d does not decode")
    default: .damaged("\(subject) cannot be decoded: its AV1 data are damaged")
    }
  }

  private static func planes(
    of picture: Dav1dPicture, subject: String
  ) throws(ConversionError) -> DecodedPlanes {
    let subsampling: ChromaSubsampling =
      switch unsafe picture.p.layout {
      case DAV1D_PIXEL_LAYOUT_I400: .monochrome
      case DAV1D_PIXEL_LAYOUT_I420: .s420
      case DAV1D_PIXEL_LAYOUT_I422: .s422
      default: .s444
      }
    let (width, height) = unsafe (Int(picture.p.w), Int(picture.p.h))
    var planes: [PixelBuffer.Plane] = []
    let bases = unsafe [picture.data.0, picture.data.1, picture.data.2]
    for index in 0..<(subsampling == .monochrome ? 1 : 3) {
      guard let base = unsafe bases[index] else {
        throw .damaged("\(subject) decodes to a picture without planes")
      }
      let (x, y) = index == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
      unsafe planes.append(
        PixelBuffer.Plane(
          base: base, stride: index == 0 ? picture.stride.0 : picture.stride.1,
          width: (width + x - 1) / x, height: (height + y - 1) / y))
    }
    return unsafe DecodedPlanes(
      subsampling: subsampling, bitDepth: Int(picture.p.bpc), planes: planes)
  }
}

extension SystemLibrary {
  static let dav1d = unsafe SystemLibrary(
    "dav1d", package: "libdav1d6", opening: { unsafe fairy_dav1d_open() })
}
