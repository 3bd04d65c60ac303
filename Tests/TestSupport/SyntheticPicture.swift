public import PictureModel

/// A picture whose every pixel is known from its place, so that a test can say what must come out.
///
/// Four corners of different colours with smooth ramps between them, and a small dark arrow that
/// points up near the top left: turned, mirrored or shifted by one it is another picture.
public struct SyntheticPicture: Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Red, green, blue and alpha at a place, 0…65535 each.
  public func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt16> {
    let right = x * 65535 / max(1, width - 1)
    let down = y * 65535 / max(1, height - 1)
    if isArrow(x, y) { return [3000, 3000, 9000, 65535] }
    return [
      UInt16(right), UInt16(down), UInt16((65535 - right + down) / 2),
      UInt16(65535 - (right + down) / 4),
    ]
  }

  /// The samples of a pixel in an interleaved format.
  public func samples(_ x: Int, _ y: Int, as format: PixelFormat) -> [UInt16] {
    let pixel = pixel(x, y)
    var samples: [UInt16]
    switch format.channels {
    case .gray: samples = [pixel.y]
    case .rgb: samples = [pixel.x, pixel.y, pixel.z]
    case .cmyk: samples = [65535 - pixel.x, 65535 - pixel.y, 65535 - pixel.z, 0]
    case .ycbcr: preconditionFailure("planes are tested where they are made")
    }
    if format.hasAlpha { samples.append(pixel.w) }
    return format.bitDepth == 8
      ? samples.map { UInt16((UInt32($0) * 255 + 32767) / 65535) } : samples
  }

  /// The whole picture in an interleaved format.
  public func buffer(_ format: PixelFormat) -> PixelBuffer {
    let buffer = PixelBuffer(format, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let samples = samples(x, y, as: format)
        for (channel, sample) in samples.enumerated() {
          let index = x * samples.count + channel
          if format.bitDepth == 8 {
            buffer.planes[0].row(y, as: UInt8.self)[index] = UInt8(sample)
          } else {
            buffer.planes[0].row(y, as: UInt16.self)[index] = sample
          }
        }
      }
    }
    return buffer
  }

  private func isArrow(_ x: Int, _ y: Int) -> Bool {
    let size = min(width, height) / 4
    let (dx, dy) = (x - width / 3, y - size / 2)
    guard size >= 4, (0..<size).contains(dy) else { return false }
    let head = dy < size / 2
    return abs(dx) <= (head ? dy : max(1, size / 8))
  }
}
