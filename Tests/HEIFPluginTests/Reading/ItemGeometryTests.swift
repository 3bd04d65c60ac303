import PictureModel
import Testing

@testable import HEIFPlugin

/// Crop and orientation against pixels that are moved step by step.
@Suite struct ItemGeometryTests {
  /// Rows of numbered pixels.
  private struct Pixels {
    var rows: [[Int]]
    var width: Int { rows[0].count }
    var height: Int { rows.count }

    init(width: Int, height: Int) {
      rows = (0..<height).map { y in (0..<width).map { y * width + $0 } }
    }

    mutating func turnCounterClockwise() {
      let (old, width) = (rows, width)
      rows = (0..<width).map { x in old.map { $0[width - 1 - x] } }
    }

    mutating func crop(_ part: PixelRectangle) {
      rows = rows[part.y..<part.y + part.height].map { Array($0[part.x..<part.x + part.width]) }
    }

    /// Where the first pixel of a turned picture comes from, per Exif's own words.
    mutating func apply(_ orientation: Orientation) {
      switch orientation {
      case .upright: break
      case .mirrored: rows = rows.map { $0.reversed() }
      case .rotated180: rows = rows.reversed().map { $0.reversed() }
      case .flipped: rows.reverse()
      case .transposed:
        turnCounterClockwise()
        rows.reverse()
      case .rotated90: for _ in 0..<3 { turnCounterClockwise() }
      case .transversed:
        turnCounterClockwise()
        rows = rows.map { $0.reversed() }
      case .rotated270: turnCounterClockwise()
      }
    }
  }

  enum Step: CaseIterable, CustomStringConvertible {
    case turn1, turn2, turn3, topToBottom, leftToRight, aperture

    var property: ItemProperty {
      switch self {
      case .turn1: .rotation(quarterTurns: 1)
      case .turn2: .rotation(quarterTurns: 2)
      case .turn3: .rotation(quarterTurns: 3)
      case .topToBottom: .mirror(.topToBottom)
      case .leftToRight: .mirror(.leftToRight)
      case .aperture: .cleanAperture(aperture)
      }
    }

    var aperture: CleanAperture {
      CleanAperture(
        width: .init(numerator: 6, denominator: 1), height: .init(numerator: 5, denominator: 1),
        horizontalOffset: .init(numerator: -1, denominator: 2),
        verticalOffset: .init(numerator: 1, denominator: 1))
    }

    var description: String { "\(property)" }
  }

  @Test(arguments: Step.allCases, Step.allCases)
  func orderIsKept(first: Step, second: Step) throws {
    for third in Step.allCases {
      let steps = [first, second, third]
      var expected = Pixels(width: 11, height: 9)
      for step in steps {
        switch step {
        case .turn1: expected.apply(.rotated270)
        case .turn2: expected.apply(.rotated180)
        case .turn3: expected.apply(.rotated90)
        case .topToBottom: expected.apply(.flipped)
        case .leftToRight: expected.apply(.mirrored)
        case .aperture:
          expected.crop(
            try step.aperture.rectangle(width: expected.width, height: expected.height))
        }
      }
      var geometry = ItemGeometry(width: 11, height: 9)
      try geometry.apply(steps.map(\.property))
      var actual = Pixels(width: 11, height: 9)
      actual.crop(geometry.crop)
      actual.apply(geometry.orientation)
      #expect(actual.rows == expected.rows, "\(steps)")
      #expect(geometry.shownWidth == expected.width)
      #expect(geometry.shownHeight == expected.height)
    }
  }

  private func aperture(
    _ width: Int, by widthUnit: Int = 1, at x: Int, over unit: Int
  ) -> CleanAperture {
    CleanAperture(
      width: .init(numerator: width, denominator: widthUnit),
      height: .init(numerator: 1, denominator: 1),
      horizontalOffset: .init(numerator: x, denominator: unit),
      verticalOffset: .init(numerator: 0, denominator: 1))
  }

  @Test func aperturesBeginWhereTheFormulaSays() throws {
    // From the corpus: 29 of 64 columns from the left edge on.
    #expect(
      try aperture(29, at: -35, over: 2).rectangle(width: 64, height: 1)
        == PixelRectangle(x: 0, y: 0, width: 29, height: 1))
    #expect(try aperture(30, at: 0, over: 1).rectangle(width: 64, height: 1).x == 17)
    #expect(try aperture(30, at: 17, over: 1).rectangle(width: 64, height: 1).x == 34)
    // Not a whole pixel: to the left, and down.
    #expect(try aperture(31, at: 0, over: 1).rectangle(width: 64, height: 1).x == 16)
    #expect(try aperture(31, at: 0, over: 1).rectangle(width: 64, height: 64).y == 32)
    #expect(try aperture(61, by: 2, at: 0, over: 1).rectangle(width: 64, height: 1).width == 30)
  }

  @Test func aperturesAreCutToTheImage() throws {
    #expect(
      try aperture(64, at: 10, over: 1).rectangle(width: 64, height: 1)
        == PixelRectangle(x: 10, y: 0, width: 54, height: 1))
    #expect(
      try aperture(Int(Int32.max), at: 0, over: 1).rectangle(width: 64, height: 1).width == 64)
  }

  @Test(arguments: [100, -100, Int(Int32.max), Int(Int32.min)])
  func anApertureBesideTheImageIsRefused(offset: Int) {
    #expect(throws: (any Error).self) {
      try aperture(10, at: offset, over: 1).rectangle(width: 64, height: 1)
    }
  }
}
