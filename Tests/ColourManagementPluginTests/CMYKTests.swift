import ColourManagementPlugin
import ConverterCore
import PictureModel
import TestSupport
import Testing

@Suite struct CMYKTests {
  /// A printer's profile, and what Little CMS' `transicc -t1 -b` makes of ``patches`` in floating point.
  struct Printer: CustomTestStringConvertible {
    var file: String
    var name: String
    var rgb: [[Double]]

    var testDescription: String { name }

    func profile() throws -> [UInt8] { try embeddedProfile(in: Sample(file).bytes()) }
  }

  /// Inks in percent.
  static let patches = [
    [0, 0, 0, 0], [0, 60, 0, 0], [0, 30, 30, 0], [0, 0, 0, 100], [20, 60, 40, 0],
    [60, 20, 80, 40], [20, 20, 20, 20], [80, 80, 20, 10], [0, 100, 100, 0],
  ]

  static let printers = Sample.present(
    [
      Printer(
        file: "fixtures/others/inks.jpg", name: "Inks of others",
        rgb: [
          [255, 255, 255], [233.8823, 171.0944, 187.0304], [239.0388, 210.8174, 191.9049],
          [38.2807, 38.2806, 38.2806], [206.4216, 152.2072, 145.3861],
          [124.9544, 130.2751, 82.2361], [202.0752, 192.0337, 188.6368],
          [106.6329, 80.8977, 118.6713], [200.7130, 41.6428, 12.8583],
        ]),
      Printer(
        file: "images/jpeg/cmyk-adobe-icc.jpg", name: "U.S. Web Coated (SWOP) v2",
        rgb: [
          [255, 255, 255], [242.3079, 134.8595, 182.4914], [250.6068, 190.0771, 167.5811],
          [34.6369, 30.8629, 31.7056], [202.8696, 124.6489, 129.1621],
          [74.6314, 110.5515, 62.5144], [169.0514, 163.1480, 161.8482],
          [78.1545, 71.9578, 127.8353], [237.2615, 27.9807, 35.8508],
        ]),
    ], name: \.file)

  static let carrying = Picture.Capabilities(
    format: "Test", items: [.icc], alpha: false, maximumBitDepth: 8, cmyk: true)

  @Test(arguments: printers, [8, 16])
  func inksOfAProfile(_ printer: Printer, depth: Int) throws {
    // Tenths of 255 and of 65535 are whole numbers of 65535, and of 255 for even percentages of 20.
    let largest = depth == 8 ? 255 : 65535
    let patches = zip(Self.patches, printer.rgb).filter { patch in
      patch.0.allSatisfy { $0 * largest % 100 == 0 } || depth == 16
    }
    let inks = patches.flatMap { $0.0.map { ($0 * largest + 50) / 100 } }
    let picture = testPicture(
      depth == 8 ? .cmyk8 : PixelFormat(.cmyk, bitDepth: 16), width: patches.count,
      colour: .icc(try printer.profile()), samples: inks)
    let context = testContext()
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.keep), in: context)
    #expect(
      context.ledger == [
        LedgerEntry(
          "cmyk", .changed,
          why: "converted to sRGB by the profile \"\(printer.name)\""),
        LedgerEntry("icc", .changed, why: "the profile is that of sRGB"),
      ])
    #expect(converted.facts.colour == .icc(ICCProfile(.sRGB)!.bytes))
    #expect(converted.facts.format == (depth == 8 ? .rgb8 : .rgb16))
    let result = try samples(of: converted, as: depth == 8 ? .rgb8 : .rgb16).samples
    let expected = patches.flatMap { $0.1.map { $0 * Double(largest) / 255 } }
    for (sample, value) in zip(result, expected) {
      #expect((Double(sample) - value).magnitude <= (depth == 8 ? 1.5 : 128))
    }
  }

  @Test(arguments: [PixelFormat.cmyk8, PixelFormat(.cmyk, bitDepth: 16)])
  func withoutAProfileThePlainFormulaServes(format: PixelFormat) throws {
    let scale = format.bitDepth == 8 ? 1 : 257
    let inks = [0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 128, 0, 0, 0, 0, 255, 51, 102, 153, 204]
    let picture = testPicture(format, width: 5, samples: inks.map { $0 * scale })
    let context = testContext()
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.keep), in: context)
    #expect(
      context.ledger == [
        LedgerEntry(
          "cmyk", .changed,
          why: "converted to sRGB by the plain formula (1 − ink) × (1 − black), "
            + "for no ICC profile tells what the inks look like")
      ])
    #expect(converted.facts.colour == .unspecified)
    #expect(converted.facts.thumbnailIsStale)
    let result = try samples(
      of: converted, as: format.bitDepth == 8 ? .rgb8 : .rgb16
    ).samples
    let expected = [255, 255, 255, 0, 255, 255, 255, 0, 127, 0, 0, 0, 41, 31, 20]
    for (sample, value) in zip(result, expected) {
      // 204 × 51 / 255 and so on are 40.8, 30.6 and 20.4: exact in 16 bits up to rounding.
      #expect((sample - value * scale).magnitude <= (scale == 1 ? 0 : 110))
    }
  }

  @Test func plainInksToDisplayP3GoThroughSRGB() throws {
    let picture = testPicture(.cmyk8, width: 1, samples: [0, 255, 255, 0])
    let context = testContext()
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(.p3), in: context)
    #expect(context.ledger.map(\.what) == ["cmyk", "icc"])
    #expect(converted.facts.colour == .icc(ICCProfile(.displayP3)!.bytes))
    // The red of sRGB in Display P3.
    let red = try samples(of: converted, as: .rgb8).samples
    #expect(zip(red, [234, 51, 35]).allSatisfy { ($0 - $1).magnitude <= 1 })
  }

  @Test(arguments: printers)
  func inksStayWhereTheTargetHasThem(_ printer: Printer) throws {
    let picture = testPicture(
      .cmyk8, width: 1, colour: .icc(try printer.profile()), samples: [1, 2, 3, 4])
    let context = testContext()
    let kept = try ColourTransform().apply(
      to: picture, for: Self.carrying, options: options(.keep), in: context)
    #expect(context.ledger == [LedgerEntry("icc", .kept)])
    #expect(kept.facts.format == .cmyk8)
    #expect(try samples(of: kept, as: .cmyk8).samples == [1, 2, 3, 4])
    let converted = try ColourTransform().apply(
      to: picture, for: Self.carrying, options: options(.srgb), in: testContext())
    #expect(converted.facts.format == .rgb8)
  }
}
