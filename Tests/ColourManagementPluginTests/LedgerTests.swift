import ColourManagementPlugin
import ConverterCore
import PictureModel
import TestSupport
import Testing

/// What the ledger says and which colours the facts name, for every kind of source and target.
@Suite struct LedgerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var format = PixelFormat.rgb8
    var sampleDepth: Int?
    let colour: ColourDescription
    let capabilities: Picture.Capabilities
    var policy = ConversionOptions.ProfilePolicy.keep
    let ledger: [LedgerEntry]
    let result: ColourDescription
    var isConverted = false

    var testDescription: String { name }
  }

  static let sRGB = ColourDescription.icc(bytes(ICCProfile(.sRGB)))
  static let p3 = ColourDescription.icc(bytes(ICCProfile(.displayP3)))
  static let gray = ColourDescription.icc(bytes(ICCProfile(gray: .sRGB)))
  static let adobe = ColourDescription.icc(
    bytes(
      ICCProfile(
        Chromaticities(
          white: .init(0.3127, 0.3290), red: .init(0.64, 0.33), green: .init(0.21, 0.71),
          blue: .init(0.15, 0.06)), curve: .gamma(2.19921875), name: "wide")))
  static let bt709 = CodingIndependentCodePoints(primaries: 1, transfer: 1)
  static let pq = CodingIndependentCodePoints(primaries: 9, transfer: 16)
  static let hlg = CodingIndependentCodePoints(primaries: 9, transfer: 18)
  static let hdrICC = ColourDescription.icc(hdrProfile(primaries: 9, transfer: 18))
  static let iccOnly = Picture.Capabilities(
    format: "Test", items: [.icc], alpha: true, maximumBitDepth: 16)
  static let cicpOnly = Picture.Capabilities(
    format: "Test", items: [.cicp], alpha: true, maximumBitDepth: 10)

  static let cases: [Case] = [
    // Colours that stay.
    Case(
      name: "nothing said", colour: .unspecified, capabilities: .jpeg, ledger: [],
      result: .unspecified),
    Case(
      name: "profile carried", colour: p3, capabilities: .jpeg, ledger: [.init("icc", .kept)],
      result: p3),
    Case(
      name: "code points carried", colour: .cicp(bt709), capabilities: .heif10,
      ledger: [.init("cicp", .kept)], result: .cicp(bt709)),
    Case(
      name: "reserved code points carried", colour: .cicp(.init(primaries: 77, transfer: 99)),
      capabilities: .png, ledger: [.init("cicp", .kept)],
      result: .cicp(.init(primaries: 77, transfer: 99))),
    Case(
      name: "unspecified code points", colour: .cicp(.init(primaries: 2, transfer: 2)),
      capabilities: .jpeg, ledger: [], result: .unspecified),
    Case(
      name: "gamma carried", colour: .calibrated(gamma: 0.45455, nil), capabilities: .png,
      ledger: [.init("gamma", .kept)], result: .calibrated(gamma: 0.45455, nil)),
    // The same colours in other words.
    Case(
      name: "code points become a profile", colour: .cicp(.displayP3), capabilities: .jpeg,
      ledger: [.init("icc", .added, why: "made from Display P3")], result: p3),
    Case(
      name: "sRGB code points become a profile", colour: .cicp(.sRGB), capabilities: .jpeg,
      ledger: [.init("icc", .added, why: "made from sRGB")], result: sRGB),
    Case(
      name: "half unspecified code points", colour: .cicp(.init(primaries: 12, transfer: 2)),
      capabilities: .jpeg,
      ledger: [.init("icc", .added, why: "made from Display P3 unspecified curve")], result: p3),
    Case(
      name: "gray code points", format: .gray8, colour: .cicp(.sRGB), capabilities: .jpeg,
      ledger: [.init("icc", .added, why: "made from sRGB")], result: gray),
    Case(
      name: "gray planes",
      format: PixelFormat(.ycbcr(.monochrome, .bt601, .full)), colour: .cicp(.sRGB),
      capabilities: .jpeg, ledger: [.init("icc", .added, why: "made from sRGB")], result: gray),
    Case(
      name: "gamma becomes a profile", format: .gray8, colour: .calibrated(gamma: 0.5, nil),
      capabilities: .jpeg, ledger: [.init("icc", .added, why: "made from gamma 0.5")],
      result: .icc(bytes(ICCProfile(gray: .gamma(2), name: "Gray, gamma 0.5")))),
    Case(
      name: "profile becomes code points", colour: p3, capabilities: cicpOnly,
      ledger: [
        .init("icc", .changed, why: "written as code points, which say the same: Display P3")
      ], result: .cicp(.displayP3)),
    Case(
      name: "sRGB profile into nothing", colour: sRGB, capabilities: .bare,
      ledger: [
        .init(
          "icc", .dropped,
          why: "the target carries no profile; the colours are sRGB, as taken without one")
      ], result: .unspecified),
    Case(
      name: "sRGB code points into nothing", colour: .cicp(.sRGB), capabilities: .bare,
      ledger: [], result: .unspecified),
    // Conversions.
    Case(
      name: "profile into nothing", colour: adobe, capabilities: .bare,
      ledger: [
        .init(
          "icc", .changed,
          why: "colours converted from wide to sRGB, for the target carries no profile")
      ], result: .unspecified, isConverted: true),
    Case(
      name: "profile asked for that the target cannot name", colour: adobe, capabilities: .bare,
      policy: .p3,
      ledger: [.init("icc", .changed, why: "colours converted from wide to sRGB")],
      result: .unspecified, isConverted: true),
    Case(
      name: "gamma to sRGB", colour: .calibrated(gamma: 1, nil), capabilities: .png, policy: .srgb,
      ledger: [.init("gamma", .changed, why: "colours converted from gamma 1.0 to sRGB")],
      result: sRGB, isConverted: true),
    Case(
      name: "profile to Display P3", colour: adobe, capabilities: .heif10, policy: .p3,
      ledger: [.init("icc", .changed, why: "colours converted from wide to Display P3")],
      result: p3, isConverted: true),
    Case(
      name: "code points to sRGB where only they can be carried", colour: .cicp(.displayP3),
      capabilities: cicpOnly, policy: .srgb,
      ledger: [.init("cicp", .changed, why: "colours converted from Display P3 to sRGB")],
      result: .cicp(.sRGB), isConverted: true),
    Case(
      name: "nothing said to Display P3", colour: .unspecified, capabilities: .jpeg, policy: .p3,
      ledger: [
        .init(
          "icc", .changed,
          why: "colours without a profile, taken as sRGB, converted to Display P3")
      ], result: p3, isConverted: true),
    Case(
      name: "nothing said to sRGB", colour: .unspecified, capabilities: .jpeg, policy: .srgb,
      ledger: [.init("icc", .added, why: "colours without a profile are taken as sRGB")],
      result: sRGB),
    Case(
      name: "already sRGB", colour: sRGB, capabilities: .jpeg, policy: .srgb,
      ledger: [.init("icc", .kept)], result: sRGB),
    Case(
      name: "already Display P3", colour: .cicp(.displayP3), capabilities: .heif10, policy: .p3,
      ledger: [.init("cicp", .kept)], result: .cicp(.displayP3)),
    Case(
      name: "gray is Display P3", format: .gray8, colour: gray, capabilities: .jpeg, policy: .p3,
      ledger: [.init("icc", .kept)], result: gray),
    // What does not fit or cannot be.
    Case(
      name: "gray profile on RGB", colour: gray, capabilities: .jpeg,
      ledger: [
        .init(
          "icc", .dropped,
          why: "it is for gray samples, the picture has RGB; the colours are taken as sRGB")
      ], result: .unspecified),
    Case(
      name: "RGB profile on gray", format: .gray8, colour: sRGB, capabilities: .jpeg,
      ledger: [
        .init("icc", .changed, why: "a profile for RGB on a gray picture became one for gray"),
        .init("icc", .kept),
      ], result: .icc(bytes(ICCProfile(gray: ToneCurve.sRGB, name: "Gray, sRGB")))),
    Case(
      name: "RGB profile on CMYK", format: .cmyk8, colour: sRGB,
      capabilities: .init(
        format: "Test", items: [.icc], alpha: false, maximumBitDepth: 8, cmyk: true),
      ledger: [
        .init(
          "icc", .dropped,
          why: "it is for RGB samples, the picture has CMYK; the colours are taken as plain CMYK")
      ], result: .unspecified),
    Case(
      name: "empty profile", colour: .icc([]), capabilities: .jpeg,
      ledger: [
        .init(
          "icc", .dropped,
          why: "it is damaged: it has 0 bytes, not even a header; the colours are taken as sRGB")
      ], result: .unspecified),
    Case(
      name: "reserved code points", colour: .cicp(.init(primaries: 77, transfer: 13)),
      capabilities: .jpeg,
      ledger: [
        .init(
          "cicp", .dropped,
          why: "no profile can be made from primaries 77 sRGB curve; "
            + "the colours are taken as sRGB")
      ], result: .unspecified),
    Case(
      name: "impossible gamma", colour: .calibrated(gamma: 0, nil), capabilities: .png,
      ledger: [
        .init(
          "gamma", .dropped,
          why: "no display has such a gamma or such primaries; the colours are taken as sRGB")
      ], result: .unspecified),
    Case(
      name: "impossible primaries",
      colour: .calibrated(
        gamma: 0.45455,
        Chromaticities(
          white: .init(0.3, 0), red: .init(0, 0), green: .init(0, 0), blue: .init(0, 0))),
      capabilities: .png,
      ledger: [
        .init(
          "gamma", .dropped,
          why: "no display has such a gamma or such primaries; the colours are taken as sRGB")
      ], result: .unspecified),
    // High dynamic range.
    Case(
      name: "PQ kept", format: .rgb16, sampleDepth: 10, colour: .cicp(pq), capabilities: .heif10,
      ledger: [
        .init("hdr", .kept, why: "PQ stays PQ, the target has the bits for it"),
        .init("cicp", .kept),
      ], result: .cicp(pq)),
    Case(
      name: "HLG profile kept", format: .rgb16, sampleDepth: 10, colour: hdrICC,
      capabilities: iccOnly,
      ledger: [
        .init("hdr", .kept, why: "HLG stays HLG, the target has the bits for it"),
        .init("icc", .kept),
      ], result: hdrICC),
    Case(
      name: "HLG profile as code points", format: .rgb16, sampleDepth: 10, colour: hdrICC,
      capabilities: cicpOnly,
      ledger: [
        .init("hdr", .kept, why: "HLG stays HLG, the target has the bits for it"),
        .init("icc", .changed, why: "written as code points, which say the same: BT.2020 HLG"),
      ], result: .cicp(hlg)),
    Case(
      name: "PQ into 8 bits", format: .rgb16, sampleDepth: 10, colour: .cicp(pq),
      capabilities: .jpeg,
      ledger: [
        .init(
          "hdr", .changed,
          why: "PQ tone-mapped to SDR in Display P3, for the target has only 8 bits"),
        .init("icc", .added, why: "the profile is that of Display P3"),
      ], result: p3, isConverted: true),
    Case(
      name: "PQ without a name", format: .rgb16, sampleDepth: 10, colour: .cicp(pq),
      capabilities: iccOnly,
      ledger: [
        .init(
          "hdr", .changed,
          why: "PQ tone-mapped to SDR in Display P3, for the target cannot name it"),
        .init("icc", .added, why: "the profile is that of Display P3"),
      ], result: p3, isConverted: true),
    Case(
      name: "PQ asked to be sRGB", format: .rgb16, sampleDepth: 10, colour: .cicp(pq),
      capabilities: .heif10, policy: .srgb,
      ledger: [
        .init("hdr", .changed, why: "PQ tone-mapped to SDR in sRGB"),
        .init("icc", .added, why: "the profile is that of sRGB"),
      ], result: sRGB, isConverted: true),
    Case(
      name: "HLG profile into nothing", format: .rgb16, sampleDepth: 10, colour: hdrICC,
      capabilities: .bare,
      ledger: [
        .init(
          "hdr", .changed, why: "HLG tone-mapped to SDR in sRGB, for the target has only 8 bits"),
        .init("icc", .changed, why: "the colours are those of sRGB"),
      ], result: .unspecified, isConverted: true),
    Case(
      name: "gray PQ", format: .gray16, sampleDepth: 10, colour: .cicp(pq), capabilities: .jpeg,
      ledger: [
        .init(
          "hdr", .changed, why: "PQ tone-mapped to SDR in sRGB, for the target has only 8 bits"),
        .init("icc", .added, why: "the profile is that of sRGB"),
      ], result: gray, isConverted: true),
  ]

  @Test(arguments: cases)
  func says(_ test: Case) throws {
    let context = testContext()
    let picture = testPicture(
      test.format, width: 1, sampleDepth: test.sampleDepth, colour: test.colour,
      samples: [0, 0, 0, 0])
    let result = try ColourTransform().apply(
      to: picture, for: test.capabilities, options: options(test.policy), in: context)
    #expect(context.ledger == test.ledger)
    #expect(result.facts.colour == test.result)
    #expect(result.facts.thumbnailIsStale == test.isConverted)
  }

  /// Where samples stay as they are stored, nothing is said or done that would only be true of others.
  @Test func storedSamplesKeepTheirColours() throws {
    let damaged = ColourDescription.icc([1, 2, 3])
    var capabilities = Picture.Capabilities.jpeg
    capabilities.recodes = "public.tiff"
    for (colour, entries) in [
      (ColourDescription.cicp(.sRGB), []), (damaged, [LedgerEntry("icc", .kept)]),
      (Self.p3, [LedgerEntry("icc", .kept)]),
    ] {
      var picture = testPicture(.rgb8, width: 1, colour: colour, samples: [0, 0, 0])
      picture.facts.colourCaveat = "they become sRGB"
      picture.origin = PictureOrigin(
        "public.tiff", in: InputFile(bytes: [0]), at: 0..<1, width: 1, height: 1,
        orientation: .upright)
      let compressing = ConversionContext(registry: Registry(), purpose: .compress)
      let result = try ColourTransform().apply(
        to: picture, for: capabilities, options: ConversionOptions(), in: compressing)
      #expect(result.facts.colour == colour)
      #expect(compressing.ledger == entries)
      #expect(compressing.warnings.isEmpty)
      // Whatever else is asked for takes other samples, or less beside them.
      let converting = testContext()
      _ = try ColourTransform().apply(
        to: picture, for: capabilities, options: ConversionOptions(), in: converting)
      #expect(converting.warnings == ["they become sRGB"])
      var options = ConversionOptions()
      options.metadata = .share
      let sharing = ConversionContext(registry: Registry(), purpose: .compress)
      _ = try ColourTransform().apply(
        to: picture, for: capabilities, options: options, in: sharing)
      #expect(sharing.warnings == ["they become sRGB"])
      #expect(sharing.ledger == converting.ledger)
    }
  }
}
