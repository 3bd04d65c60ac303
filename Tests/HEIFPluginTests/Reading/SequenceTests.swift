import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import HEIFPlugin

/// Sequences of real files; the hashes are those of the planes that ffmpeg 5.1 decodes.
@Suite(.enabled(if: Corpus.isPresent)) struct SequenceTests {
  private func hash(_ picture: Picture, _ frame: Int) throws -> UInt64 {
    var demand = PixelDemand([picture.facts.format])
    demand.frame = frame
    let planes = try Samples(try picture.open(demand)).planes
    return planes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, plane in
      plane.samples.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }

  @Test func av1() throws {
    let picture = try read(Corpus.bytes("images/avif/animated.avif"), in: try context())
    let expected: [(Int, UInt64)] = [
      (0, 0x0FE8_13A5_D9D2_2E7D), (1, 0x450D_F744_4E0E_DB63), (4, 0x082A_71CA_2CDC_F193),
      (4, 0x082A_71CA_2CDC_F193), (2, 0x58DF_C5BA_2AFB_126E), (3, 0x2B79_1236_F2D8_CED5),
    ]
    for (frame, expected) in expected {
      #expect(try hash(picture, frame) == expected, "\(frame)")
    }
    let animation = try #require(picture.facts.animation)
    #expect(animation.durations == Array(repeating: 33_333, count: 5))
    #expect(animation.repetitions == 1)
    #expect(picture.facts.format.alpha == .none)
  }

  /// The track shows something else than the primary picture, and stands beside it.
  @Test func hevc() throws {
    let file = try read(Corpus.bytes("images/heic/nokia-burst-sequence.heic"), in: try context())
    #expect(file.facts.animation == nil)
    let sibling = try #require(file.siblings.first { $0.name == "frames" })
    let picture = try sibling.open()
    #expect(picture.facts.width == 640 && picture.facts.height == 360)
    #expect(picture.facts.animation?.durations == Array(repeating: 33_333, count: 90))
    let expected: [(Int, UInt64)] = [
      (0, 0x724D_33D9_66C8_322F), (1, 0x2840_ABB8_BA39_3F8B), (2, 0x05C1_6080_5D6B_F6C7),
      (89, 0x3C9F_ED98_17EA_0E51), (50, 0x7611_46C1_62CC_4106),
    ]
    for (frame, expected) in expected {
      #expect(try hash(picture, frame) == expected, "\(frame)")
    }
  }

  /// Whatever byte of its boxes is another one: pictures or an error.
  @Test func anyByteMayBeWrong() throws {
    let file = try Corpus.bytes("images/avif/animated.avif")
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 24
    limits.entries = 1000
    let start = try #require(file.indices.first { file[$0...].starts(with: Array("moov".utf8)) })
    for index in start..<file.count {
      for value in [0xFF, file[index] &+ 1] as [UInt8] {
        var bytes = file
        bytes[index] = value
        let context = try context(limits: limits, threads: 1)
        guard let picture = try? read(bytes, in: context) else { continue }
        for frame in [0, 1].prefix(picture.facts.animation?.durations.count ?? 1) {
          var demand = PixelDemand([picture.facts.format])
          demand.frame = frame
          guard let source = try? picture.open(demand) else { continue }
          while let band = try? source.nextBand() { _ = band.height }
        }
      }
    }
  }

  @Test func aDamagedTrackLeavesThePicture() throws {
    var file = try Corpus.bytes("images/avif/animated.avif")
    let table = try #require(file.indices.first { file[$0...].starts(with: Array("stco".utf8)) })
    file.replaceSubrange(table + 12..<table + 16, with: [0x7F, 0, 0, 0])
    let context = try context()
    let picture = try read(file, in: context)
    #expect(picture.facts.animation == nil)
    #expect(picture.facts.frames == 5)
    #expect(context.warnings.count == 1)
    _ = try Samples(try picture.open(PixelDemand([picture.facts.format])))
  }

  @Test func picturesAreCounted() throws {
    var limits = Limits.standard
    limits.entries = 4
    let context = try context(limits: limits)
    let picture = try read(Corpus.bytes("images/avif/animated.avif"), in: context)
    #expect(picture.facts.animation == nil)
    #expect(context.warnings.count == 1)
  }
}
