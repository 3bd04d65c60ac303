import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGXLPlugin

@Suite struct RoundTripTests {
  @Test(
    arguments: [
      PixelFormat.gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .grayAlpha16, .rgb16, .rgba16,
    ], [false, true])
  func losslessIsExact(format: PixelFormat, isProgressive: Bool) throws {
    let context = try context(threads: 2)
    let file = try encode(
      picture(format), ["lossless": "true", "progressive": "\(isProgressive)"])
    let again = try read(file, in: context)
    #expect(again.facts.format == format)
    #expect(again.facts.sampleDepth == format.bitDepth)
    #expect(again.facts.isLossless)
    #expect(again.facts.colour == .cicp(.sRGB))
    #expect(again.coded == nil)
    #expect(
      try samples(again, in: context)
        == samples(SyntheticPicture(width: 43, height: 37).buffer(format)))
  }

  @Test(arguments: [(1, 1), (1, 40), (300, 2), (257, 129)])
  func sizesOfAllKinds(width: Int, height: Int) throws {
    let context = try context(threads: 2)
    let small = picture(.rgb8, width: width, height: height)
    #expect(
      try samples(read(encode(small), in: context), in: context) == samples(small, in: context))
  }

  @Test func lossyIsNear() throws {
    let context = try context()
    let photo = picture(.rgb8, width: 160, height: 120)
    let whole = try samples(photo, in: context)
    func error(_ quality: Double?) throws -> (bytes: Int, mean: Double) {
      let file = try encode(photo, [:]) { $0.quality = quality.map(Quality.init) }
      let again = try read(file, in: context)
      #expect(!again.facts.isLossless)
      #expect(again.facts.coding == "XYB")
      let differences = zip(whole, try samples(again, in: context)).map { Double(abs($0 - $1)) }
      return (file.count, differences.reduce(0, +) / Double(differences.count))
    }
    let (usual, best, poor) = (try error(nil), try error(1), try error(0.2))
    #expect(best.mean < usual.mean && usual.mean < 3 && usual.mean < poor.mean)
    #expect(best.bytes > usual.bytes && usual.bytes > poor.bytes)
  }

  @Test(
    arguments: [
      (1.0, 0.1), (0.99, 0.19), (0.9, 1.0), (0.3, 6.4), (0.25, 6.64), (0.0, 15.0),
    ])
  func qualityIsDistance(quality: Double, distance: Double) throws {
    var options = ConversionOptions()
    options.quality = Quality(quality)
    #expect(abs(try JPEGXLOptions(options).distance - distance) < 0.005)
  }

  @Test(
    arguments: [
      CodingIndependentCodePoints.displayP3, .init(primaries: 9, transfer: 16),
      .init(primaries: 9, transfer: 18), .init(primaries: 1, transfer: 8),
    ])
  func codePointsAreKept(points: CodingIndependentCodePoints) throws {
    let file = try encode(picture(.rgb16) { $0.colour = .cicp(points) })
    #expect(try read(file, in: context()).facts.colour == .cicp(points))
  }

  @Test func profilesAndMetadataAreKept() throws {
    let profile = try #require(ICCProfile(CodingIndependentCodePoints(primaries: 12, transfer: 13)))
    let exif: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let xmp = Array("<x:xmpmeta/>".utf8)
    let file = try encode(
      picture(.rgb8) { facts in
        facts.colour = .icc(profile.bytes)
        facts.metadata.exif = exif
        facts.metadata.xmp = xmp
      })
    let facts = try read(file, in: context()).facts
    #expect(facts.metadata.exif == exif)
    #expect(facts.metadata.xmp == xmp)
    switch facts.colour {
    case .icc(let bytes): #expect(bytes == profile.bytes)
    // libjxl sees what the profile says.
    case .cicp(let points): #expect(points == .displayP3)
    default: Issue.record("the colours are lost: \(facts.colour)")
    }
  }

  /// As libjxl writes it: one pixel, for three ticks of a second and then for two.
  @Test func ticksMayBeSeconds() throws {
    let file: [UInt8] = [
      0xFF, 0x0A, 0x00, 0x10, 0x41, 0x01, 0x00, 0x08, 0x8A, 0x5B, 0x02, 0x08, 0x02, 0x0E, 0x00,
      0x00, 0x18, 0x00, 0x4B, 0x18, 0x8B, 0x15, 0x82, 0x01, 0x08, 0x02, 0x0A, 0x04, 0x00, 0x24,
      0x00, 0x4B, 0x18, 0x8B, 0x15, 0xC2, 0x49, 0xE4, 0x40, 0x02,
    ]
    #expect(try read(file, in: context()).facts.animation?.durations == [3_000_000, 2_000_000])
  }

  /// Pictures come in order, from the beginning again, and with some left out.
  @Test func animationsAreKept() throws {
    let context = try context()
    let frames = (0..<3).map { frame in
      picture(.rgba8, width: 20, height: 10 + frame)
    }
    let buffers = try frames.map { frame in
      let source = try frame.open(PixelDemand([.rgba8]))
      return try PixelBuffer(collecting: source, in: context)
    }
    var facts = PictureFacts(width: 20, height: 10, format: .rgba8, sampleDepth: 8, coding: "")
    facts.animation = Animation(durations: [100_000, 33_333, 33_333], repetitions: 4)
    let animated = Picture(facts) { demand in
      let whole = buffers[demand.frame]
      return BufferSource(
        PixelBuffer(.rgba8, width: 20, height: 10, planes: whole.planes, owner: whole))
    }
    let file = try encode(animated)
    let again = try read(file, in: context)
    // Milliseconds, whose sum is true.
    #expect(
      again.facts.animation == Animation(durations: [100_000, 33_000, 34_000], repetitions: 4))
    #expect(again.facts.companions.isEmpty)
    #expect(again.facts.frames == 3)
    for frame in [0, 1, 2, 1, 0, 2] {
      #expect(
        try samples(again, frame: frame, in: context)
          == Array(samples(buffers[frame]).prefix(20 * 10 * 4)))
    }
  }
}
