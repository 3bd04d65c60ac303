import Testing

@testable import PaddleTextPlugin

/// The smallest rectangles around points, and what is made of them.
@Suite struct SlantedBoxTests {
  @Test func anUprightRectangleIsItself() throws {
    let box = try #require(
      SlantedBox(around: [(2, 1), (12, 1), (12, 5), (2, 5), (7, 3)]))
    #expect(
      box == SlantedBox(x: 7, y: 3, alongX: 1, alongY: 0, width: 10, height: 4))
  }

  @Test func aSlantedOneIsFoundWithItsDirection() throws {
    // Sides of 20 and 5 along (0.8, 0.6).
    let box = try #require(
      SlantedBox(around: [(0, 0), (16, 12), (13, 16), (-3, 4)]))
    #expect(abs(box.width - 20) < 1e-9)
    #expect(abs(box.height - 5) < 1e-9)
    #expect(abs(box.alongX - 0.8) < 1e-9)
    #expect(abs(box.alongY - 0.6) < 1e-9)
    #expect(abs(box.x - 6.5) < 1e-9)
    #expect(abs(box.y - 8) < 1e-9)
  }

  @Test func pointsOnALineHaveNoHeight() throws {
    let box = try #require(SlantedBox(around: [(1, 1), (2, 1), (5, 1)]))
    #expect(box.width == 4)
    #expect(box.height == 0)
    #expect(SlantedBox(around: []) == nil)
  }

  @Test func itGrowsByAreaOverPerimeter() {
    let box = SlantedBox(x: 50, y: 20, alongX: 1, alongY: 0, width: 60, height: 20).grown(by: 1.6)
    // 60 · 20 · 1.6 / 160 = 12 on each side.
    #expect(box == SlantedBox(x: 50, y: 20, alongX: 1, alongY: 0, width: 84, height: 44))
  }

  @Test func cornersAreThoseOfThePicture() {
    let box = SlantedBox(x: 10, y: 20, alongX: 1, alongY: 0, width: 8, height: 4)
    #expect(corner(of: box, 0, 0) == [6, 18])
    #expect(corner(of: box, 1, 1) == [14, 22])
    // A line that goes down begins at the top right.
    #expect(corner(of: box.turned, 0, 0) == [14, 18])
    #expect(corner(of: box.turned, 1, 0) == [14, 22])
  }

  private func corner(of box: SlantedBox, _ across: Double, _ down: Double) -> [Double] {
    let point = box.point(across, down)
    return [point.x, point.y]
  }
}
