import CLibRaw
import ConverterCore
import PictureModel

/// LibRaw with one file.
@safe struct LibRawHandle: ~Copyable {
  /// What LibRaw's callback asks.
  private final class Watch {
    let context: ConversionContext
    var failure: ConversionError?

    init(_ context: ConversionContext) { self.context = context }

    func goesOn() -> Bool {
      do throws(ConversionError) {
        try context.checkpoint()
        return true
      } catch {
        failure = error
        return false
      }
    }
  }

  private let raw: OpaquePointer
  private let bytes: [UInt8]

  /// - Throws: `missingLibrary`, `limitExceeded`.
  init(_ bytes: [UInt8]) throws(ConversionError) {
    try SystemLibrary.libRaw.open()
    guard let raw = unsafe fairy_raw_create() else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for decoding it")
    }
    unsafe self.raw = unsafe raw
    self.bytes = bytes
  }

  deinit { unsafe fairy_raw_destroy(raw) }

  /// - Throws: `damagedInput`, `unsupportedContent`.
  func facts() throws(ConversionError) -> RawFacts {
    var found = fairy_raw_facts()
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe fairy_raw_read_facts(raw, $0.baseAddress, $0.count, &found)
    }
    try Self.check(status)
    var facts = RawFacts()
    facts.width = Int(found.width)
    facts.height = Int(found.height)
    facts.sensorPixels = Int(clamping: found.sensor_pixels)
    facts.bits = Int(found.bits)
    facts.isGray = found.colours == 1
    facts.isMosaic = found.is_mosaic
    facts.orientation = Orientation(rawValue: Int(found.orientation)) ?? .upright
    facts.thumbnail = (Int(found.thumbnail_width), Int(found.thumbnail_height))
    facts.make = Self.text(&found.make)
    facts.model = Self.text(&found.model)
    facts.lens = Self.text(&found.lens)
    facts.artist = Self.text(&found.artist)
    facts.sensitivity = Double(found.sensitivity)
    facts.exposure = Double(found.exposure)
    facts.aperture = Double(found.aperture)
    facts.focalLength = Double(found.focal_length)
    facts.date = Self.text(&found.date)
    if found.has_place {
      facts.place = RawFacts.Place(
        latitude: Double(found.latitude), longitude: Double(found.longitude),
        altitude: found.has_altitude ? Double(found.altitude) : nil)
    }
    facts.exif = facts.exifOfLibRaw
    var count = 0
    if let xmp = unsafe fairy_raw_xmp(raw, &count), count <= bytes.count {
      facts.xmp = unsafe Array(UnsafeBufferPointer(start: xmp, count: count))
    }
    return facts
  }

  /// Makes the picture, at half its size where that is enough.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, and why it was stopped.
  func develop(isHalf: Bool, in context: ConversionContext) throws(ConversionError) -> PixelBuffer {
    let watch = Watch(context)
    let status = unsafe bytes.withUnsafeBufferPointer { data in
      withExtendedLifetime(watch) {
        unsafe fairy_raw_develop(
          raw, data.baseAddress, data.count, isHalf,
          UInt32(clamping: max(1, context.limits.memory >> 20)),
          Unmanaged.passUnretained(watch).toOpaque()
        ) { context in
          unsafe context.map {
            unsafe Unmanaged<Watch>.fromOpaque($0).takeUnretainedValue().goesOn()
          } ?? false
        }
      }
    }
    if let failure = watch.failure { throw failure }
    try Self.check(status)
    var (width, height, colours) = (UInt32(0), UInt32(0), UInt32(0))
    guard let samples = unsafe fairy_raw_samples(raw, &width, &height, &colours), width > 0,
      height > 0,
      colours == 1 || colours == 3
    else { throw Self.damaged }
    let buffer = PixelBuffer(
      colours == 1 ? .gray16 : .rgb16, width: Int(width), height: Int(height))
    let plane = buffer.planes[0]
    for y in 0..<plane.height {
      unsafe plane.row(y).copyMemory(from: samples + y * plane.width, byteCount: 2 * plane.width)
    }
    return buffer
  }

  /// The JPEG that the camera made; `nil` where there is none, or another kind of preview.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`.
  func preview() throws(ConversionError) -> [UInt8]? {
    var (jpeg, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe fairy_raw_read_preview(raw, $0.baseAddress, $0.count, &jpeg, &count)
    }
    try Self.check(status)
    return unsafe jpeg.map { unsafe Array(UnsafeBufferPointer(start: $0, count: count)) }
  }

  private static let damaged = ConversionError(.damagedInput, "its raw data are damaged")

  private static func check(_ status: fairy_raw_status) throws(ConversionError) {
    switch status {
    case FAIRY_RAW_DONE: return
    case FAIRY_RAW_UNSUPPORTED:
      throw ConversionError(.unsupportedContent, "is of a camera or a kind that LibRaw cannot read")
    case FAIRY_RAW_MEMORY:
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "needs more memory than allowed; raise it with --limit memory=…"
      )
    default: throw damaged
    }
  }

  /// A text in a field of the given room.
  private static func text<Room>(_ room: inout Room) -> String {
    unsafe withUnsafeBytes(of: &room) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension SystemLibrary {
  static let libRaw = unsafe SystemLibrary(
    "LibRaw", package: "libraw20", opening: { unsafe fairy_raw_open() })
}
