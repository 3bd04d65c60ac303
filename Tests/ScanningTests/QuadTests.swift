import Scanning
import Testing

@Suite struct QuadTests {
  private let square = Quad([Point(10, 10), Point(20, 10), Point(20, 20), Point(10, 20)])

  @Test func overlapIsIntersectionOverUnion() {
    #expect(square.overlap(with: square) == 1)
    let moved = Quad(square.corners.map { $0 + Point(5, 0) })
    #expect(abs(square.overlap(with: moved) - 50.0 / 150) < 1e-12)
    let apart = Quad(square.corners.map { $0 + Point(50, 0) })
    #expect(square.overlap(with: apart) == 0)
  }

  @Test func orderAndDirectionOfCornersDoNotMatter() {
    let turned = Quad(Array(square.corners[2...] + square.corners[..<2]))
    #expect(square.overlap(with: turned) == 1)
    #expect(turned.ordered == square)
    let mirrored = Quad(square.corners.reversed())
    #expect(square.overlap(with: mirrored) == 1)
    #expect(mirrored.ordered == square)
  }

  @Test func convexity() {
    #expect(square.isConvex)
    #expect(!Quad([Point(0, 0), Point(10, 0), Point(2, 2), Point(0, 10)]).isConvex)
    #expect(!Quad([Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)]).isConvex)
    #expect(!Quad(square.corners.reversed()).isConvex)
  }

  @Test func homographyMapsCornersToCorners() {
    let quad = Quad([Point(12, 7), Point(90, 20), Point(80, 95), Point(5, 70)])
    let map = Homography(fromWidth: 200, height: 300, to: quad)
    let rectangle = Quad(width: 200, height: 300)
    for (from, to) in zip(rectangle.corners, quad.corners) {
      #expect((map.map(from) - to).length < 1e-9)
      #expect((map.inverse.map(to) - from).length < 1e-9)
    }
    // Diagonals cross where they cross.
    let middle = map.map(Point(100, 150))
    #expect(abs((quad.corners[2] - quad.corners[0]).cross(middle - quad.corners[0])) < 1e-6)
    #expect(abs((quad.corners[3] - quad.corners[1]).cross(middle - quad.corners[1])) < 1e-6)
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (x * x + y * y).squareRoot() }
  fileprivate func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}
