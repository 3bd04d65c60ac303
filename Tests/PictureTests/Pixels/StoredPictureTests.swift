import ConverterCore
import PictureModel
import Testing

@Suite("Crop and orientation of stored pictures")
struct StoredPictureTests {
  static let formats: [PixelFormat] =
    [
      .gray8, .grayAlpha8, .rgb8, .rgba8, .cmyk8, .gray16, .grayAlpha16, .rgb16, .rgba16,
      PixelFormat(.cmyk, bitDepth: 16), PixelFormat(.cmyk, alpha: .straight),
      PixelFormat(.cmyk, alpha: .straight, bitDepth: 16),
    ] + ChromaSubsampling.allCases.map { PixelFormat.jfif($0) } + [
      PixelFormat(.ycbcr(.s420, .bt709, .limited), alpha: .straight, bitDepth: 10)
    ]

  /// Where the pixel that is shown at x, y lies in a stored picture.
  static func stored(
    _ x: Int, _ y: Int, _ orientation: Orientation, _ width: Int, _ height: Int
  ) -> (x: Int, y: Int) {
    let (right, bottom) = (width - 1, height - 1)
    return switch orientation {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .rotated180: (right - x, bottom - y)
    case .flipped: (x, bottom - y)
    case .transposed: (y, x)
    case .rotated90: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .rotated270: (right - y, x)
    }
  }

  @Test("all orientations of all formats", arguments: formats, Orientation.allCases)
  func orientations(_ format: PixelFormat, _ orientation: Orientation) throws {
    for (width, height) in [(1, 1), (1, 6), (5, 3), (34, 50), (33, 50), (34, 49), (70, 130)] {
      let buffer = PixelBuffer.noise(format, width, height)
      for rows in [16, height] {
        let (facts, result) = try shown(buffer, rows: rows, orientation: orientation)
        let size = orientation.swapsSides ? (height, width) : (width, height)
        #expect((facts.width, facts.height) == size)
        #expect((result.width, result.height) == size)
        #expect(facts.storedOrientation == orientation)
        #expect(facts.format == result.format)
        expectSame(result, buffer, crop: (0, 0, width, height), orientation)
      }
    }
  }

  @Test("planes stay planes where their chroma allows")
  func planesStay() throws {
    func format(_ start: PixelFormat, _ orientation: Orientation, _ width: Int, _ height: Int)
      throws -> PixelFormat
    {
      try shown(.noise(start, width, height), rows: 16, orientation: orientation).1.format
    }
    #expect(try format(.jfif(.s420), .rotated90, 32, 24) == .jfif(.s420))
    #expect(try format(.jfif(.s420), .rotated90, 33, 24) == .jfif(.s420))
    #expect(try format(.jfif(.s420), .rotated90, 32, 23) == .rgb8)
    #expect(try format(.jfif(.s420), .rotated270, 33, 24) == .rgb8)
    #expect(try format(.jfif(.s422), .rotated90, 32, 23) == .jfif(.s440))
    #expect(try format(.jfif(.s440), .transposed, 31, 23) == .jfif(.s422))
    #expect(try format(.jfif(.s444), .transversed, 31, 23) == .jfif(.s444))
    #expect(try format(.jfif(.monochrome), .rotated180, 31, 23) == .jfif(.monochrome))
  }

  @Test("crops, turned in every way", arguments: formats, Orientation.allCases)
  func crops(_ format: PixelFormat, _ orientation: Orientation) throws {
    let buffer = PixelBuffer.noise(format, 60, 70)
    let crops = [(0, 0, 60, 70), (2, 4, 30, 40), (3, 17, 25, 36), (59, 69, 1, 1), (0, 40, 60, 30)]
    for crop in crops {
      for rows in [16, 70] {
        let rectangle = PixelRectangle(x: crop.0, y: crop.1, width: crop.2, height: crop.3)
        let (facts, result) = try shown(
          buffer, rows: rows, crop: rectangle, orientation: orientation)
        let size = orientation.swapsSides ? (crop.3, crop.2) : (crop.2, crop.3)
        #expect((facts.width, facts.height) == size)
        #expect((result.width, result.height) == size)
        expectSame(result, buffer, crop: crop, orientation)
      }
    }
  }

  @Test("a crop beyond the picture is held within it, an empty one ignored")
  func wildCrops() throws {
    let buffer = PixelBuffer.noise(.rgb8, 20, 10)
    func size(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> [Int] {
      let crop = PixelRectangle(x: x, y: y, width: width, height: height)
      let facts = try shown(buffer, rows: 16, crop: crop, orientation: .upright).0
      return [facts.width, facts.height]
    }
    #expect(try size(15, 5, 100, 100) == [5, 5])
    #expect(try size(-5, -5, 10, 10) == [5, 5])
    #expect(try size(5, 5, 0, 3) == [20, 10])
    #expect(try size(30, 5, 3, 3) == [20, 10])
    #expect(try size(5, 5, -3, 3) == [20, 10])
    #expect(try size(.max, 5, .max, 3) == [20, 10])
    #expect(try size(5, 5, .max, .max) == [15, 5])
    #expect(try size(.min, .min, .max, .max) == [20, 10])
  }

  @Test("the wish for a smaller size is turned as well, and dropped with a crop")
  func sufficientSize() throws {
    let buffer = PixelBuffer.noise(.jfif(.s422), 40, 30)
    let crop = PixelRectangle(x: 2, y: 2, width: 20, height: 20)
    for (crop, size) in [(nil, [20, 10]), (crop, nil)] as [(PixelRectangle?, [Int]?)] {
      var heard: PixelDemand?
      let facts = PictureFacts(
        width: 40, height: 30, format: buffer.format, sampleDepth: 8, coding: "test")
      let picture = Picture(
        stored: facts, crop: crop, orientation: .rotated90, in: .test(),
        open: { demand in
          heard = demand
          return BufferSource(buffer)
        })
      _ = try picture.open(PixelDemand([.jfif(.s440), .rgb8], sufficientSize: (10, 20)))
      #expect(heard?.sufficientSize.map { [$0.width, $0.height] } == size)
      #expect(heard?.formats == [.jfif(.s422), .rgb8])
    }
  }

  @Test("turning a picture that does not fit in memory is refused")
  func memoryLimit() throws {
    let buffer = PixelBuffer.noise(.rgb8, 64, 64)
    func pull(_ orientation: Orientation) throws {
      let context = ConversionContext.test { $0.memory = 64 * 64 * 3 - 1 }
      let source = try picture(buffer, rows: 16, orientation: orientation, in: context)
        .pixels(for: PixelDemand([.rgb8]), in: context)
      while try source.nextBand() != nil {}
    }
    for orientation in Orientation.allCases {
      switch orientation {
      case .upright, .mirrored: #expect(throws: Never.self) { try pull(orientation) }
      default:
        let error = #expect(throws: ConversionError.self) { try pull(orientation) }
        #expect(error?.code == .limitExceeded)
      }
    }
  }

  private func picture(
    _ buffer: PixelBuffer, rows: Int, crop: PixelRectangle? = nil, orientation: Orientation,
    in context: ConversionContext
  ) -> Picture {
    let facts = PictureFacts(
      width: buffer.width, height: buffer.height, format: buffer.format,
      sampleDepth: buffer.format.bitDepth, coding: "test")
    return Picture(stored: facts, crop: crop, orientation: orientation, in: context) { _ in
      CuttingSource(buffer, rows: rows)
    }
  }

  private func shown(
    _ buffer: PixelBuffer, rows: Int, crop: PixelRectangle? = nil, orientation: Orientation
  ) throws -> (PictureFacts, PixelBuffer) {
    let context = ConversionContext.test()
    let picture = picture(
      buffer, rows: rows, crop: crop, orientation: orientation, in: context)
    let source = try picture.open(PixelDemand([buffer.format]))
    return (picture.facts, try PixelBuffer(collecting: source, in: context))
  }

  /// Interleaved samples are the same; planes mean the same colours, to a rounding of 8 bits where
  /// they had to become RGB. Chroma at the edge of a crop has lost its neighbours.
  private func expectSame(
    _ result: PixelBuffer, _ buffer: PixelBuffer, crop: (x: Int, y: Int, width: Int, height: Int),
    _ orientation: Orientation
  ) {
    let (before, after) = (ReferencePicture(buffer), ReferencePicture(result))
    let isCropped = crop.width < buffer.width || crop.height < buffer.height
    let edge = isCropped && buffer.format.isPlanar && result.format.isPlanar ? 1 : 0
    let tolerance = buffer.format.isPlanar == result.format.isPlanar ? 1e-9 : 1.0 / 255
    var worst = 0.0
    for y in edge..<max(edge, result.height - edge) {
      for x in edge..<max(edge, result.width - edge) {
        let place = Self.stored(x, y, orientation, crop.width, crop.height)
        let expected = before.pixels[(crop.y + place.y) * before.width + crop.x + place.x]
        let actual = after.pixels[y * after.width + x]
        worst = max(worst, abs(expected.alpha - actual.alpha))
        for (a, b) in zip(expected.colours, actual.colours) { worst = max(worst, abs(a - b)) }
      }
    }
    #expect(worst <= tolerance, "\(buffer.width)×\(buffer.height) crop \(crop) \(result.format)")
  }
}
