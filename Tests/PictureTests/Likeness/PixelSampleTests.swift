import Testing

@testable import PictureModel

@Suite("Samples of pictures")
struct PixelSampleTests {
  @Test(
    "Large pictures are looked at in squares, narrow ones on all of their width",
    arguments: [
      (4032, 3024, 512, 512), (512, 1024, 512, 1024), (1024, 512, 1024, 512), (513, 1024, 512, 512),
      (500, 65000, 500, 512), (65000, 3, 65000, 3), (200_000, 3, 512, 3), (1, 1, 1, 1),
    ])
  func sizes(width: Int, height: Int, sampleWidth: Int, sampleHeight: Int) {
    let size = PixelSample.size(width: width, height: height)
    #expect(size == (sampleWidth, sampleHeight))
  }

  @Test(
    "Blocks stay whole, chroma over its pixels",
    arguments: [PixelFormat.rgb8, .jfif(.s420)], [(1500, 900), (301, 2001), (2001, 301)])
  func content(format: PixelFormat, size: (width: Int, height: Int)) {
    // Each sample says where it is, in blocks of 16 pixels.
    let whole = PixelBuffer(format, width: size.width, height: size.height)
    for (index, plane) in whole.planes.enumerated() {
      let (horizontal, vertical) = format.sampling(ofPlane: index)
      let channels = format.samplesPerPixel
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          plane.row(y, as: UInt8.self)[x] = UInt8(
            (x / channels * horizontal / 16 * 5 + y * vertical / 16 * 3) % 251)
        }
      }
    }
    let sample = PixelSample.of(whole)
    let wanted = PixelSample.size(width: size.width, height: size.height)
    #expect((sample.width, sample.height) == wanted)
    for (index, plane) in sample.planes.enumerated() {
      let (horizontal, vertical) = format.sampling(ofPlane: index)
      let channels = format.samplesPerPixel
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          // What all blocks of the sample are made of stands in the first plane, too.
          let (column, row) = (x / channels * horizontal / 16 * 16, y * vertical / 16 * 16)
          let block = sample.planes[0].row(row, as: UInt8.self)[column * channels]
          #expect(plane.row(y, as: UInt8.self)[x] == block)
        }
      }
    }
  }
}
