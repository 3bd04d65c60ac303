import PictureModel
import Testing

/// A band is borrowed until the source is asked for the next one.
@Suite struct PixelBandTests {
  @Test func aBandBeforeTheLastEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let buffer = PixelBuffer(.gray8, width: 4, height: 16)
      let first = PixelBand(buffer, y: 0, height: 16)
      _ = PixelBand(buffer, y: 16, height: 16)
      _ = first.plane(0)
    }
  }

  @Test func theLastBandHolds() {
    let buffer = PixelBuffer(.gray8, width: 4, height: 16)
    _ = PixelBand(buffer, y: 0, height: 16)
    let last = PixelBand(buffer, y: 16, bufferRow: 8, height: 8).placed(at: 48)
    #expect(last.y == 48)
    #expect(last.plane(0).row(0) == buffer.planes[0].row(8))
    #expect(last.plane(0).height == 8)
  }

  @Test func wholePicturesAreShared() throws {
    let buffer = PixelBuffer(.gray8, width: 4, height: 16)
    let one = try #require(BufferSource(buffer).nextBand())
    let other = try #require(BufferSource(buffer).nextBand())
    #expect(one.plane(0).row(0) == other.plane(0).row(0))
    #expect(one.height == 16)
  }
}
