import ConverterCore
import Testing

@testable import PictureModel

@Suite("Cutting, turning and flipping")
struct GeometryTests {
  /// Where the pixel at x, y of a turned picture lies in the stored one.
  private func place(
    _ x: Int, _ y: Int, _ orientation: Orientation, _ width: Int, _ height: Int
  ) -> [Int] {
    let place = StoredPictureTests.stored(x, y, orientation, width, height)
    return [place.x, place.y]
  }

  @Test("two orientations in one", arguments: Orientation.allCases, Orientation.allCases)
  func composition(_ first: Orientation, _ second: Orientation) {
    let both = first.followed(by: second)
    let (width, height) = (5, 3)
    let middle = first.swapsSides ? (height, width) : (width, height)
    let size = both.swapsSides ? (height, width) : (width, height)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let between = place(x, y, second, middle.0, middle.1)
        #expect(
          place(x, y, both, width, height) == place(between[0], between[1], first, width, height))
      }
    }
  }

  @Test("parts, stored and shown", arguments: Orientation.allCases)
  func parts(_ orientation: Orientation) {
    let part = PixelRectangle(x: 1, y: 2, width: 3, height: 2)
    let shown = orientation.shown(part, of: (9, 7))
    #expect(orientation.stored(shown, of: (9, 7)) == part)
    var places: Set<[Int]> = []
    for y in shown.y..<shown.y + shown.height {
      for x in shown.x..<shown.x + shown.width { places.insert(place(x, y, orientation, 9, 7)) }
    }
    #expect(places == [[1, 2], [2, 2], [3, 2], [1, 3], [2, 3], [3, 3]])
  }

  static let capabilities = Picture.Capabilities(
    format: "PNG", items: [], alpha: true, maximumBitDepth: 16)

  @Test(
    "cut, then turned, then flipped",
    arguments: [
      (["crop": "3x2+1+1"], [[11, 12, 13], [21, 22, 23]]),
      (["crop": "3x2+1+1", "rotate": "90"], [[21, 11], [22, 12], [23, 13]]),
      (["crop": "3x2+1+1", "rotate": "-90"], [[13, 23], [12, 22], [11, 21]]),
      (["crop": "3x2+1+1", "rotate": "180"], [[23, 22, 21], [13, 12, 11]]),
      (
        ["crop": "3x2+1+1", "rotate": "90", "flip": "horizontal"],
        [[11, 21], [12, 22], [13, 23]]
      ),
      (
        ["crop": "3x2+1+1", "rotate": "90", "flip": "vertical"],
        [[23, 13], [22, 12], [21, 11]]
      ),
      (["crop": "50%x25%+50%+75%"], [[33, 34, 35]]),
      (["crop": "900x900+4+2"], [[24, 25], [34, 35]]),
    ] as [([String: String], [[UInt8]])])
  func samples(_ settings: [String: String], _ expected: [[UInt8]]) throws {
    // Sample yx: its row and column.
    let buffer = PixelBuffer(.gray8, width: 6, height: 4)
    for y in 0..<4 {
      for x in 0..<6 { buffer.planes[0].row(y, as: UInt8.self)[x] = UInt8(10 * y + x) }
    }
    var facts = PictureFacts(width: 6, height: 4, format: .gray8, sampleDepth: 8, coding: "test")
    facts.metadata.dotsPerInch = (100, 200)
    facts.storedOrientation = .mirrored
    var options = ConversionOptions()
    options.settings = settings
    let context = ConversionContext(registry: Registry())
    let result = try GeometryTransform().apply(
      to: Picture(facts) { _ in BufferSource(buffer) }, for: Self.capabilities, options: options,
      in: context)
    #expect([result.facts.width, result.facts.height] == [expected[0].count, expected.count])
    #expect(result.facts.thumbnailIsStale)
    #expect(result.facts.storedOrientation == .mirrored)
    let swaps = ["90", "-90"].contains(settings["rotate"])
    #expect(result.facts.metadata.dotsPerInch?.x == (swaps ? 200 : 100))
    let source = try result.open(PixelDemand([.gray8]))
    let pixels = try PixelBuffer(collecting: source, in: context)
    let rows = (0..<pixels.height).map { y in
      (0..<pixels.width).map { pixels.planes[0].row(y, as: UInt8.self)[$0] }
    }
    #expect(rows == expected)
    #expect(context.ledger.allSatisfy { $0.action == .changed })
    #expect(Set(context.ledger.map(\.what)).isSubset(of: ["crop", "rotation", "flip"]))
  }

  @Test("nothing is said of what changes nothing")
  func nothing() throws {
    let facts = PictureFacts(width: 6, height: 4, format: .gray8, sampleDepth: 8, coding: "test")
    let context = ConversionContext(registry: Registry())
    var options = ConversionOptions()
    options.settings = ["crop": "100%x100%+0+0", "rotate": "0"]
    let result = try GeometryTransform().apply(
      to: Picture(facts) { _ in BufferSource(PixelBuffer(.gray8, width: 6, height: 4)) },
      for: Self.capabilities, options: options, in: context)
    #expect(!result.facts.thumbnailIsStale)
    #expect(context.ledger.isEmpty)
  }

  @Test("a page is turned and cut as a page, and flipped as a picture")
  func pages() throws {
    var facts = PictureFacts(width: 6, height: 4, format: .gray8, sampleDepth: 8, coding: "test")
    facts.isPage = true
    let context = ConversionContext(registry: Registry())
    var options = ConversionOptions()
    options.settings = ["crop": "1,1,2,2", "rotate": "90:1-3", "flip": "horizontal"]
    let result = try GeometryTransform().apply(
      to: Picture(facts) { _ in BufferSource(PixelBuffer(.gray8, width: 6, height: 4)) },
      for: Self.capabilities, options: options, in: context)
    #expect([result.facts.width, result.facts.height] == [6, 4])
    #expect(context.ledger.map(\.what) == ["flip"])
  }

  @Test("the place in the file goes along, other changes lose it")
  func origin() throws {
    let facts = PictureFacts(width: 40, height: 60, format: .gray8, sampleDepth: 8, coding: "test")
    var picture = Picture(facts) { _ in BufferSource(PixelBuffer(.gray8, width: 40, height: 60)) }
    picture.origin = PictureOrigin(
      "public.jpeg", in: InputFile(bytes: []), at: 0..<0, width: 60, height: 40,
      orientation: .rotated90)
    var options = ConversionOptions()
    options.settings = ["crop": "20x30+5+10", "rotate": "270"]
    let context = ConversionContext(registry: Registry())
    let result = try GeometryTransform().apply(
      to: picture, for: Self.capabilities, options: options, in: context)
    let origin = try #require(result.origin)
    #expect(origin.isRecut)
    #expect(origin.orientation == .upright)
    #expect(origin.crop == PixelRectangle(x: 10, y: 15, width: 30, height: 20))
    options.settings = [:]
    options.resize = .percent(50)
    let resized = try ResizeTransform().apply(
      to: result, for: Self.capabilities, options: options, in: context)
    #expect(resized.origin == nil)
  }
}
