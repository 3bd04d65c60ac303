import ConverterCore
import PictureModel
import Scanning
import Testing

/// Patch codes are found, and nothing else is taken for one.
@Suite struct PatchCodeTests {
  private func codes(_ page: PixelBuffer, dpi: Double) -> [FoundPatchCode] {
    PatchCodeFinder().codes(in: page, dpi: dpi)
  }

  @Test func widthsOfTheStandard() {
    #expect(PatchCode.transfer.wideBars == [false, true, false, true])
    #expect(PatchCode.three.reversed == .transfer)
    #expect(PatchCode.one.reversed == .six)
    #expect(PatchCode.two.reversed == .two)
    #expect(PatchCode.four.reversed == .four)
    #expect(Set(PatchCode.allCases.map(\.wideBars)).count == 6)
    #expect(PatchCode.allCases.allSatisfy { $0.wideBars.count(where: \.self) == 2 })
  }

  @Test(arguments: PatchCode.allCases, [60.0, 75, 100, 150, 200, 300])
  func eachCodeAtEachSize(code: PatchCode, dpi: Double) {
    let found = codes(PatchPage(code: code).gray(dpi: dpi), dpi: dpi)
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.isTransfer) == [code == .transfer])
    #expect(found.map(\.isUpright) == [false])
    let place = found.first?.place ?? Point()
    #expect(abs(place.x / dpi - 4.25) < 0.1)
    #expect(abs(place.y / dpi - 0.9) < 0.05)
  }

  @Test(arguments: PatchCode.allCases, [0.0, 90, 180, 270])
  func turnedSheets(code: PatchCode, degrees: Double) {
    for place in PatchPage.Place.allCases where place != .middle {
      let page = PatchPage(code: code, place: place).gray(dpi: 100, degrees: degrees)
      #expect(codes(page, dpi: 100).map(\.code) == [code], "\(place)")
    }
  }

  @Test(arguments: [-5.0, -3, 3, 5, 85, 95, 175, 185])
  func crookedSheets(degrees: Double) {
    for place in PatchPage.Place.allCases where place != .middle {
      let page = PatchPage(place: place).gray(dpi: 100, degrees: degrees, noise: 30)
      #expect(codes(page, dpi: 100).map(\.code) == [.transfer], "\(place)")
    }
  }

  @Test(arguments: [-0.025, 0.025]) func inkThatSpreadsOrIsThin(spread: Double) {
    for code in PatchCode.allCases {
      let page = PatchPage(code: code, spread: spread).gray(dpi: 150, noise: 40)
      #expect(codes(page, dpi: 150).map(\.code) == [code])
    }
  }

  @Test(arguments: [0.6, 1.4]) func aSizeThatIsNotQuiteKnown(factor: Double) {
    #expect(codes(PatchPage().gray(dpi: 100), dpi: 100 * factor).map(\.code) == [.transfer])
  }

  @Test func inTheMiddleItMayBeReadFromEitherSide() {
    let found = [PatchCode.three, .transfer, .one].map { code in
      codes(PatchPage(code: code, place: .middle).gray(dpi: 100), dpi: 100)
    }
    #expect(found.map { $0.map(\.code) } == [[.three], [.transfer], [.one]])
    #expect(found.map { $0.map(\.mayBeReversed) } == [[true], [true], [true]])
    #expect(found.map { $0.map(\.isTransfer) } == [[true], [true], [false]])
  }

  @Test(arguments: [PatchCode.transfer, .three, .two])
  func photographed(code: PatchCode) throws {
    let picture = grayPicture(PatchPage(code: code).photo)
    let sheet = try PageScanner().sheet(of: picture, in: ConversionContext(registry: Registry()))
    #expect(sheet.isFound)
    #expect(codes(sheet.gray, dpi: sheet.dpi).map(\.code) == [code])
  }

  // What is no patch code: A4 at 100 pixels an inch.

  private func page(_ isInk: (Int, Int) -> Bool) -> PixelBuffer {
    let page = PixelBuffer(.gray8, width: 827, height: 1169)
    for y in 0..<1169 {
      let row = page.planes[0].row(y, as: UInt8.self)
      for x in 0..<827 { row[x] = isInk(x, y) ? 30 : 240 }
    }
    return page
  }

  @Test func paperAndInkAlone() {
    #expect(codes(page { _, _ in false }, dpi: 100) == [])
    #expect(codes(page { _, _ in true }, dpi: 100) == [])
  }

  /// Words of bars, as wide apart as letters are.
  @Test(arguments: [(8, 12), (16, 24), (40, 60)]) func linesOfText(size: Int, line: Int) {
    let text = page { x, y in
      guard (80..<740).contains(x), (80..<1080).contains(y), y % line < size else { return false }
      let letter = (x / size &* 2_654_435_761 &+ y / line &* 40_503) >> 7
      return letter % 6 != 0 && (x % size < size / 4 || letter % 3 == 0 && y % line < size / 4)
    }
    #expect(codes(text, dpi: 100) == [])
  }

  @Test(arguments: [(1, 20), (2, 8), (8, 16), (8, 28), (20, 28), (20, 40)])
  func rulesAndStripes(width: Int, period: Int) {
    for isAcross in [true, false] {
      let table = page { x, y in
        (60..<760).contains(x) && (60..<1100).contains(y) && (isAcross ? y : x) % period < width
      }
      #expect(codes(table, dpi: 100) == [])
    }
  }

  @Test func staves() {
    let staves = page { x, y in (60..<760).contains(x) && y > 100 && y % 100 < 33 && y % 8 == 0 }
    #expect(codes(staves, dpi: 100) == [])
  }

  /// Narrow bars of 0.08 inch, and wide ones between narrow and wide spaces.
  @Test(arguments: [2, 3, 8]) func barcodes(module: Int) {
    var edges: [(start: Int, end: Int)] = []
    var x = 40
    for index in 0..<60 where x < 780 {
      let width = (index * 7 % 5 < 2 ? 5 : 2) * module / 2
      edges.append((x, x + width))
      x += width + (index * 11 % 7 < 2 ? 5 : 2) * module / 2
    }
    let bars = edges
    let code = page { x, y in
      (300..<500).contains(y) && bars.contains { ($0.start..<$0.end).contains(x) }
    }
    #expect(codes(code, dpi: 100) == [])
  }

  /// As wide as the bars of a code, and not as long.
  @Test func aCodeThatIsCutShort() {
    let whole = PatchPage()
    let short = page { x, y in
      x < 340 && whole.isInk(Double(x) / 100, Double(y) / 100)
    }
    #expect(codes(short, dpi: 100) == [])
  }

  @Test func tinyPicturesHaveNone() {
    #expect(codes(PixelBuffer(.gray8, width: 1, height: 1), dpi: 200) == [])
    #expect(codes(PatchPage().gray(dpi: 60), dpi: 20) == [])
  }
}
