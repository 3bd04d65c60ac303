import CLibOpenJPEG
import ConverterCore

/// A JPXDecode stream in OpenJPEG's decoder.
struct JPXImageHandle: ~Copyable {
  struct Header {
    let width: Int
    let height: Int
    let channels: Int
    let hasProfile: Bool
    /// What the file says itself: 16 sRGB, 17 gray, 18 sYCC, 12 CMYK, 0 nothing.
    let colourSpace: Int
    /// How often the size can be halved.
    let reductions: Int
  }

  private let decoder: OpaquePointer
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  let header: Header

  /// Reads the header.
  ///
  /// - Throws: `missingLibrary`, `damagedInput`, `unsupportedContent`.
  init(_ data: [UInt8]) throws(ConversionError) {
    if let reason = fairy_openjpeg_open() {
      throw ConversionError(
        .missingLibrary,
        "JPEG 2000 in PDF needs OpenJPEG (on Debian the package libopenjp2-7): "
          + String(cString: reason))
    }
    // They must stay where they are for as long as the decoder lives.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, data.count))
    _ = bytes.initialize(from: data)
    var found = fairy_openjpeg_header()
    guard let decoder = fairy_openjpeg_create(bytes.baseAddress, data.count, &found) else {
      bytes.deallocate()
      throw ConversionError(.damagedInput, "its JPEG 2000 data are damaged")
    }
    guard found.is_plain, found.precision <= 16, [1, 3, 4].contains(found.components) else {
      fairy_openjpeg_destroy(decoder)
      bytes.deallocate()
      throw ConversionError(
        .unsupportedContent, "its JPEG 2000 components are not those of gray, RGB or CMYK")
    }
    self.bytes = bytes
    self.decoder = decoder
    header = Header(
      width: Int(found.width), height: Int(found.height), channels: Int(found.components),
      hasProfile: found.has_profile, colourSpace: Int(found.colour_space),
      reductions: Int(found.reductions))
  }

  deinit {
    fairy_openjpeg_destroy(decoder)
    bytes.deallocate()
  }

  /// - Parameter reductions: how often the size is halved, which costs less than to do so later.
  /// - Throws: `damagedInput`.
  consuming func raster(reductions: Int) throws(ConversionError) -> Raster {
    var (width, height) = (UInt32(0), UInt32(0))
    guard fairy_openjpeg_decode(decoder, UInt32(reductions), &width, &height), width > 0,
      height > 0,
      Int(width) <= header.width, Int(height) <= header.height
    else { throw Self.damaged }
    let count = Int(width) * Int(height) * header.channels
    var isWhole = false
    let samples = [UInt8](unsafeUninitializedCapacity: count) { room, made in
      isWhole = fairy_openjpeg_copy(decoder, UInt32(header.channels), room.baseAddress)
      made = isWhole ? count : 0
    }
    guard isWhole else { throw Self.damaged }
    return Raster(
      width: Int(width), height: Int(height), channels: header.channels, bytes: samples)
  }

  private static let damaged = ConversionError(.damagedInput, "its JPEG 2000 data are damaged")
}
