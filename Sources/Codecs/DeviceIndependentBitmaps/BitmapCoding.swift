/// How pixels are laid down as a bitmap.
public struct BitmapCoding: Sendable {
  public let width: Int
  public let height: Int
  /// 1, 4, 8, 24 or 32.
  public let bitCount: Int
  /// Of an indexed picture, or the steps of a gray one.
  public let colours: [SIMD4<UInt8>]
  /// A profile behind the pixels.
  public let profile: [UInt8]
  public let dotsPerInch: (x: Double, y: Double)?

  public init(
    width: Int, height: Int, bitCount: Int, colours: [SIMD4<UInt8>] = [], profile: [UInt8] = [],
    dotsPerInch: (x: Double, y: Double)? = nil
  ) {
    self.width = width
    self.height = height
    self.bitCount = bitCount
    self.colours = colours
    self.profile = profile
    self.dotsPerInch = dotsPerInch
  }

  public var rowByteCount: Int { Bitmap.rowByteCount(width, bitCount) }

  public var pixelByteCount: Int { rowByteCount * height }

  /// A header that everybody reads does where there is neither opacity nor a profile.
  public var headerByteCount: Int { bitCount == 32 || !profile.isEmpty ? 124 : 40 }

  /// Bytes before the pixels.
  public var pixelOffset: Int { headerByteCount + 4 * colours.count }

  /// Header and colours of a file.
  public var start: [UInt8] {
    // Opacity has a place only where masks say so.
    var bytes = fields(headerByteCount, height: height, compression: bitCount == 32 ? 3 : 0)
    if headerByteCount == 124 {
      for mask in [0xFF0000, 0xFF00, 0xFF, bitCount == 32 ? 0xFF00_0000 : 0] {
        bytes.append(mask, 4)
      }
      // "MBED" or "sRGB"; then primaries and gamma, which do not count.
      bytes.append(profile.isEmpty ? 0x7352_4742 : 0x4D42_4544, 4)
      bytes += [UInt8](repeating: 0, count: 48)
      // As pictures are meant: perceptual for photos.
      bytes.append(4, 4)
      bytes.append(profile.isEmpty ? 0 : pixelOffset + pixelByteCount, 4)
      bytes.append(profile.count, 4)
      bytes.append(0, 4)
    }
    for colour in colours { bytes += [colour.z, colour.y, colour.x, 0] }
    return bytes
  }

  /// The header of a picture in an icon, which counts the rows of its mask, too.
  public var iconStart: [UInt8] { fields(40, height: 2 * height, compression: 0) }

  /// What all headers begin with.
  private func fields(_ byteCount: Int, height: Int, compression: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(byteCount, 4)
    bytes.append(width, 4)
    bytes.append(height, 4)
    bytes.append(1, 2)
    bytes.append(bitCount, 2)
    bytes.append(compression, 4)
    bytes.append(pixelByteCount, 4)
    for density in [dotsPerInch?.x, dotsPerInch?.y] {
      let metre = (density ?? 0) / 0.0254
      bytes.append(metre > 0 && metre < 1e9 ? Int(metre.rounded()) : 0, 4)
    }
    bytes.append(colours.count, 4)
    bytes.append(0, 4)
    return bytes
  }

  /// Lays a row down; what fills it up is zero.
  ///
  /// - Parameters:
  ///   - pixels: as many as it is wide: indices where it has colours, RGB of 24 bits, RGBA of 32.
  ///   - target: has room for ``rowByteCount`` bytes, which are those of so many pixels, rounded up.
  public func put(_ pixels: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    unsafe target.update(repeating: 0, count: rowByteCount)
    switch bitCount {
    case 32:
      for x in 0..<width {
        let (pixel, place) = unsafe (pixels + 4 &* x, target + 4 &* x)
        unsafe (place[0], place[1], place[2], place[3]) = (
          pixel[2], pixel[1], pixel[0], pixel[3]
        )
      }
    case 24:
      for x in 0..<width {
        let (pixel, place) = unsafe (pixels + 3 &* x, target + 3 &* x)
        unsafe (place[0], place[1], place[2]) = (pixel[2], pixel[1], pixel[0])
      }
    case 8: unsafe target.update(from: pixels, count: width)
    default:
      let perByte = 8 / bitCount
      for x in 0..<width {
        unsafe target[x / perByte] |= pixels[x] << UInt8((perByte - 1 - x % perByte) * bitCount)
      }
    }
  }
}
