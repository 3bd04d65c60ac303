import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PhotoLookPlugin

/// What is told of pictures whose every pixel is known.
@Suite struct PhotoLookTests {
  private func buffer(
    _ width: Int, _ height: Int, _ gray: (Int, Int) -> Int
  ) -> PixelBuffer {
    let buffer = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { buffer.planes[0].row(y, as: UInt8.self)[x] = UInt8(gray(x, y)) }
    }
    return buffer
  }

  /// Two discs on a ramp, in any size.
  private func scene(_ width: Int, _ height: Int) -> PixelBuffer {
    buffer(width, height) { x, y in
      let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
      let isLight = (u - 0.3) * (u - 0.3) + (v - 0.4) * (v - 0.4) < 0.03
      let isDark = (u - 0.7) * (u - 0.7) + (v - 0.6) * (v - 0.6) < 0.02
      return isLight ? 240 : isDark ? 10 : Int(60 + 100 * u)
    }
  }

  private func difference(_ one: PhotoPrint, _ other: PhotoPrint) -> Int {
    zip(one.bytes, other.bytes).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }

  @Test func meansAreThoseOfEqualParts() {
    let grid = GrayGrid(buffer(4, 2) { x, y in 10 * x + y })
    #expect(grid.reduced(to: 2, 1).samples == [5.5, 25.5])
    #expect(grid.reduced(to: 4, 2).samples == grid.samples)
    let thirds = GrayGrid(buffer(3, 1) { x, _ in 30 * x }).reduced(to: 2, 1)
    #expect(thirds.samples.map { ($0 * 10).rounded() } == [100, 500])
  }

  @Test func aPrintIsTheSameInEverySize() throws {
    let large = try #require(PhotoPrint(of: GrayGrid(scene(640, 480), longSide: 480)))
    let small = try #require(PhotoPrint(of: GrayGrid(scene(160, 120))))
    #expect(large.bytes.count == 18)
    #expect(large.bytes.reduce(0) { $0 + $1.nonzeroBitCount } == 71)
    #expect(difference(large, small) <= 10)
  }

  @Test func otherPicturesHaveOtherPrints() throws {
    let one = try #require(PhotoPrint(of: GrayGrid(scene(320, 240))))
    let other = try #require(
      PhotoPrint(of: GrayGrid(buffer(320, 240) { x, y in (x / 20 + y / 30) % 2 * 200 })))
    #expect(difference(one, other) > 40)
  }

  @Test func whatIsEvenHasNoPrintAndNoSharpness() {
    let grid = GrayGrid(buffer(100, 100) { _, _ in 128 })
    #expect(PhotoPrint(of: grid) == nil)
    #expect(grid.ownSharpness == nil)
    #expect(PhotoPrint(of: GrayGrid(scene(31, 200))) == nil)
  }

  @Test func anEdgeIsSharperThanARamp() throws {
    let edge = try #require(GrayGrid(buffer(60, 60) { x, _ in x < 30 ? 0 : 200 }).ownSharpness)
    let ramp = try #require(
      GrayGrid(buffer(60, 60) { x, _ in min(200, max(0, 10 * (x - 20))) }).ownSharpness)
    #expect(edge == 1)
    #expect(ramp == 0.25)
  }

  @Test func lightAndEvenness() {
    #expect(GrayGrid(buffer(40, 40) { _, _ in 51 }).ownLight == 0.2)
    #expect(buffer(3, 1) { x, _ in x / 2 }.evenShare == 0.5)
    // Long enough for the loop over many bytes, twice its longest run, and a rest.
    let wide = buffer(20_001, 2) { x, y in y == 0 ? x & 255 : x / 4 & 255 }
    #expect(wide.evenShare == 0.375)
  }

  @Test func theReceiptTellsAllOfIt() throws {
    let buffer = scene(640, 480)
    let facts = PictureFacts(width: 640, height: 480, format: .gray8, sampleDepth: 8, coding: "")
    let picture = Picture(facts) { _ in BufferSource(buffer) }
    let context = ConversionContext(registry: Registry())
    var options = ConversionOptions()
    let capabilities = Picture.Capabilities(
      format: "x", items: [], alpha: false, maximumBitDepth: 8)
    let transform = PhotoLookTransform()
    let plain = try transform.apply(to: picture, for: capabilities, options: options, in: context)
    #expect(plain.report == nil)
    options.settings["look"] = "photo"
    let told = try transform.apply(to: picture, for: capabilities, options: options, in: context)
    let look = try #require(told.report?["look"])
    #expect(
      look.members?.map(\.key) == [
        "width", "height", "taken", "camera", "print", "sharpness", "light", "even",
      ])
    #expect(look["width"]?.int == 640)
    #expect(look["taken"] == .null)
    #expect(look["print"]?.text?.count == 36)
  }
}

extension GrayGrid {
  fileprivate var ownSharpness: Double? { sharpness(sixteenths) }
  fileprivate var ownLight: Double { light(sixteenths) }
}
