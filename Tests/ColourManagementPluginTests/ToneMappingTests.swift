import ColourManagementPlugin
import ConverterCore
import Foundation
import PictureModel
import Testing

@Suite struct ToneMappingTests {
  static let pq = CodingIndependentCodePoints(primaries: 9, transfer: 16)
  static let hlg = CodingIndependentCodePoints(primaries: 9, transfer: 18)

  /// Published values of SMPTE ST 2084 (ITU-R BT.2408, table 1 among them).
  @Test(arguments: [
    (0.0, 0.0), (1.0, 0.1499), (100.0, 0.5081), (203.0, 0.5807), (1000.0, 0.7518), (10000.0, 1.0),
  ])
  func perceptualQuantizer(luminance: Double, sample: Double) {
    #expect((HDRTransfer.pq(luminance: luminance) - sample).magnitude < 5e-5)
    #expect(
      (HDRTransfer.luminance(pq: HDRTransfer.pq(luminance: luminance)) - luminance).magnitude
        <= luminance * 1e-9)
  }

  @Test(arguments: [(0.0, 0.0), (0.5, 1.0 / 12), (0.75, 0.26496), (1.0, 1.0)])
  func hybridLogGamma(sample: Double, light: Double) {
    #expect((HDRTransfer.sceneLight(hlg: sample) - light).magnitude < 1e-4)
  }

  /// Luminances under a peak of 1000 cd/m², and what a display of 203 cd/m² shows of them.
  @Test(arguments: [
    (0.0, 0.0), (0.1, 0.1), (26.0, 26.0), (90.0, 89.979), (150.0, 135.236), (203.0, 159.042),
    (400.0, 193.609), (1000.0, 203.0), (4000.0, 203.0),
  ])
  func rollOff(luminance: Double, expected: Double) {
    #expect((RollOff(peak: 1000).luminance(luminance) - expected).magnitude < 0.001)
  }

  @Test func nothingIsRolledOffBelowWhite() {
    for luminance in [0.0, 50, 203] {
      #expect((RollOff(peak: 203).luminance(luminance) - luminance).magnitude < 1e-6)
      #expect((RollOff(peak: 10).luminance(luminance) - luminance).magnitude < 1e-6)
    }
  }

  static func gray(_ luminances: [Double]) -> [Int] {
    luminances.map { Int((HDRTransfer.pq(luminance: $0) * 65535).rounded()) }
  }

  /// The peak is 1000 cd/m²: white of 203 cd/m² becomes 0.78 of the display's light, 229 of 255.
  @Test(arguments: [ColourDescription.cicp(pq), .icc(hdrProfile(primaries: 9, transfer: 16))])
  func knownLuminances(colour: ColourDescription) throws {
    let luminances = [0.0, 0.1, 1, 5, 10, 26, 50, 90, 150, 203, 300, 400, 600, 1000]
    let expected = [0, 2, 15, 43, 63, 100, 136, 178, 213, 229, 243, 250, 254, 255]
    let picture = testPicture(
      .rgb16, width: luminances.count, sampleDepth: 10, colour: colour,
      samples: Self.gray(luminances).flatMap { [$0, $0, $0] })
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.keep), in: testContext())
    #expect(mapped.facts.sampleDepth == 10)
    #expect(mapped.facts.colour.name == "Display P3")
    let result = try samples(of: mapped, as: .rgb8)
    #expect(result.format == .rgb8)
    #expect(result.samples == expected.flatMap { [$0, $0, $0] })
    let gray = testPicture(
      .gray16, width: luminances.count, sampleDepth: 10, colour: .cicp(Self.pq),
      samples: Self.gray(luminances))
    let mappedGray = try ColourTransform().apply(
      to: gray, for: .jpeg, options: options(.keep), in: testContext())
    #expect(try samples(of: mappedGray, as: .gray8).samples == expected)
  }

  /// A picture that never gets brighter than white is shown as it is.
  @Test func aPictureWithoutHighlightsKeepsItsWhite() throws {
    let picture = testPicture(
      .rgb16, width: 2, sampleDepth: 10, colour: .cicp(Self.pq),
      samples: Self.gray([203, 26]).flatMap { [$0, $0, $0] })
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    #expect(try samples(of: mapped, as: .rgb8).samples == [255, 255, 255, 100, 100, 100])
  }

  @Test(arguments: [pq, hlg], [8, 16])
  func rampsAreMonotoneFromBlackToWhite(points: CodingIndependentCodePoints, depth: Int) throws {
    let ramp = (0...1023).map { $0 * 65535 / 1023 }
    let picture = testPicture(
      .rgb16, width: 1024, sampleDepth: 10, colour: .cicp(points),
      samples: ramp.flatMap { [$0, $0, $0] })
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext(threads: 2))
    let result = try samples(of: mapped, as: depth == 8 ? .rgb8 : .rgb16).samples
    let gray = stride(from: 0, to: result.count, by: 3).map { result[$0] }
    #expect(zip(gray, gray.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(gray.first == 0)
    #expect(gray.last == (depth == 8 ? 255 : 65535))
    // Neutral stays neutral.
    let step = depth == 8 ? 0 : 2
    for pixel in stride(from: 0, to: result.count, by: 3) {
      #expect((result[pixel] - result[pixel + 1]).magnitude <= step)
      #expect((result[pixel] - result[pixel + 2]).magnitude <= step)
    }
  }

  @Test func hybridLogGammaHasKnownValues() throws {
    let signals = [0, 0.1, 0.25, 0.38, 0.5, 0.75, 0.9, 1]
    let picture = testPicture(
      .rgb16, width: signals.count, sampleDepth: 10, colour: .cicp(Self.hlg),
      samples: signals.flatMap { signal in
        [Int](repeating: Int((signal * 65535).rounded()), count: 3)
      })
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.keep), in: testContext())
    let result = try samples(of: mapped, as: .rgb8).samples
    #expect(
      result == [0, 16, 61, 101, 137, 229, 253, 255].flatMap { [$0, $0, $0] })
  }

  /// Colours of sRGB, put into PQ with their white at 203 cd/m², come back.
  @Test func coloursOfADisplayComeBack() throws {
    // BT.709 to BT.2020 (ITU-R BT.2087).
    let rows = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
    let coded = Reference.patches.flatMap { patch in
      let light = patch.map { Reference.decode(Double($0) / 255) }
      return Self.gray(
        rows.map { 203 * ($0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2]) })
    }
    let picture = testPicture(
      .rgb16, width: Reference.patches.count, sampleDepth: 10, colour: .cicp(Self.pq),
      samples: coded)
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    let result = try samples(of: mapped, as: .rgb8).samples
    for (sample, value) in zip(result, Reference.patches.flatMap { $0 }) {
      #expect((sample - value).magnitude <= 1)
    }
  }

  /// The purest colours of BT.2020 fade in gamuts that do not reach them, but stay as bright and of
  /// the same hue.
  @Test(arguments: [
    (ConversionOptions.ProfilePolicy.srgb, [0.2126, 0.7152, 0.0722]),
    (.p3, [0.2290, 0.6917, 0.0793]),
  ])
  func coloursOutsideTheGamut(policy: ConversionOptions.ProfilePolicy, weights: [Double]) throws {
    let full = Self.gray([100])[0]
    let colours = [[full, 0, 0], [0, full, 0], [0, 0, full], [full, full, 0]]
    let luminances = [0.2627, 0.6780, 0.0593, 0.9407].map { $0 * 100 / 203 }
    let picture = testPicture(
      .rgb16, width: 4, sampleDepth: 10, colour: .cicp(Self.pq), samples: colours.flatMap { $0 })
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(policy), in: testContext())
    let result = try samples(of: mapped, as: .rgb16).samples
    let pixels = (0..<4).map { Array(result[3 * $0..<3 * $0 + 3]) }
    for (pixel, luminance) in zip(pixels, luminances) {
      let light = pixel.map { Reference.decode(Double($0) / 65535) }
      let sum = zip(light, weights).map { $0 * $1 }.reduce(0, +)
      #expect((sum - luminance).magnitude < 0.002)
    }
    let eights = pixels.map { $0.map { $0 / 257 } }
    #expect(eights[0][0] > 190 && eights[0][1] < 5 && eights[0][2] < 60)
    #expect(eights[1][1] > 175 && eights[1][0] < 5 && eights[1][2] < 105)
    #expect(eights[2][2] > 130 && eights[2][0] < 5 && eights[2][1] < 40)
    #expect(eights[3][0] > 185 && eights[3][1] > 180 && eights[3][2] < 5)
  }

  @Test func alphaStays() throws {
    let picture = testPicture(
      .rgba16, width: 3, sampleDepth: 10, colour: .cicp(Self.pq),
      samples: [0, 0, 0, 0, 30000, 30000, 30000, 32896, 0, 0, 0, 65535])
    let mapped = try ColourTransform().apply(
      to: picture, for: .png, options: options(.srgb), in: testContext())
    let deep = try samples(of: mapped, as: .rgba16).samples
    #expect([3, 7, 11].map { deep[$0] } == [0, 32896, 65535])
    let bytes = try samples(of: mapped, as: .rgba8).samples
    #expect([3, 7, 11].map { bytes[$0] } == [0, 128, 255])
  }

  @Test func memoryIsChecked() throws {
    var limits = Limits()
    limits.memory = 1000
    let context = ConversionContext(registry: Registry(), limits: limits)
    let picture = testPicture(
      .rgb16, width: 100, height: 100, sampleDepth: 10, colour: .cicp(Self.pq), samples: [0])
    let mapped = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.keep), in: context)
    let source = try mapped.open(PixelDemand([.rgb8]))
    let error = #expect(throws: ConversionError.self) { try source.nextBand() }
    #expect(error?.code == .limitExceeded)
  }
}
