import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// From a picture to a page and its parameters.
@Suite struct PageScannerTests {
  private let context = ConversionContext(registry: Registry())

  private func picture(_ pixels: PixelBuffer) -> Picture {
    let facts = PictureFacts(
      width: pixels.width, height: pixels.height, format: .rgb8, sampleDepth: 8, coding: "")
    return Picture(facts) { _ in BufferSource(pixels) }
  }

  private func pixels(of picture: Picture) throws -> PixelBuffer {
    try PixelBuffer(
      collecting: try picture.pixels(
        for: PixelDemand([picture.facts.format]), in: context), in: context)
  }

  @Test func theSameParametersMakeTheSamePage() throws {
    let photo = picture(PagePhoto(seed: 3, width: 640, height: 480).pixels)
    let page = try PageScanner().page(of: photo, in: context)
    let once = try pixels(of: page.picture(of: photo, in: context))
    let again = try pixels(of: page.picture(of: photo, in: context))
    #expect(samples(once) == samples(again))
    #expect(once.width == page.width && once.height == page.height)
  }

  @Test func withoutCropTheWholePictureIsTaken() throws {
    var scanner = PageScanner()
    scanner.crop = .none
    scanner.filter = .photo
    let photo = picture(PagePhoto(seed: 3, width: 320, height: 240).pixels)
    let page = try scanner.page(of: photo, in: context)
    #expect(!page.isFound)
    #expect(page.score == nil)
    #expect(page.corners == Quad(width: 320, height: 240))
    let result = page.picture(of: photo, in: context)
    #expect(samples(try pixels(of: result)) == samples(try pixels(of: photo)))
  }

  /// Each turn says the sizes and where the first pixel of the picture is: x and y in the result.
  @Test(arguments: [(0, 0, 0), (90, 239, 0), (180, 319, 239), (270, 0, 319)])
  func pagesAreTurnedClockwise(degrees: Int, x: Int, y: Int) throws {
    let pixels = PixelBuffer(.rgb8, width: 320, height: 240)
    for row in 0..<240 {
      let samples = pixels.planes[0].row(row, as: UInt8.self)
      for index in 0..<960 { samples[index] = row < 8 && index < 24 ? 0 : 255 }
    }
    var scanner = PageScanner()
    (scanner.crop, scanner.filter, scanner.deskews) = (.none, .photo, false)
    scanner.rotation = degrees
    let page = try scanner.page(of: picture(pixels), in: context)
    #expect((page.width, page.height) == (degrees % 180 == 0 ? (320, 240) : (240, 320)))
    let turned = try self.pixels(of: page.picture(of: picture(pixels), in: context))
    #expect(turned.planes[0].row(y, as: UInt8.self)[3 * x] == 0)
    #expect(
      turned.planes[0].row(turned.height - 1 - y, as: UInt8.self)[3 * (turned.width - 1 - x)] == 255
    )
    #expect(page.json["rotation"] == .integer(degrees))
  }

  @Test func givenCornersAreTaken() throws {
    var scanner = PageScanner()
    let quad = Quad([Point(10, 20), Point(300, 25), Point(310, 230), Point(5, 220)])
    scanner.crop = .corners(quad)
    let photo = picture(PagePhoto(seed: 5, width: 320, height: 240).pixels)
    let page = try scanner.page(of: photo, in: context)
    #expect(page.corners == quad)
    #expect(page.isFound)
  }

  @Test(arguments: ScannedPage.Filter.allCases) func filters(filter: ScannedPage.Filter) throws {
    var scanner = PageScanner()
    scanner.filter = filter
    let photo = picture(PagePhoto(seed: 8, width: 320, height: 240).pixels)
    let page = try scanner.page(of: photo, in: context)
    #expect(page.filter == filter || filter == .auto)
    #expect(page.filter != .auto)
    let result = page.picture(of: photo, in: context)
    let found = Set(samples(try pixels(of: result)))
    switch page.filter {
    case .bw:
      #expect(found.isSubset(of: [0, 255]))
      #expect(result.facts.sampleDepth == 1)
    case .gray: #expect(result.facts.format == .gray8)
    case .color, .photo, .auto: #expect(result.facts.format == .rgb8)
    }
    #expect((result.legible == nil) == (page.filter == .photo))
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (3, 2)])
  func tinyPictures(width: Int, height: Int) throws {
    let photo = picture(SyntheticPicture(width: width, height: height).buffer(.rgb8))
    for filter in ScannedPage.Filter.allCases {
      var scanner = PageScanner()
      scanner.filter = filter
      let page = try scanner.page(of: photo, in: context)
      let result = try pixels(of: page.picture(of: photo, in: context))
      #expect(result.width == page.width && result.height == page.height)
    }
  }

  @Test func jsonSaysWhatWasFound() throws {
    let photo = picture(PagePhoto(seed: 3, width: 640, height: 480).pixels)
    var scanner = PageScanner()
    scanner.crop = .corners(
      Quad([Point(10, 20.25), Point(300, 25), Point(310, 230), Point(5, 220)]))
    scanner.filter = .bw
    let page = try scanner.page(of: photo, in: context)
    #expect(
      page.json.description
        == #"{"found":true,"corners":[[10,20.3],[300,25],[310,230],[5,220]],"width":640,"height":480,"score":null,"rotation":null,"skew":0,"filter":"bw"}"#
    )
  }
}
