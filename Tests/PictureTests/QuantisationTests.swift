import PictureModel
import Testing

/// Few colours for many.
@Suite struct QuantisationTests {
  @Test func aTableKnowsItsColours() {
    var table = ColourTable(limit: 3)
    let pixels: [UInt8] = [1, 2, 3, 255, 1, 2, 3, 128, 9, 9, 9, 127, 4, 5, 6, 255]
    let fits = table.add(pixels, samplesPerPixel: 4, count: 4)
    #expect(fits)
    #expect(table.colours == [[1, 2, 3, 255], [0, 0, 0, 0], [4, 5, 6, 255]])
    #expect(table.emptyIndex == 1)
    var indices = [UInt8](repeating: 9, count: 4)
    let areKnown = table.writeIndices(of: pixels, samplesPerPixel: 4, count: 4, to: &indices)
    #expect(areKnown)
    #expect(indices == [0, 0, 1, 2])
    let isTooMuch = !table.add([7, 7, 7], samplesPerPixel: 3, count: 1)
    #expect(isTooMuch)
    let isUnknown = !table.writeIndices(
      of: [7, 7, 8], samplesPerPixel: 3, count: 1, to: &indices)
    #expect(isUnknown)
  }

  @Test func ofEqualColoursTheFirstIsFound() {
    let table = ColourTable([[1, 1, 1, 255], [2, 2, 2, 255], [1, 1, 1, 255], [5, 5, 5, 0]])
    var index: UInt8 = 9
    let isKnown = table.writeIndices(of: [1, 1, 1], samplesPerPixel: 3, count: 1, to: &index)
    #expect(isKnown)
    #expect(index == 0)
    #expect(table.emptyIndex == 3)
  }

  /// PNG's palettes have an opacity for each colour, and gray pixels are found in them, too.
  @Test func degreesOfOpacityAreKeptApart() {
    var table = ColourTable(opacity: .degrees)
    let pixels: [UInt8] = [7, 7, 7, 255, 7, 7, 7, 254, 7, 7, 7, 3, 7, 7, 7, 255, 0, 0, 0, 0]
    let fits = table.add(pixels, samplesPerPixel: 4, count: 5)
    #expect(fits)
    #expect(table.colours == [[7, 7, 7, 255], [7, 7, 7, 254], [7, 7, 7, 3], [0, 0, 0, 0]])
    let palette = ColourTable(table.colours, opacity: .degrees)
    var indices = [UInt8](repeating: 9, count: 5)
    let areKnown = palette.writeIndices(of: pixels, samplesPerPixel: 4, count: 5, to: &indices)
    #expect(areKnown)
    #expect(indices == [0, 1, 2, 0, 3])
    let grayIsKnown = palette.writeIndices(of: [7], samplesPerPixel: 1, count: 1, to: &indices)
    #expect(grayIsKnown)
    #expect(indices[0] == 0)
    let isUnknown = !palette.writeIndices(
      of: [7, 7, 7, 4], samplesPerPixel: 4, count: 1, to: &indices)
    #expect(isUnknown)
  }

  /// As many groups of alike colours as there may be colours: their means.
  @Test func groupsBecomeTheirMeans() {
    let histogram = ColourHistogram()
    let pixels: [UInt8] = [10, 10, 10, 12, 10, 10, 200, 0, 0, 200, 4, 0, 0, 0, 250, 0, 0, 252]
    histogram.add(pixels, samplesPerPixel: 3, count: 6)
    let palette = histogram.palette(of: 3).sorted { $0.x < $1.x }
    #expect(palette == [[0, 0, 251, 255], [11, 10, 10, 255], [200, 2, 0, 255]])
    #expect(histogram.palette(of: 256).count <= 6)
    #expect(ColourHistogram().palette(of: 256).isEmpty)
  }

  @Test func theNearestIsFoundAsByLookingAtAll() {
    var state: UInt32 = 7
    func random() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let palette = (0..<200).map { _ in SIMD4(random(), random(), random(), 255) }
    let mapper = PaletteMapper(palette, emptyIndex: nil, width: 500, dithers: false)
    let pixels = (0..<1500).map { _ in random() }
    var indices = [UInt8](repeating: 0, count: 500)
    mapper.writeIndices(of: pixels, samplesPerPixel: 3, to: &indices)
    for x in 0..<500 {
      let distances = palette.map { colour in
        let differences = [colour.x, colour.y, colour.z].enumerated().map {
          Int($0.element) - Int(pixels[3 * x + $0.offset])
        }
        return differences.reduce(0) { $0 + $1 * $1 }
      }
      #expect(Int(indices[x]) == distances.firstIndex(of: distances.min() ?? 0))
    }
  }

  /// Black and white in turns stand for gray: as many of each as it is bright.
  @Test(arguments: [0, 32, 64, 128, 200, 255])
  func ditheringKeepsTheMean(gray: UInt8) {
    let mapper = PaletteMapper(
      [[0, 0, 0, 255], [255, 255, 255, 255]], emptyIndex: nil, width: 64, dithers: true)
    let pixels = [UInt8](repeating: gray, count: 64 * 3)
    var white = 0
    var indices = [UInt8](repeating: 0, count: 64)
    for _ in 0..<64 {
      mapper.writeIndices(of: pixels, samplesPerPixel: 3, to: &indices)
      white += indices.count { $0 == 1 }
    }
    #expect(abs(Double(white) / 4096 - Double(gray) / 255) < 0.01)
  }

  @Test func emptyPixelsPassNothingOn() {
    let mapper = PaletteMapper(
      [[0, 0, 0, 255], [255, 255, 255, 255]], emptyIndex: 2, width: 3, dithers: true)
    var indices = [UInt8](repeating: 0, count: 3)
    mapper.writeIndices(
      of: [120, 120, 120, 255, 9, 9, 9, 0, 130, 130, 130, 255], samplesPerPixel: 4, to: &indices)
    #expect(indices == [0, 2, 1])
  }
}
