import ConverterCore
import PictureModel
import Scanning

/// A sheet of A4 with a patch code of 0.8 by 2.5 inches, 0.5 inch from an edge, or in the middle.
struct PatchPage {
  enum Place: CaseIterable {
    case top, right, bottom, left, middle
  }

  static let width = 8.27
  static let height = 11.69

  var code = PatchCode.transfer
  var place = Place.top
  /// How far bars are wider than they should be, in inches.
  var spread = 0.0

  /// Whether there is ink at a place in inches from the top left.
  func isInk(_ x: Double, _ y: Double) -> Bool {
    switch place {
    case .top: isBar(y - 0.5, x - 3)
    case .bottom: isBar(Self.height - 0.5 - y, x - 3)
    case .left: isBar(x - 0.5, y - 4)
    case .right: isBar(Self.width - 0.5 - x, y - 4)
    case .middle: isBar(y - 5.4, x - 3)
    }
  }

  private func isBar(_ across: Double, _ along: Double) -> Bool {
    guard (0..<2.5).contains(along) else { return false }
    var start = 0.0
    for isWide in code.wideBars {
      let end = start + (isWide ? 0.2 : 0.08)
      if (start - spread / 2..<end + spread / 2).contains(across) { return true }
      start = end + 0.08
    }
    return false
  }

  /// - Parameters:
  ///   - degrees: by which it is turned clockwise about its middle, by quarters or nearly so.
  ///   - noise: how far samples are from what they should be, at most.
  func gray(dpi: Double, degrees: Double = 0, noise: Int = 0) -> PixelBuffer {
    let isOnSide = Int((degrees / 90).rounded()) % 2 != 0
    let size = Point(Self.width, Self.height)
    let shown = isOnSide ? Point(size.y, size.x) : size
    return made(width: Int(shown.x * dpi), height: Int(shown.y * dpi), noise: noise) { x, y in
      let (dx, dy) = (x / dpi - shown.x / 2, y / dpi - shown.y / 2)
      let place = Turn(degrees).back(Point(dx, dy)) + size / 2
      return isInk(place.x, place.y) ? 40 : 235
    }
  }

  /// A photo of it that is taken from the side, on a dark desk, of 1200 by 1600 pixels.
  var photo: PixelBuffer {
    // What the corners of the photo see, in inches of the page.
    let seen = Quad([Point(-1.2, -1.6), Point(9.4, -0.8), Point(10.4, 12.9), Point(-0.7, 12.4)])
    let map = Homography(fromWidth: 1200, height: 1600, to: seen)
    return made(width: 1200, height: 1600, noise: 6) { x, y in
      let place = map.map(Point(x, y))
      guard (0..<Self.width).contains(place.x), (0..<Self.height).contains(place.y) else {
        return 60
      }
      // It is darker to the right.
      return (isInk(place.x, place.y) ? 40 : 225) * (1 - place.x / 40)
    }
  }

  /// Four samples a pixel.
  private func made(
    width: Int, height: Int, noise: Int, _ sample: (Double, Double) -> Double
  ) -> PixelBuffer {
    let pixels = PixelBuffer(.gray8, width: width, height: height)
    var lot: UInt32 = 1
    for y in 0..<height {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<width {
        var sum = 0.0
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
          sum += sample(Double(x) + dx, Double(y) + dy)
        }
        lot = lot &* 1_664_525 &+ 1_013_904_223
        let error = noise > 0 ? Int(lot >> 16) % (2 * noise + 1) - noise : 0
        row[x] = UInt8(min(max(Int(sum / 4) + error, 0), 255))
      }
    }
    return pixels
  }
}

/// A turn about the origin.
private struct Turn {
  private let (sine, cosine): (Double, Double)

  init(_ degrees: Double) {
    // Small angles and quarters: the series is exact enough.
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - quarters * 90) * Double.pi / 180
    let (s, c) = (
      rest - rest * rest * rest / 6, 1 - rest * rest / 2 + rest * rest * rest * rest / 24
    )
    switch (Int(quarters) % 4 + 4) % 4 {
    case 0: (sine, cosine) = (s, c)
    case 1: (sine, cosine) = (c, -s)
    case 2: (sine, cosine) = (-s, -c)
    default: (sine, cosine) = (-c, s)
    }
  }

  /// Where a point comes from.
  func back(_ point: Point) -> Point {
    Point(point.x * cosine + point.y * sine, point.y * cosine - point.x * sine)
  }
}

/// A picture of gray pixels.
func grayPicture(_ pixels: PixelBuffer) -> Picture {
  let facts = PictureFacts(
    width: pixels.width, height: pixels.height, format: .gray8, sampleDepth: 8, coding: "")
  return Picture(facts) { _ in BufferSource(pixels) }
}
