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

  /// A sheet that fills the picture: paper of a colour, lit from one side, with lines of ink on a part of it.
  private func flatScan(
    _ paper: (Double, Double, Double), falling: Double = 0.06, inkedTo height: Int = 480
  ) -> PixelBuffer {
    let sheet = PixelBuffer(.rgb8, width: 480, height: 640)
    for y in 0..<640 {
      let row = sheet.planes[0].row(y, as: UInt8.self)
      for x in 0..<480 {
        let isInk = y < height && y % 20 < 5 && x % 9 < 5
        let light = (1 - falling * Double(x) / 480) * (isInk ? 0.15 : 1)
        for (channel, sample) in [paper.0, paper.1, paper.2].enumerated() {
          row[3 * x + channel] = UInt8(sample * light)
        }
      }
    }
    return sheet
  }

  private func autoFilter(of pixels: PixelBuffer) throws -> ScannedPage.Filter {
    let page = try PageScanner().page(of: picture(pixels), in: context)
    #expect(!page.isFound)
    return page.filter
  }

  @Test func flatScansOfGrayAndYellowishPaperAreMadeWhite() throws {
    for paper in [(238.0, 238.0, 236.0), (240.0, 234.0, 220.0), (205.0, 205.0, 205.0)] {
      for height in [0, 480] {
        let sheet = flatScan(paper, inkedTo: height)
        #expect(try autoFilter(of: sheet) == .gray, "\(paper)")
        let page = try PageScanner().page(of: picture(sheet), in: context)
        let made = try pixels(of: page.picture(of: picture(sheet), in: context))
        for x in [4, 240, 475] {
          #expect(made.planes[0].row(630, as: UInt8.self)[x] >= 245, "\(paper) \(x)")
        }
      }
    }
  }

  @Test func colouredSheetsAndPicturesStayAsTheyAre() throws {
    #expect(try autoFilter(of: flatScan((250, 225, 120))) == .photo)
    // Half of the light is gone on the other side, as on a wall, and much of it is dark.
    #expect(try autoFilter(of: flatScan((220, 220, 220), falling: 0.5)) == .photo)
    #expect(try autoFilter(of: flatScan((120, 120, 120))) == .photo)
    let noise = SyntheticPicture(width: 480, height: 640).buffer(.rgb8)
    #expect(try autoFilter(of: noise) == .photo)
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
