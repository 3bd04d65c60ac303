import ConverterCore
import Testing

/// How closely a picture is looked at, and what is seen of it.
@Suite struct PictureZoomTests {
  /// 10 characters are 80 × 160 pixels; the last column stays free.
  private let graphics = TerminalGraphics(
    .kitty, size: ScreenSize(columns: 11, rows: 10),
    cell: TerminalGraphics.Cell(width: 8, height: 16))

  @Test func whatCannotBeIsBroughtToWhatCan() {
    let zoom = PictureZoom(9, x: -1, y: .nan)
    #expect((zoom.factor, zoom.x, zoom.y) == (5, 0, 0.5))
    #expect(PictureZoom(0, x: 2).factor == 1)
    #expect(PictureZoom(2, x: 2).x == 1)
  }

  @Test func itIsReadAsItIsWritten() {
    let zoom = PictureZoom(3, x: 0.25, y: 0.625)
    #expect(zoom.description == "3,0.25,0.625")
    #expect(PictureZoom("3,0.25,0.625") == zoom)
    for words in ["", "3", "3,0.25", "3,0.25,0.5,1", "x,0,0", "3,,0"] {
      #expect(PictureZoom(words) == nil, "\(words)")
    }
  }

  @Test func atFirstAllOfItIsSeen() throws {
    let sight = try #require(
      graphics.sight(ofWidth: 800, height: 800, rows: 10, PictureZoom()))
    #expect(sight.area == graphics.area(forWidth: 800, height: 800, rows: 10))
    #expect(sight.area == sight.whole)
    #expect((sight.x, sight.y) == (0..<1, 0..<1))
  }

  @Test func closerLessOfItIsSeen() throws {
    // Whole it takes 10 × 5 characters, so that there is room below it.
    let sight = try #require(
      graphics.sight(ofWidth: 800, height: 800, rows: 10, PictureZoom(4)))
    #expect((sight.whole.columns, sight.whole.rows) == (40, 20))
    #expect((sight.area.columns, sight.area.rows) == (10, 10))
    #expect((sight.area.width, sight.area.height) == (80, 160))
    #expect((sight.x, sight.y) == (0.375..<0.625, 0.25..<0.75))
  }

  @Test(arguments: [(0.0, 0.0), (0.1, 0.0), (0.5, 0.375), (0.9, 0.75), (1.0, 0.75)])
  func whatIsSeenStaysWithinThePicture(middle: Double, start: Double) throws {
    let sight = try #require(
      graphics.sight(ofWidth: 800, height: 800, rows: 10, PictureZoom(4, x: middle)))
    #expect(sight.x == start..<start + 0.25)
  }

  @Test func withoutRoomNothingIsSeen() {
    #expect(graphics.sight(ofWidth: 800, height: 800, rows: 3, PictureZoom()) == nil)
    #expect(graphics.sight(ofWidth: 0, height: 800, rows: 10, PictureZoom(2)) == nil)
  }
}
