import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import HEIFPlugin

/// Sequences; the hashes are those of the planes that ffmpeg 5.1 decodes.
@Suite struct SequenceTests {
  /// With how many pictures each has.
  static let files = Sample.present(
    [
      ("fixtures/animated.avif", 4), ("fixtures/others/sequence.avif", 5),
      ("images/avif/animated.avif", 5),
    ], name: \.0)

  /// Each picture of the fixture has its columns moved by one from the last.
  @Test(arguments: [0, 3, 1, 1, 2]) func everyPictureIsTheOneOfItsNumber(frame: Int) throws {
    let picture = try read(Places.fixtureBytes("animated.avif"), in: try context())
    var demand = PixelDemand([.rgb8])
    demand.frame = frame
    let source = try picture.pixels(for: demand, in: try context())
    let shown = samples(try PixelBuffer(collecting: source, in: try context()))
    let still = samples(TestSupport.SyntheticPicture(width: 32, height: 32).buffer(.rgb8))
    let differences = (0..<4).map { (moved: Int) -> Int in
      shown.indices.reduce(0) { (sum: Int, index: Int) -> Int in
        let place = index - index % 96 + (index % 96 + 3 * moved) % 96
        return sum + abs(shown[index] - still[place])
      }
    }
    #expect(differences.min() == differences[frame])
    #expect(differences[frame] < 8 * shown.count)
    let animation = try #require(picture.facts.animation)
    #expect(animation.durations == Array(repeating: 100_000, count: 4))
    #expect(animation.repetitions == 2)
  }

  private func hash(_ picture: Picture, _ frame: Int) throws -> UInt64 {
    var demand = PixelDemand([picture.facts.format])
    demand.frame = frame
    let planes = try Samples(try picture.open(demand)).planes
    return planes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, plane in
      plane.samples.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }

  /// A sequence of another program, and the hashes of pictures in the order in which they are asked for.
  struct Recording: CustomTestStringConvertible {
    var name: String
    var size: (width: Int, height: Int)
    var count: Int
    var repetitions: Int
    var hashes: KeyValuePairs<Int, UInt64>

    var testDescription: String { name }
  }

  static let av1Recordings = Sample.present(
    [
      Recording(
        name: "fixtures/others/sequence.avif", size: (64, 40), count: 5, repetitions: 0,
        hashes: [
          0: 0xFB94_C03D_1448_B4A0, 1: 0xAAAA_57CC_26AB_7D59, 4: 0xCCB0_086C_7839_61E2,
          4: 0xCCB0_086C_7839_61E2, 2: 0xDEA1_168A_20B0_60D3, 3: 0xB12E_46CE_BFB9_D0CF,
        ]),
      Recording(
        name: "images/avif/animated.avif", size: (150, 150), count: 5, repetitions: 1,
        hashes: [
          0: 0x0FE8_13A5_D9D2_2E7D, 1: 0x450D_F744_4E0E_DB63, 4: 0x082A_71CA_2CDC_F193,
          4: 0x082A_71CA_2CDC_F193, 2: 0x58DF_C5BA_2AFB_126E, 3: 0x2B79_1236_F2D8_CED5,
        ]),
    ], name: \.name)

  static let hevcRecordings = Sample.present(
    [
      Recording(
        name: "fixtures/others/sequence.heic", size: (64, 40), count: 5, repetitions: 1,
        hashes: [
          0: 0x8DF0_45FE_EB00_AC17, 1: 0x7596_C1BD_EFFA_3231, 2: 0x0898_50FB_270B_C586,
          4: 0xDB7F_5613_E170_098E, 3: 0xBB5D_4F0E_AD22_75C4,
        ]),
      Recording(
        name: "images/heic/nokia-burst-sequence.heic", size: (640, 360), count: 90, repetitions: 1,
        hashes: [
          0: 0x724D_33D9_66C8_322F, 1: 0x2840_ABB8_BA39_3F8B, 2: 0x05C1_6080_5D6B_F6C7,
          89: 0x3C9F_ED98_17EA_0E51, 50: 0x7611_46C1_62CC_4106,
        ]),
    ], name: \.name)

  private func check(_ picture: Picture, _ expected: Recording) throws {
    for (frame, hash) in expected.hashes {
      #expect(try self.hash(picture, frame) == hash, "\(frame)")
    }
    let facts = picture.facts
    #expect(facts.width == expected.size.width && facts.height == expected.size.height)
    #expect(facts.animation?.durations == Array(repeating: 33_333, count: expected.count))
  }

  @Test(arguments: av1Recordings) func av1(_ expected: Recording) throws {
    let picture = try read(Sample(expected.name).bytes(), in: try context())
    try check(picture, expected)
    #expect(picture.facts.animation?.repetitions == expected.repetitions)
    #expect(picture.facts.format.alpha == .none)
  }

  /// The track shows something else than the primary picture, and stands beside it.
  @Test(arguments: hevcRecordings) func hevc(_ expected: Recording) throws {
    let file = try read(Sample(expected.name).bytes(), in: try context())
    #expect(file.facts.animation == nil)
    let sibling = try #require(file.siblings.first { $0.name == "frames" })
    try check(try sibling.open(), expected)
  }

  /// Whatever byte of its boxes is another one: pictures or an error.
  @Test(arguments: files) func anyByteMayBeWrong(name: String, count: Int) throws {
    let file = try Sample(name).bytes()
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

  @Test(arguments: files) func aDamagedTrackLeavesThePicture(name: String, count: Int) throws {
    var file = try Sample(name).bytes()
    let table = try #require(file.indices.first { file[$0...].starts(with: Array("stco".utf8)) })
    file.replaceSubrange(table + 12..<table + 16, with: [0x7F, 0, 0, 0])
    let context = try context()
    let picture = try read(file, in: context)
    #expect(picture.facts.animation == nil)
    #expect(picture.facts.frames == count)
    #expect(context.warnings.count == 1)
    _ = try Samples(try picture.open(PixelDemand([picture.facts.format])))
  }

  @Test(arguments: files) func picturesAreCounted(name: String, count: Int) throws {
    var limits = Limits.standard
    limits.entries = count - 1
    let context = try context(limits: limits)
    let picture = try read(Sample(name).bytes(), in: context)
    #expect(picture.facts.animation == nil)
    #expect(context.warnings.count == 1)
  }
}
