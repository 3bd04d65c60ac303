import ConverterCore
import HEIFPlugin
import PictureModel
import Testing

/// The plugin's own reader finds the planes that the writer coded, whatever they mean.
@Suite struct OwnReaderTests {
  static let formats: [PixelFormat] = [
    .jfif(.s420), .jfif(.s422), .jfif(.s444),
    PixelFormat(.ycbcr(.s420, .bt709, .limited)),
    PixelFormat(.ycbcr(.s420, .bt2020, .limited), bitDepth: 10),
    PixelFormat(.ycbcr(.s422, .bt2020, .full), bitDepth: 10),
    PixelFormat(.ycbcr(.s444, .bt709, .full), bitDepth: 10),
    PixelFormat(.ycbcr(.s420, .bt601, .full), bitDepth: 12),
    PixelFormat(.ycbcr(.monochrome, .bt601, .full), bitDepth: 10),
    PixelFormat(.ycbcr(.s444, .identity, .full), bitDepth: 8),
  ]

  @Test(arguments: WrittenType.allCases, formats)
  func losslessPlanes(_ type: WrittenType, _ format: PixelFormat) throws {
    // Several bands, and sides that neither codec's blocks divide.
    try expectRoundTrip(format, type, width: 75, height: 83)
    try expectRoundTrip(format, type, width: 128, height: 64)
  }

  @Test(arguments: WrittenType.allCases, [PixelFormat.Alpha.straight, .premultiplied])
  func losslessAlpha(_ type: WrittenType, _ alpha: PixelFormat.Alpha) throws {
    var format = PixelFormat.jfif(.s420)
    format.alpha = alpha
    try expectRoundTrip(format, type, width: 96, height: 70)
  }

  private func expectRoundTrip(
    _ format: PixelFormat, _ type: WrittenType, width: Int, height: Int
  ) throws {
    let buffer = SyntheticPicture.buffer(format, width: width, height: height)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: type.id, settings: ["lossless": "true"])
    let context = ConversionContext.testing()
    let picture = try HEIFReader().read(
      InputFile(bytes: file), type: type.id, in: ReadingContext(context))
    #expect([picture.facts.width, picture.facts.height] == [width, height])
    #expect(picture.facts.sampleDepth == format.bitDepth)
    let source = try picture.pixels(for: PixelDemand([format]), in: context)
    var planes = [[Int]](repeating: [], count: format.planeCount)
    while let band = try source.nextBand() {
      for index in planes.indices { planes[index] += band.samples(index) }
    }
    for index in planes.indices {
      #expect(difference(planes[index], buffer.samples(index)) == nil, "plane \(index)")
    }
  }
}

extension PixelBand {
  fileprivate func samples(_ index: Int) -> [Int] {
    let plane = plane(index)
    return (0..<plane.height).flatMap { y in
      (0..<plane.width).map { x in
        buffer.format.bytesPerSample == 2
          ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
      }
    }
  }
}
