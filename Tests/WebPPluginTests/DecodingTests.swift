import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import WebPPlugin

/// The pixels of files of other programs; the hashes are those of what dwebp 1.2.4 and Pillow 13 give.
@Suite struct DecodingTests {
  static let planes = PixelFormat.webp(hasAlpha: false)
  static let planesWithAlpha = PixelFormat.webp(hasAlpha: true)

  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/lossy.webp", planes, 0x8CB4_DBEC_822A_121E),
        ("fixtures/others/lossy-alpha.webp", planesWithAlpha, 0x6244_0BB7_0A70_CF9E),
        ("fixtures/others/metadata.webp", planes, 0x1D5D_C636_199B_D4AF),
        ("fixtures/others/lossless.webp", .rgba8, 0xD048_CE22_420F_64A0),
        ("images/webp/lossy-photo.webp", planes, 0xD778_88E7_AF4B_71B2),
        ("images/webp/lossy-alpha.webp", planesWithAlpha, 0xAB70_15E1_C91E_0A13),
        ("images/webp/icc-exif-xmp.webp", planes, 0xC30D_8EB5_8D12_EC05),
        ("images/webp/lossless.webp", .rgba8, 0x692D_8CD7_3CDD_BE55),
      ] as [(String, PixelFormat, UInt64)], name: \.0))
  func stillPictures(_ name: String, _ format: PixelFormat, _ expected: UInt64) throws {
    let file = try Sample(name).bytes()
    #expect(hash(try decode(file, as: format)) == expected)
  }

  @Test(
    arguments: Sample.present(
      [
        ("images/webp/animated-bg.webp", 0, 0x967F_9D50_8252_D006),
        ("images/webp/animated-bg.webp", 1, 0xBCE3_F6D3_DD0A_348D),
        ("images/webp/animated-bg.webp", 3, 0xA655_4582_16A9_7757),
        ("images/webp/animated-bg.webp", 5, 0x6B40_CCF5_8975_05D6),
        ("fixtures/others/parts.webp", 0, 0xF800_779D_EFC7_C6FB),
        ("fixtures/others/parts.webp", 1, 0xC29E_1843_95AE_ADFF),
        ("fixtures/others/parts.webp", 3, 0x6D61_46C7_D885_85E7),
        ("fixtures/others/parts.webp", 5, 0x0704_C39F_3B46_6350),
      ] as [(String, Int, UInt64)], name: \.0))
  func animationOnBackground(_ name: String, _ frame: Int, _ expected: UInt64) throws {
    let file = try Sample(name).bytes()
    #expect(hash(try decode(file, as: .rgba8, frame: frame)) == expected)
  }

  struct Parts: Sendable, CustomTestStringConvertible {
    let file: String
    let frames: [(Int, UInt64)]
    let count: Int
    /// Of the first ones, and of all, in millionths of a second.
    let durations: [Int]
    let duration: Int

    var testDescription: String { file }
  }

  @Test(
    arguments: Sample.present(
      [
        Parts(
          file: "images/webp/animated-42.webp",
          frames: [
            (0, 0xAB19_420B_0DE7_FC32), (1, 0xE2C3_2201_3C81_2DD7), (3, 0x8996_7E22_530D_25A9),
            (5, 0x4179_55FB_FB80_A36B), (20, 0x7C74_D302_57DA_68C9), (41, 0x2508_BA69_C662_5812),
            // And back again.
            (3, 0x8996_7E22_530D_25A9), (3, 0x8996_7E22_530D_25A9),
          ], count: 42, durations: [0, 70000, 60000, 70000, 70000], duration: 2_730_000),
        Parts(
          file: "fixtures/others/parts.webp",
          frames: [
            (0, 0xF800_779D_EFC7_C6FB), (1, 0xC29E_1843_95AE_ADFF), (2, 0xABBD_7A50_E9C7_76C4),
            (4, 0x2CBE_0CBB_2996_9E27), (5, 0x0704_C39F_3B46_6350),
            (1, 0xC29E_1843_95AE_ADFF), (1, 0xC29E_1843_95AE_ADFF),
          ], count: 6, durations: [70000, 60000, 70000, 70000, 40000], duration: 810_000),
      ], name: \.file))
  func animationOfParts(_ parts: Parts) throws {
    let picture = try read(try Sample(parts.file).bytes())
    for (frame, expected) in parts.frames {
      var demand = PixelDemand([.rgba8])
      demand.frame = frame
      #expect(hash(unpadded(try picture.collected(demand))) == expected, "\(frame)")
    }
    let animation = try #require(picture.facts.animation)
    #expect(picture.facts.frames == parts.count)
    #expect(animation.durations.count == parts.count && animation.repetitions == 0)
    #expect(Array(animation.durations[0...4]) == parts.durations)
    #expect(animation.duration == parts.duration)
  }

  @Test(
    arguments: Sample.files(
      fixtures: ["others/turned.webp"], corpus: ["images/webp/exif-orientation6.webp"]))
  func orientationIsApplied(_ sample: Sample) throws {
    let file = try sample.bytes()
    let picture = try read(file)
    #expect(picture.facts.storedOrientation == .rotated90)
    let shown = unpadded(try picture.collected(PixelDemand([Self.planes])))
    // The luma of the first row, top to bottom, was the first column, bottom to top.
    var plain = file
    let exif = try #require(plain.indices.first { plain[$0...].starts(with: Array("EXIF".utf8)) })
    plain[exif] = 0x58
    let stored = try decode(plain, as: Self.planes)
    // All of these are square.
    let side = picture.facts.width
    let firstColumn = (0..<side).map { (y: Int) -> UInt8 in stored[(side - 1 - y) * side] }
    #expect(Array(shown.prefix(side)) == firstColumn)
  }

  @Test(
    arguments: Sample.files(
      fixtures: ["others/metadata.webp"], corpus: ["images/webp/icc-exif-xmp.webp"]))
  func metadataAreRead(_ sample: Sample) throws {
    let facts = try read(try sample.bytes()).facts
    guard case .icc(let profile) = facts.colour else {
      Issue.record("no profile")
      return
    }
    #expect(try ICCProfile(profile).name != nil)
    #expect(facts.metadata.exif.map { Exif.beginsStream($0) } == true)
    #expect(facts.metadata.xmp.map { XMPText.begins($0) } == true)
    #expect(facts.coding == "VP8 (lossy)")
  }

  /// Fewer pixels where fewer are enough, which show the same.
  @Test(
    arguments: Sample.files(
      fixtures: ["others/lossy.webp", "others/lossless.webp"],
      corpus: ["images/webp/lossy-photo.webp", "images/webp/lossless.webp"]))
  func fewerPixelsAreEnough(_ sample: Sample) throws {
    let picture = try read(try sample.bytes())
    let (width, height) = (picture.facts.width / 4, picture.facts.height / 4)
    let small = try picture.collected(
      PixelDemand([.rgba8], sufficientSize: (width, height)))
    #expect(small.width == width && small.height == height)
    let whole = unpadded(try picture.collected(PixelDemand([.rgba8])))
    let columns = picture.facts.width
    // The mean of the sixteen pixels that became one.
    let mean = (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        (0..<4).map { channel in
          var sum = 8
          for row in 0..<4 {
            for column in 0..<4 {
              sum += Int(whole[((4 * y + row) * columns + 4 * x + column) * 4 + channel])
            }
          }
          return UInt8(sum / 16)
        }
      }
    }
    let ratio = peakSignalToNoise(unpadded(small), mean)
    #expect(ratio > 30, "\(ratio) dB")
    // Somewhat fewer are not worth it.
    let most = try picture.open(
      PixelDemand([.rgba8], sufficientSize: (picture.facts.width - 1, picture.facts.height - 1)))
    #expect(most.width == picture.facts.width)
  }

  @Test func bandsAreMultiplesOfSixteen() throws {
    // Noise is not compressed much: the file has more bytes than are read at once.
    try expectBands(of: try encode(noise(width: 400, height: 300), quality: 1))
    if Corpus.isPresent { try expectBands(of: try Corpus.bytes("images/webp/lossy-photo.webp")) }
  }

  private func expectBands(of file: [UInt8]) throws {
    let source = try read(file).open(PixelDemand([Self.planes]))
    var y = 0
    var bands = 0
    while let band = try source.nextBand() {
      #expect(
        band.y == y && (band.height % 16 == 0 || band.y + band.height == source.height))
      y += band.height
      bands += 1
    }
    #expect(y == source.height && bands > 1)
  }

  private func noise(width: Int, height: Int) -> Picture {
    let buffer = PixelBuffer(.rgb8, width: width, height: height)
    var state: UInt64 = 1
    for y in 0..<height {
      let row = buffer.planes[0].row(y, as: UInt8.self)
      for x in 0..<3 * width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        row[x] = UInt8(truncatingIfNeeded: state >> 33)
      }
    }
    let facts = PictureFacts(
      width: width, height: height, format: .rgb8, sampleDepth: 8, coding: "")
    return Picture(facts) { _ in BufferSource(buffer) }
  }
}

enum XMPText {
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("<?xpacket".utf8)) || bytes.starts(with: Array("<x:".utf8))
  }
}
