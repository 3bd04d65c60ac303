import ColourManagementPlugin
import ConverterCore
import Foundation
import PictureModel
import Testing

@Suite struct ConversionTests {
  @Test(arguments: [8, 16], [1, 2])
  func displayP3BecomesSRGB(depth: Int, threads: Int) throws {
    let context = testContext(threads: threads)
    let scale = depth == 8 ? 1 : 257
    let width = 24 * 100
    let picture = testPicture(
      depth == 8 ? .rgb8 : .rgb16, width: width, height: 70, colour: .cicp(.displayP3),
      samples: Reference.patches.flatMap { $0 }.map { $0 * scale })
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: context)
    #expect(
      context.ledger == [
        LedgerEntry("cicp", .changed, why: "colours converted from Display P3 to sRGB")
      ])
    #expect(converted.facts.thumbnailIsStale)
    #expect(converted.facts.colour.name == "sRGB")
    let result = try samples(of: converted, as: depth == 8 ? .rgb8 : .rgb16)
    #expect(result.format == (depth == 8 ? .rgb8 : .rgb16))
    #expect(result.samples.count == width * 70 * 3)
    let largest = Double(depth == 8 ? 255 : 65535)
    let expected = Reference.patches.flatMap { patch in
      Reference.p3ToSRGB(patch.map { Double($0) / 255 }).map { $0 * largest }
    }
    let errors = result.samples.indices.map { index in
      (Double(result.samples[index]) - expected[index % expected.count]).magnitude
    }
    // Half a step of rounding, and half of what is allowed to the library: together one step of 8
    // bits, or a fiftieth of one.
    #expect(errors.max() ?? 0 <= (depth == 8 ? 1 : 5), "largest error \(errors.max() ?? 0)")
  }

  @Test func everyP3ColourOfAGridIsWithinOneStep() throws {
    let steps = stride(from: 0, through: 255, by: 15)
    let colours = steps.flatMap { r in steps.flatMap { g in steps.map { b in [r, g, b] } } }
    let picture = testPicture(
      .rgb8, width: colours.count, colour: .cicp(.displayP3), samples: colours.flatMap { $0 })
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    let result = try samples(of: converted, as: .rgb8).samples
    let expected = colours.flatMap { colour in
      Reference.p3ToSRGB(colour.map { Double($0) / 255 }).map { $0 * 255 }
    }
    let largest = zip(result, expected).map { (Double($0) - $1).magnitude }.max() ?? 0
    #expect(largest <= 1, "largest error \(largest)")
  }

  /// Made profiles mean to Little CMS what their code points say.
  @Test(arguments: ProfileTests.matrices.map(\.primaries), [1, 4, 8, 13])
  func madeProfilesAreRead(primaries: Int, transfer: Int) throws {
    let points = CodingIndependentCodePoints(primaries: primaries, transfer: transfer)
    guard points != .sRGB else { return }
    let columns = try #require(ProfileTests.matrices.first { $0.primaries == primaries }).columns
    // From XYZ under D50 to linear sRGB.
    let back = [
      [3.134191324745656, -1.617212081941121, -0.4906960763469999],
      [-0.9787521952714701, 1.9161321804495262, 0.0334351875757367],
      [0.0719647857623495, -0.2289937431858976, 1.4057525721346105],
    ]
    let decode: (Double) -> Double = { sample in
      switch transfer {
      case 1: sample < 0.081242858 ? sample / 4.5 : pow((sample + 0.099297) / 1.099297, 1 / 0.45)
      case 4: pow(sample, 2.2)
      case 8: sample
      default: Reference.decode(sample)
      }
    }
    let colours = Reference.patches
    let expected = colours.flatMap { colour in
      let light = colour.map { decode(Double($0) / 255) }
      let xyz = (0..<3).map { row in (0..<3).map { columns[$0][row] * light[$0] }.reduce(0, +) }
      return back.map { row in
        Reference.encode((0..<3).map { row[$0] * xyz[$0] }.reduce(0, +)) * 65535
      }
    }
    let picture = testPicture(
      .rgb16, width: colours.count, colour: .cicp(points),
      samples: colours.flatMap { $0 }.map { $0 * 257 })
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    let result = try samples(of: converted, as: .rgb16).samples
    let largest = zip(result, expected).map { (Double($0) - $1).magnitude }.max() ?? 0
    #expect(largest < 40, "largest error \(largest) of 65535")
  }

  @Test(arguments: [PixelFormat.rgba8, .rgba16])
  func alphaStaysAndColoursUnderItConvert(format: PixelFormat) throws {
    let scale = format.bitDepth == 8 ? 1 : 257
    let pixels = [[200, 40, 40, 0], [200, 40, 40, 1], [200, 40, 40, 128], [200, 40, 40, 255]]
    let picture = testPicture(
      format, width: 4, colour: .cicp(.displayP3), samples: pixels.flatMap { $0 }.map { $0 * scale }
    )
    let converted = try ColourTransform().apply(
      to: picture, for: .png, options: options(.srgb), in: testContext())
    let result = try samples(of: converted, as: format).samples
    #expect(
      stride(from: 3, to: 16, by: 4).map { result[$0] } == [0, 1, 128, 255].map { $0 * scale })
    #expect(Set(stride(from: 0, to: 16, by: 4).map { result[$0] }).count == 1)
    #expect((result[0] - 218 * scale).magnitude <= scale)
  }

  @Test func deepSamplesBecomeBytesForAConsumerOfBytes() throws {
    let picture = testPicture(
      .rgba16, width: 1, sampleDepth: 10, colour: .cicp(.displayP3),
      samples: [0x8000, 0x8000, 0x8000, 0x8080])
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    #expect(converted.facts.format == .rgba16)
    #expect(converted.facts.sampleDepth == 10)
    let bytes = try samples(of: converted, as: .rgba8)
    #expect(bytes.format == .rgba8)
    #expect(bytes.samples == [128, 128, 128, 128])
  }

  @Test func grayConvertsByItsCurve() throws {
    let linear = try #require(ICCProfile(gray: .gamma(1), name: "linear"))
    let values = Array(0...255)
    let picture = testPicture(.gray8, width: 256, colour: .icc(linear.bytes), samples: values)
    let context = testContext()
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.p3), in: context)
    #expect(
      context.ledger == [
        LedgerEntry("icc", .changed, why: "colours converted from linear to sRGB")
      ])
    #expect(converted.facts.colour == .icc(ICCProfile(gray: .sRGB)!.bytes))
    let result = try samples(of: converted, as: .gray8)
    #expect(result.format == .gray8)
    for (value, sample) in zip(values, result.samples) {
      let expected = Reference.encode(Double(value) / 255) * 255
      #expect((Double(sample) - expected).magnitude <= 1)
    }
  }

  @Test(arguments: [PixelFormat.rgb8, .rgb16])
  func pixelsInTheSpaceAskedForAreNotTouched(format: PixelFormat) throws {
    for colour in [ColourDescription.unspecified, .cicp(.sRGB), .icc(ICCProfile(.sRGB)!.bytes)] {
      let values = (0..<3 * 64).map { $0 * 341 % (format.bitDepth == 8 ? 256 : 65536) }
      var picture = testPicture(format, width: 64, colour: colour, samples: values)
      picture.facts.palette = .init(colours: [], bitDepth: 8)
      let converted = try ColourTransform().apply(
        to: picture, for: .jpeg, options: options(.srgb), in: testContext())
      #expect(!converted.facts.thumbnailIsStale)
      #expect(converted.facts.palette != nil)
      #expect(try samples(of: converted, as: format).samples == values)
    }
  }

  @Test func pixelsChangedMeansPaletteGone() throws {
    var picture = testPicture(
      .rgb8, width: 1, sampleDepth: 2, colour: .cicp(.displayP3), samples: [1, 2, 3])
    picture.facts.palette = .init(colours: [[1, 2, 3, 255]], bitDepth: 2)
    let converted = try ColourTransform().apply(
      to: picture, for: .png, options: options(.srgb), in: testContext())
    #expect(converted.facts.palette == nil)
    #expect(converted.facts.sampleDepth == 8)
  }

  @Test func theConversionHappensOnlyWhenPixelsArePulled() throws {
    var facts = PictureFacts(width: 8, height: 8, format: .rgb8, sampleDepth: 8, coding: "test")
    facts.colour = .cicp(.displayP3)
    let picture = Picture(facts) { _ throws(ConversionError) in
      throw ConversionError(.readFailed, "pulled")
    }
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    let error = #expect(throws: ConversionError.self) {
      try converted.open(PixelDemand([.rgb8]))
    }
    #expect(error?.code == .readFailed)
  }

  @Test func theSizeThatSufficesIsPassedUpstream() throws {
    var facts = PictureFacts(width: 64, height: 64, format: .rgb8, sampleDepth: 8, coding: "test")
    facts.colour = .cicp(.displayP3)
    let picture = Picture(facts) { demand throws(ConversionError) in
      let size = demand.sufficientSize ?? (64, 64)
      return BufferSource(PixelBuffer(demand.formats[0], width: size.0, height: size.1))
    }
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.srgb), in: testContext())
    let source = try converted.open(PixelDemand([.rgb8], sufficientSize: (16, 16)))
    #expect(source.width == 16 && source.height == 16)
    #expect(try source.nextBand()?.height == 16)
    #expect(try source.nextBand() == nil)
  }
}
