import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// What is done to pages once they are found.
@Suite struct CorrectionTests {
  private func gray(
    _ width: Int, _ height: Int, _ sample: (Int, Int) -> Double
  ) -> PixelBuffer {
    let buffer = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        buffer.planes[0].row(y, as: UInt8.self)[x] = UInt8(min(max(sample(x, y), 0), 255))
      }
    }
    return buffer
  }

  private func sample(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    Int(buffer.planes[0].row(y, as: UInt8.self)[x])
  }

  /// Lines of ink on paper.
  private func isInk(_ x: Int, _ y: Int) -> Bool { y % 24 < 4 && x % 10 < 7 }

  @Test func shadowsAreRemoved() {
    // The light falls by a third from left to right, and a shadow lies on the lower half.
    let page = gray(640, 480) { x, y in
      let light = (230 - 80 * Double(x) / 640) * (y > 240 ? 0.6 : 1)
      return isInk(x, y) ? light * 0.2 : light
    }
    let flat = PaperLight(of: page).flattened(page)
    for (x, y) in [(8, 12), (300, 12), (635, 12), (8, 400), (300, 400), (635, 470)] {
      #expect((232...255).contains(sample(flat, x, y)), "\(x) \(y)")
    }
    for (x, y) in [(1, 50), (301, 50), (631, 50), (1, 410), (301, 410)] where isInk(x, y) {
      #expect(sample(flat, x, y) < 90, "\(x) \(y)")
    }
  }

  @Test func evenPaperIsEven() {
    #expect(PaperLight(of: gray(100, 100) { _, _ in 250 }).isEven)
    #expect(!PaperLight(of: gray(100, 100) { x, _ in 250 - Double(x) }).isEven)
  }

  @Test func colourOfTheLightIsRemoved() {
    let page = PixelBuffer(.rgb8, width: 200, height: 200)
    for y in 0..<200 {
      for x in 0..<200 {
        let pixel = page.planes[0].row(y, as: UInt8.self) + 3 * x
        (pixel[0], pixel[1], pixel[2]) = (220, 190, 140)
      }
    }
    let flat = PaperLight(of: page).flattened(page)
    let pixel = flat.planes[0].row(100, as: UInt8.self) + 300
    #expect([pixel[0], pixel[1], pixel[2]] == [250, 250, 250])
  }

  @Test func inkBecomesBlack() {
    let page = gray(400, 300) { x, y in isInk(x, y) ? 60 : 240 }
    let black = Binarization.sauvola(page, dpi: 150)
    for y in 0..<300 {
      for x in 0..<400 {
        let expected = isInk(x, y) ? 0 : 255
        #expect(sample(black, x, y) == expected)
      }
    }
  }

  @Test func blankPaperStaysWhite() {
    let page = gray(300, 200) { x, y in 240 + Double((x * 7 + y * 3) % 5) }
    let black = Binarization.sauvola(page, dpi: 300)
    let isWhite = (0..<200).allSatisfy { y in (0..<300).allSatisfy { sample(black, $0, y) == 255 } }
    #expect(isWhite)
  }

  @Test(arguments: [-5.0, -1.3, -0.4, 0, 0.7, 2, 4.5]) func skewIsFound(degrees: Double) throws {
    let slope = degrees * Double.pi / 180
    let page = gray(1000, 1200) { x, y in
      let level = Double(y) - slope * Double(x)
      let line = Int(level.rounded(.down)) % 40
      let isText = line >= 0 && line < 14 && (x / 9) % 2 == 0 && x > 100 && x < 900
      return isText && y > 100 && y < 1100 ? 0 : 255
    }
    let found = try Skew.degrees(of: page)
    #expect(abs(found + degrees) <= 0.1, "\(found)")
  }

  @Test func rectificationUndoesPerspective() {
    // A chessboard of 8×8 squares in perspective.
    let quad = Quad([Point(80, 40), Point(560, 90), Point(600, 440), Point(30, 400)])
    let map = Homography(fromWidth: 8, height: 8, to: quad).inverse
    let photo = gray(640, 480) { x, y in
      let place = map.map(Point(Double(x) + 0.5, Double(y) + 0.5))
      let isWithin = place.x >= 0 && place.y >= 0 && place.x < 8 && place.y < 8
      return isWithin && (Int(place.x) + Int(place.y)) % 2 == 0 ? 0 : 255
    }
    let board = Rectification(quad, width: 400, height: 400).rectified(photo)
    for row in 0..<8 {
      for column in 0..<8 {
        let expected = (row + column) % 2 == 0 ? 0 : 255
        #expect(sample(board, column * 50 + 25, row * 50 + 25) == expected)
      }
    }
  }

  @Test func shapesOfPaperAreTold() {
    // Seen straight from above.
    func shape(_ width: Double, _ height: Double) -> PageShape {
      PageShape(of: Quad(width: width, height: height), centre: Point(width / 2, height / 2))
    }
    #expect(shape(210, 297).paper == .a4)
    #expect(shape(594, 420).paper == .a4)
    #expect(shape(850, 1100).paper == .letter)
    #expect(shape(856, 540).paper == .card)
    #expect(shape(100, 100).paper == nil)
    #expect(shape(100, 320).paper == nil)
    #expect(abs(shape(100, 320).aspect - 3.2) < 1e-9)
    #expect(abs(shape(596, 420).aspect - 210.0 / 297) < 1e-9)
  }

  /// The camera's distance and tilt change how a page looks, not what it is.
  @Test(arguments: [0.2, 0.4, 0.6], [0.0, 0.5, 1.1])
  func perspectiveDoesNotChangeTheShape(tilt: Double, spin: Double) {
    let quad = Camera.view(ofWidth: 210, height: 297, tilt: tilt, spin: spin)
    let shape = PageShape(of: quad, centre: Point(2000, 1500))
    #expect(shape.paper == .a4)
  }
}

private enum Camera {
  /// The corners of a sheet that is spun in its plane, then tilted, as a camera with a picture of 4000×3000 sees it.
  static func view(ofWidth width: Double, height: Double, tilt: Double, spin: Double) -> Quad {
    let rectangle = [
      Point(-width, -height), Point(width, -height), Point(width, height), Point(-width, height),
    ]
    return Quad(
      rectangle.map { corner in
        let (x, y) = (corner.x / 2, corner.y / 2)
        let spun = Point(
          x * cosine(spin) - y * sine(spin), x * sine(spin) + y * cosine(spin))
        let depth = 700 + spun.y * sine(tilt)
        return Point(2000, 1500) + Point(spun.x, spun.y * cosine(tilt)) * (3200 / depth)
      })
  }

  private static func sine(_ angle: Double) -> Double {
    // Enough terms for angles below 2.
    (0..<12).reduce(into: (sum: 0.0, term: angle)) { state, index in
      state.sum += state.term
      state.term *= -angle * angle / Double((2 * index + 2) * (2 * index + 3))
    }.sum
  }

  private static func cosine(_ angle: Double) -> Double { sine(Double.pi / 2 - angle) }
}
