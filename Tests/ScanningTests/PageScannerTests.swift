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
        == #"{"found":true,"corners":[[10,20.3],[300,25],[310,230],[5,220]],"width":640,"height":480,"score":null,"rotation":0,"skew":0,"filter":"bw"}"#
    )
  }
}
