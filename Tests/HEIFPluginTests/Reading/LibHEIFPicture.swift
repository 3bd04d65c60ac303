import CLibHEIF
import ConverterCore
import Testing

@testable import HEIFPlugin

/// The primary picture of a file as libheif decodes, turns and crops it; its planes stay in C, for
/// they are large.
final class LibHEIFPicture {
  struct Failure: Error {
    let message: String
  }

  let width: Int
  let height: Int
  let bitDepth: Int
  private let image: OpaquePointer
  private let planes: [(base: UnsafePointer<UInt8>, stride: Int)]

  init(_ file: [UInt8]) throws {
    try SystemLibrary.libheif.open()
    // libheif reads from these bytes until the picture is decoded.
    defer { withExtendedLifetime(file) {} }
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    try Self.check(heif_context_read_from_memory_without_copy(context, file, file.count, nil))
    var found: OpaquePointer?
    try Self.check(heif_context_get_primary_image_handle(context, &found))
    let handle = try #require(found)
    defer { heif_image_handle_release(handle) }
    var decoded: OpaquePointer?
    try Self.check(heif_decode_image(handle, &decoded, heif_colorspace_RGB, heif_chroma_444, nil))
    image = try #require(decoded)
    width = Int(heif_image_get_width(image, heif_channel_G))
    height = Int(heif_image_get_height(image, heif_channel_G))
    bitDepth = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_G))
    var planes: [(base: UnsafePointer<UInt8>, stride: Int)] = []
    for channel in [heif_channel_R, heif_channel_G, heif_channel_B] {
      var stride: Int32 = 0
      let base = try #require(heif_image_get_plane_readonly(image, channel, &stride))
      planes.append((UnsafePointer(base), Int(stride)))
    }
    self.planes = planes
  }

  deinit {
    heif_image_release(image)
  }

  private static func check(_ error: heif_error) throws {
    if error.code != heif_error_Ok { throw Failure(message: String(cString: error.message)) }
  }

  /// The squares of what each sample of `row` differs from row `y` here, added up, at 8 bits.
  ///
  /// - Parameter samples: of a pixel; the first three are red, green and blue.
  func squaredDifference(
    _ row: UnsafePointer<UInt8>, samples: Int, y: Int
  ) -> Double {
    var sum = 0.0
    let most = Double((1 << bitDepth) - 1)
    for (channel, plane) in planes.enumerated() {
      let bytes = plane.base + y * plane.stride
      bytes.withMemoryRebound(to: UInt16.self, capacity: width) { words in
        for x in 0..<width {
          let reference =
            bitDepth > 8 ? Double(words[x]) * 255 / most : Double(bytes[x])
          let difference = Double(row[x * samples + channel]) - reference
          sum += difference * difference
        }
      }
    }
    return sum
  }
}
