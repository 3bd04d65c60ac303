import CLibHEIF
import ConverterCore
import Testing

@testable import HEIFPlugin

/// What libheif's own decoders read from a file.
struct ReferenceDecoder {
  struct Failure: Error {
    let message: String
  }

  let width: Int
  let height: Int
  let bitDepth: Int
  let isPremultiplied: Bool
  /// Red, green, blue; row by row.
  let red, green, blue: [Int]
  let alpha: [Int]?
  let profile: [UInt8]?
  let nclx: NCLX?
  /// The payload of the Exif item, its 4-byte offset included.
  let exif: [UInt8]?
  let xmp: [UInt8]?

  init(_ file: [UInt8]) throws {
    try SystemLibrary.libheif.open()
    // libheif reads from these bytes until its context is freed.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
    defer { bytes.deallocate() }
    _ = bytes.initialize(from: file)
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    try Self.check(
      heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
    var found: OpaquePointer?
    try Self.check(heif_context_get_primary_image_handle(context, &found))
    let handle = try #require(found)
    defer { heif_image_handle_release(handle) }
    width = Int(heif_image_handle_get_width(handle))
    height = Int(heif_image_handle_get_height(handle))
    isPremultiplied = heif_image_handle_is_premultiplied_alpha(handle) != 0

    var decoded: OpaquePointer?
    try Self.check(
      heif_decode_image(handle, &decoded, heif_colorspace_RGB, heif_chroma_444, nil))
    let image = try #require(decoded)
    defer { heif_image_release(image) }
    bitDepth = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_G))
    red = try Self.plane(image, heif_channel_R)
    green = try Self.plane(image, heif_channel_G)
    blue = try Self.plane(image, heif_channel_B)
    alpha =
      heif_image_handle_has_alpha_channel(handle) != 0
      ? try Self.plane(image, heif_channel_Alpha) : nil
    profile = try Self.profile(of: handle)
    nclx = Self.nclx(of: handle)
    exif = try Self.metadata("Exif", of: handle)
    xmp = try Self.metadata("mime", of: handle)
  }

  private static func check(_ error: heif_error) throws {
    if error.code != heif_error_Ok { throw Failure(message: String(cString: error.message)) }
  }

  private static func plane(_ image: OpaquePointer, _ channel: heif_channel) throws -> [Int] {
    var stride: Int32 = 0
    let base = try #require(heif_image_get_plane_readonly(image, channel, &stride))
    let isWide = heif_image_get_bits_per_pixel_range(image, channel) > 8
    let width = Int(heif_image_get_width(image, channel))
    return (0..<Int(heif_image_get_height(image, channel))).flatMap { y in
      let row = UnsafeRawPointer(base + y * Int(stride))
      return (0..<width).map { x in
        isWide
          ? Int(row.load(fromByteOffset: 2 * x, as: UInt16.self)) : Int(base[y * Int(stride) + x])
      }
    }
  }

  private static func profile(of handle: OpaquePointer) throws -> [UInt8]? {
    let count = heif_image_handle_get_raw_color_profile_size(handle)
    guard count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    try check(heif_image_handle_get_raw_color_profile(handle, &bytes))
    return bytes
  }

  private static func nclx(of handle: OpaquePointer) -> NCLX? {
    var found: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif_image_handle_get_nclx_color_profile(handle, &found).code == heif_error_Ok,
      let found
    else { return nil }
    defer { heif_nclx_color_profile_free(found) }
    return NCLX(
      primaries: Int(found.pointee.color_primaries.rawValue),
      transfer: Int(found.pointee.transfer_characteristics.rawValue),
      matrix: Int(found.pointee.matrix_coefficients.rawValue),
      isFullRange: found.pointee.full_range_flag != 0)
  }

  private static func metadata(_ type: String, of handle: OpaquePointer) throws -> [UInt8]? {
    var id: heif_item_id = 0
    guard heif_image_handle_get_list_of_metadata_block_IDs(handle, type, &id, 1) == 1 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: heif_image_handle_get_metadata_size(handle, id))
    try check(heif_image_handle_get_metadata(handle, id, &bytes))
    return bytes
  }
}
