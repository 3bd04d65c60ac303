import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import WebPPlugin

/// The pixels of real files; the hashes are those of what dwebp 1.2.4 and Pillow 13 give.
@Suite(.enabled(if: Corpus.isPresent)) struct DecodingTests {
  static let planes = PixelFormat.webp(hasAlpha: false)
  static let planesWithAlpha = PixelFormat.webp(hasAlpha: true)

  @Test(
    arguments: [
      ("lossy-photo", planes, 0xD778_88E7_AF4B_71B2),
      ("lossy-alpha", planesWithAlpha, 0xAB70_15E1_C91E_0A13),
      ("icc-exif-xmp", planes, 0xC30D_8EB5_8D12_EC05),
      ("lossless", .rgba8, 0x692D_8CD7_3CDD_BE55),
    ] as [(String, PixelFormat, UInt64)])
  func stillPictures(_ name: String, _ format: PixelFormat, _ expected: UInt64) throws {
    let file = try Corpus.bytes("images/webp/\(name).webp")
    #expect(hash(try decode(file, as: format)) == expected)
  }

  @Test(
    arguments: [
      (0, 0x967F_9D50_8252_D006), (1, 0xBCE3_F6D3_DD0A_348D), (3, 0xA655_4582_16A9_7757),
      (5, 0x6B40_CCF5_8975_05D6),
    ] as [(Int, UInt64)])
  func animationOnBackground(_ frame: Int, _ expected: UInt64) throws {
    let file = try Corpus.bytes("images/webp/animated-bg.webp")
    #expect(hash(try decode(file, as: .rgba8, frame: frame)) == expected)
  }

  @Test func animationOfParts() throws {
    let picture = try read(try Corpus.bytes("images/webp/animated-42.webp"))
    let expected: [(Int, UInt64)] = [
      (0, 0xAB19_420B_0DE7_FC32), (1, 0xE2C3_2201_3C81_2DD7), (3, 0x8996_7E22_530D_25A9),
      (5, 0x4179_55FB_FB80_A36B), (20, 0x7C74_D302_57DA_68C9), (41, 0x2508_BA69_C662_5812),
      // And back again.
      (3, 0x8996_7E22_530D_25A9), (3, 0x8996_7E22_530D_25A9),
    ]
    for (frame, expected) in expected {
      var demand = PixelDemand([.rgba8])
      demand.frame = frame
      #expect(hash(unpadded(try picture.collected(demand))) == expected, "\(frame)")
    }
    let animation = try #require(picture.facts.animation)
    #expect(picture.facts.frames == 42)
    #expect(animation.durations.count == 42 && animation.repetitions == 0)
    #expect(animation.durations[0...4] == [0, 70000, 60000, 70000, 70000])
    #expect(animation.duration == 2_730_000)
  }

  @Test func orientationIsApplied() throws {
    let file = try Corpus.bytes("images/webp/exif-orientation6.webp")
    let picture = try read(file)
    #expect(picture.facts.storedOrientation == .rotated90)
    let shown = unpadded(try picture.collected(PixelDemand([Self.planes])))
    // The luma of the first row, top to bottom, was the first column, bottom to top.
    var plain = file
    let exif = try #require(plain.indices.first { plain[$0...].starts(with: Array("EXIF".utf8)) })
    plain[exif] = 0x58
    let stored = try decode(plain, as: Self.planes)
    let firstColumn = (0..<128).map { (y: Int) -> UInt8 in stored[(127 - y) * 128] }
    #expect(Array(shown.prefix(128)) == firstColumn)
  }

  @Test func metadataAreRead() throws {
    let facts = try read(try Corpus.bytes("images/webp/icc-exif-xmp.webp")).facts
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
  @Test(arguments: ["lossy-photo", "lossless"])
  func fewerPixelsAreEnough(_ name: String) throws {
    let picture = try read(try Corpus.bytes("images/webp/\(name).webp"))
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
    let picture = try read(try Corpus.bytes("images/webp/lossy-photo.webp"))
    let source = try picture.open(PixelDemand([Self.planes]))
    var y = 0
    var bands = 0
    while let band = try source.nextBand() {
      #expect(band.y == y && (band.height % 16 == 0 || band.y + band.height == 772))
      y += band.height
      bands += 1
    }
    #expect(y == 772 && bands > 1)
  }
}

enum XMPText {
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("<?xpacket".utf8)) || bytes.starts(with: Array("<x:".utf8))
  }
}
