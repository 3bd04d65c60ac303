import PictureModel
import Scanning
import Testing

/// Pictures turned by quarters.
@Suite struct PixelBufferTurningTests {
  /// Two rows of three pixels: 0 1 2 above 3 4 5, each channel 10 more than the one before.
  private func picture(_ format: PixelFormat) -> PixelBuffer {
    let buffer = PixelBuffer(format, width: 3, height: 2)
    let channels = format.samplesPerPixel
    for y in 0..<2 {
      let row = buffer.planes[0].row(y, as: UInt8.self)
      for x in 0..<3 {
        for channel in 0..<channels {
          row[x * channels + channel] = UInt8(3 * y + x + 10 * channel)
        }
      }
    }
    return buffer
  }

  /// The samples of a channel, row by row.
  private func rows(_ buffer: PixelBuffer, _ channel: Int) -> [[UInt8]] {
    (0..<buffer.height).map { y in
      let row = buffer.planes[0].row(y, as: UInt8.self)
      return (0..<buffer.width).map { row[$0 * buffer.format.samplesPerPixel + channel] }
    }
  }

  @Test(
    arguments: [
      (90, [[3, 0], [4, 1], [5, 2]]), (180, [[5, 4, 3], [2, 1, 0]]),
      (270, [[2, 5], [1, 4], [0, 3]]),
    ] as [(Int, [[UInt8]])])
  func everyPixelIsWhereItBelongs(degrees: Int, expected: [[UInt8]]) {
    #expect(rows(picture(.gray8).turned(clockwise: degrees), 0) == expected)
    let turned = picture(.rgb8).turned(clockwise: degrees)
    for channel in 0..<3 {
      #expect(rows(turned, channel) == expected.map { $0.map { $0 + UInt8(10 * channel) } })
    }
  }
}
