import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// Pages on which something is written, and others: A4 at 150 dpi.
@Suite struct PageInkTests {
  private let width = 1240
  private let height = 1754

  private func ink(_ isInk: (Int, Int) -> Bool, dark: UInt8 = 40) -> PageInk {
    let page = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      let row = page.planes[0].row(y, as: UInt8.self)
      for x in 0..<width { row[x] = isInk(x, y) ? dark : 245 + UInt8((x * 7 + y * 3) % 9) }
    }
    return PageInk(of: page, dpi: 150)
  }

  @Test func paperIsBlank() {
    let ink = ink { _, _ in false }
    #expect(ink.isBlank)
    #expect(ink.share == 0)
  }

  /// A "1" of 2.7 mm, near the lower edge.
  @Test func aPageNumberIsNoBlankPage() {
    let ink = ink { x, y in (619..<622).contains(x) && (1650..<1666).contains(y) }
    #expect(!ink.isBlank)
    #expect(abs(ink.area - 48 * (25.4 / 150) * (25.4 / 150)) < 1e-9)
  }

  @Test func specksAreNotCounted() {
    #expect(ink { x, y in x % 60 < 3 && y % 70 < 3 }.isBlank)
  }

  @Test func darkEdgesAreNotCounted() {
    #expect(ink { x, y in x < 20 || y >= 1740 }.isBlank)
  }

  /// 6 mm wide, 12 mm from the edge, 80 mm apart.
  @Test func punchHolesAreNotCounted() {
    let ink = ink { x, y in
      [641, 1113].contains { centre in
        let (dx, dy) = (x - 71, y - centre)
        return dx * dx + dy * dy < 18 * 18
      }
    }
    #expect(ink.isBlank)
  }

  @Test func whatShowsThroughIsNotCounted() {
    let lines = { (x: Int, y: Int) in y % 24 < 4 && x % 10 < 7 && x > 150 && x < 1090 }
    #expect(ink(lines, dark: 190).isBlank)
    #expect(!ink(lines, dark: 60).isBlank)
  }

  @Test func aPictureToTheEdgesIsNoBlankPage() {
    #expect(!ink { _, y in y < 1200 }.isBlank)
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1)]) func tinyPages(width: Int, height: Int) {
    let page = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { page.planes[0].row(y, as: UInt8.self)[x] = 250 }
    }
    #expect(PageInk(of: page, dpi: 72).isBlank)
  }
}
