import ConverterCore
import PictureModel
import TestSupport
import Testing

/// Files of libheif and, in the corpus, of phones, cameras and conformance suites.
@Suite struct CorpusTests {
  struct Expectation: CustomTestStringConvertible {
    var file: String
    var width: Int
    var height: Int
    var coding: String
    var orientation = Orientation.upright
    var profileLength: Int?
    var points: CodingIndependentCodePoints?
    var companions: [PictureFacts.Companion] = []
    var siblings: [String] = []
    var exif: Int?
    var xmp: Int?
    var alpha = PixelFormat.Alpha.none
    var frames = 1

    var testDescription: String { file }
  }

  private static func phone(
    _ file: String, _ width: Int, _ height: Int, _ orientation: Orientation, profile: Int,
    exif: Int, xmp: Int? = nil, companions: [PictureFacts.Companion], siblings: [String] = []
  ) -> Expectation {
    Expectation(
      file: "images/heic/\(file)", width: width, height: height,
      coding: "HEVC 4:2:0 8 bit, 48 tiles",
      orientation: orientation, profileLength: profile, companions: companions, siblings: siblings,
      exif: exif, xmp: xmp)
  }

  private static let appleGainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"

  static let expectations = Sample.present(fixtures + real, name: \.file)

  private static let fixtures = [
    Expectation(
      file: "fixtures/others/thumbnail.heic", width: 96, height: 64, coding: "HEVC 4:2:0 8 bit",
      companions: [.init(.thumbnail, width: 32, height: 20)]),
    Expectation(
      file: "fixtures/others/444.heic", width: 96, height: 64, coding: "HEVC 4:4:4 8 bit"),
    Expectation(
      file: "fixtures/others/alpha.heic", width: 64, height: 64, coding: "HEVC 4:2:0 8 bit",
      alpha: .straight),
    Expectation(
      file: "fixtures/others/two.heic", width: 96, height: 64, coding: "HEVC 4:2:0 8 bit",
      companions: [.init(.image, width: 64, height: 48)], siblings: ["2"]),
    Expectation(
      file: "fixtures/others/gainmap-iso.heic", width: 128, height: 128,
      coding: "HEVC 4:2:0 8 bit",
      companions: [
        .init(
          .gainmap, width: 64, height: 64, detail: "urn:com:samsung:photo:2024:aux:hdrgainmap")
      ], siblings: ["gainmap"]),
    Expectation(
      file: "fixtures/others/still.avif", width: 96, height: 64, coding: "AV1 4:2:0 8 bit"),
  ]

  private static let real = [
    phone(
      "iphone-xr-portrait-gps.heic", 3024, 4032, .rotated90, profile: 548, exif: 2354,
      companions: [.init(.thumbnail, width: 240, height: 320)]),
    // The profile is on the tiles alone.
    phone(
      "iphone-8plus-portrait-arrow.heic", 3024, 4032, .rotated90, profile: 548, exif: 1720,
      companions: [.init(.thumbnail, width: 240, height: 320)]),
    phone(
      "iphone-13promax-portrait-gainmap.HEIC", 3024, 4032, .rotated90, profile: 548, exif: 2446,
      companions: [
        .init(.thumbnail, width: 240, height: 320),
        .init(.gainmap, width: 1512, height: 2016, detail: appleGainMap),
      ], siblings: ["gainmap"]),
    phone(
      "iphone-13pro-depth-gainmap.heic", 4032, 3024, .upright, profile: 536, exif: 2618, xmp: 2541,
      companions: [
        .init(.gainmap, width: 2016, height: 1512, detail: appleGainMap),
        .init(.depth, width: 768, height: 576, detail: "urn:mpeg:hevc:2015:auxid:2"),
      ], siblings: ["gainmap", "depth"]),
    phone(
      "iphone-xr-colorchecker-p3.heic", 4032, 3024, .upright, profile: 548, exif: 2014,
      companions: [.init(.thumbnail, width: 320, height: 240)]),
    Expectation(
      file: "images/heic/samsung-s25ultra-tmap-gainmap.heic", width: 4000, height: 1848,
      coding: "HEVC 4:2:0 8 bit, 32 tiles", profileLength: 632,
      companions: [
        .init(.thumbnail, width: 512, height: 236),
        .init(
          .gainmap, width: 1000, height: 462, detail: "urn:com:samsung:photo:2024:aux:hdrgainmap"),
      ], siblings: ["gainmap"], exif: 916, xmp: 1962),
    Expectation(
      file: "images/heic/nokia-hmd83-hdr.heif", width: 4608, height: 3456,
      coding: "HEVC 4:2:0 8 bit, 63 tiles",
      points: CodingIndependentCodePoints(primaries: 5, transfer: 1), exif: 522),
    Expectation(
      file: "images/heic/sony-a7s3-10bit-422.hif", width: 4240, height: 2832,
      coding: "HEVC 4:2:2 10 bit, 4 tiles", points: .sRGB,
      companions: [
        .init(.thumbnail, width: 1616, height: 1080), .init(.thumbnail, width: 320, height: 212),
        .init(.thumbnail, width: 160, height: 120),
      ], exif: 40950, xmp: 57344),
    Expectation(
      file: "images/heic/sony-a7c2-10bit-portrait-noirot.hif", width: 4672, height: 7008,
      coding: "HEVC 4:2:0 10 bit", points: .sRGB, exif: 39174, xmp: 3052),
    Expectation(
      file: "images/heic/nikon-small-xmp-gps.heic", width: 300, height: 200,
      coding: "HEVC 4:2:0 8 bit",
      exif: 1072, xmp: 3150),
    Expectation(
      file: "images/heic/visionpro-spatial-stereo.heic", width: 2560, height: 2560,
      coding: "HEVC 4:2:0 8 bit, 25 tiles", profileLength: 536,
      companions: [
        .init(.image, width: 2560, height: 2560, detail: "the other eye of a stereo pair")
      ], siblings: ["2"], exif: 596, xmp: 720),
    Expectation(
      file: "images/heic/nokia-burst-sequence.heic", width: 1280, height: 720,
      coding: "HEVC 4:2:0 8 bit",
      companions: Array(repeating: .init(.image, width: 1280, height: 720), count: 3) + [
        .init(.frames, width: 640, height: 360, detail: "90 frames, hvc1")
      ], siblings: ["2", "3", "4", "frames"], frames: 90),
    Expectation(
      file: "images/heic/nokia-alpha-overlay.heic", width: 1440, height: 960,
      coding: "overlay of 2, HEVC 4:2:0 8 bit"),
    Expectation(
      file: "images/heic/nokia-overlay.heic", width: 1000, height: 680,
      coding: "overlay of 4, HEVC 4:2:0 8 bit"),
    Expectation(
      file: "images/heic/rgba-10bit.heif", width: 128, height: 128, coding: "HEVC 4:2:0 10 bit",
      alpha: .straight),
    Expectation(
      file: "images/heic/gray-alpha-8bit.heif", width: 128, height: 128, coding: "HEVC 4:0:0 8 bit",
      alpha: .straight),
    Expectation(
      file: "images/heic/gray-12bit.heif", width: 128, height: 128, coding: "HEVC 4:0:0 12 bit"),
    Expectation(
      file: "images/heic/yuv444-clap.heif", width: 29, height: 100, coding: "HEVC 4:4:4 8 bit",
      points: .sRGB),
    Expectation(
      file: "images/heic/three-images-thumbs.heic", width: 64, height: 64,
      coding: "HEVC 4:0:0 8 bit",
      companions: [
        .init(.thumbnail, width: 32, height: 32), .init(.image, width: 64, height: 64),
        .init(.image, width: 96, height: 64),
      ], siblings: ["2", "3"]),
    Expectation(
      file: "images/heic/zero-length-icc.heic", width: 1025, height: 900,
      coding: "HEVC 4:2:0 8 bit",
      profileLength: 548, companions: [.init(.image, width: 932, height: 1044)], siblings: ["2"],
      exif: 2344, xmp: 2616),
    // The primary item says that it is a thumbnail of the other.
    Expectation(
      file: "images/heic/wrong-primary-id.heic", width: 1197, height: 1227,
      coding: "HEVC 4:2:0 8 bit",
      companions: [.init(.image, width: 564, height: 870)], siblings: ["2"]),
    Expectation(
      file: "images/heic/exif-xmp-iptc.heic", width: 64, height: 64, coding: "HEVC 4:0:0 8 bit",
      exif: 40950, xmp: 15306),
    Expectation(
      file: "images/heic/mini-box-hevc.heif", width: 64, height: 64, coding: "HEVC 4:2:0 8 bit",
      points: .sRGB),
    Expectation(
      file: "images/heic/crash-libheif115-nokia-C019.heic", width: 640, height: 360,
      coding: "HEVC 4:2:0 8 bit", companions: [.init(.image, width: 1440, height: 960)],
      siblings: ["2"]),
    Expectation(
      file: "images/heic/crash-libheif115-nokia-C034.heic", width: 1280, height: 720,
      coding: "HEVC 4:2:0 8 bit", exif: 176),
    Expectation(
      file: "images/avif/rotate90.avif", width: 1080, height: 1920, coding: "AV1 4:2:0 8 bit",
      orientation: .rotated90, exif: 78),
    Expectation(
      file: "images/avif/alpha-plane.avif", width: 3840, height: 2160, coding: "AV1 4:2:0 8 bit",
      points: .sRGB, exif: 212, alpha: .straight),
    Expectation(
      file: "images/avif/10bit-hdr10-clap.avif", width: 1920, height: 1008,
      coding: "AV1 4:2:0 10 bit",
      points: CodingIndependentCodePoints(primaries: 9, transfer: 16), exif: 234),
    Expectation(
      file: "images/avif/mirror-rotate-crop.avif", width: 385, height: 330,
      coding: "AV1 4:2:0 8 bit",
      orientation: .transposed, points: .sRGB),
    Expectation(
      file: "images/avif/12bit-444.avif", width: 1204, height: 800, coding: "AV1 4:4:4 12 bit",
      points: .sRGB),
    Expectation(
      file: "images/avif/animated.avif", width: 150, height: 150, coding: "AV1 4:2:0 8 bit",
      points: .sRGB,
      frames: 5),
    Expectation(
      file: "images/avif/icc-exif-xmp.avif", width: 403, height: 302, coding: "AV1 4:4:4 8 bit",
      profileLength: 596, exif: 1126, xmp: 3898),
    Expectation(
      file: "images/avif/grid-1x5.avif", width: 1024, height: 770,
      coding: "AV1 4:2:0 8 bit, 5 tiles",
      points: .sRGB),
  ]

  @Test(arguments: expectations)
  func facts(_ expected: Expectation) throws {
    let context = try context()
    let picture = try read(Sample(expected.file).bytes(), in: context)
    let facts = picture.facts
    #expect(facts.width == expected.width)
    #expect(facts.height == expected.height)
    #expect(facts.coding == expected.coding)
    #expect(facts.storedOrientation == expected.orientation)
    #expect(facts.companions == expected.companions)
    #expect(picture.siblings.map(\.name) == expected.siblings)
    #expect(facts.metadata.exif?.count == expected.exif)
    #expect(facts.metadata.xmp?.count == expected.xmp)
    #expect(facts.format.alpha == expected.alpha)
    #expect(facts.frames == expected.frames)
    switch facts.colour {
    case .icc(let profile): #expect(profile.count == expected.profileLength)
    case .cicp(let points): #expect(points == expected.points)
    default: #expect(expected.profileLength == nil && expected.points == nil)
    }
    #expect(context.warnings == [])
    #expect(context.ledger == [])
  }

  @Test func aFileThatIsCutOffIsRefused() throws {
    let whole = try Places.fixtureBytes("others/thumbnail.heic")
    let error = try #require(try failure(Array(whole.dropLast(100))))
    #expect(error.code == .damagedInput)
    #expect(error.message.contains("cut off"))
  }

  /// The first picture of a specimen is called another kind of item.
  private static func called(_ type: String) -> [UInt8] {
    var specimen = Specimen.red
    specimen.items[0].type = type
    return specimen.bytes
  }

  private static let refused: [(String, ConversionError.Code, String, [UInt8]?)] = [
    ("a file type alone", .damagedInput, "no meta box", Array(Specimen.red.bytes.prefix(24))),
    ("a picture of H.264", .unsupportedContent, "H.264", called("avc1")),
    ("a picture without compression", .unsupportedContent, "unci", called("unci")),
    ("a picture of JPEG", .unsupportedContent, "JPEG", called("jpeg")),
    ("bad-no-meta.heic", .damagedInput, "no meta box", nil),
    ("bad-truncated.heic", .damagedInput, "cut off", nil),
    ("avc-in-heif-clap.heif", .unsupportedContent, "H.264", nil),
    ("uncompressed-in-heif.heif", .unsupportedContent, "unci", nil),
    ("jpeg-in-heif.heif", .unsupportedContent, "JPEG", nil),
  ]

  /// - Parameter bytes: `nil` for those of the corpus.
  @Test(arguments: refused.filter { Corpus.isPresent || $0.3 != nil })
  func refusals(
    file: String, code: ConversionError.Code, word: String, bytes: [UInt8]?
  ) throws {
    let error = try #require(
      try failure(bytes ?? Corpus.bytes("images/heic/\(file)")))
    #expect(error.code == code)
    #expect(error.message.contains(word))
  }

  /// Every picture that a file holds besides its primary one opens and decodes.
  @Test(arguments: expectations.filter { !$0.siblings.isEmpty })
  func siblings(_ expected: Expectation) throws {
    let context = try context()
    for sibling in try read(Sample(expected.file).bytes(), in: context).siblings {
      let picture = try sibling.open()
      let source = try picture.pixels(for: PixelDemand([picture.facts.format]), in: context)
      #expect(source.width == picture.facts.width && source.height == picture.facts.height)
      var rows = 0
      while let band = try source.nextBand() { rows += band.height }
      #expect(rows == source.height)
    }
  }

}

@Suite struct TruncationTests {
  @Test(
    arguments: Sample.files(
      fixtures: ["photo.heic", "photo.avif"],
      corpus: [
        "heic/mini-box-hevc.heif", "heic/gray-12bit.heif", "heic/yuv444-clap.heif",
        "avif/animated.avif", "avif/grid-1x5.avif", "heic/nikon-small-xmp-gps.heic",
      ].map { "images/\($0)" }))
  func truncations(sample: Sample) throws {
    let bytes = try sample.bytes()
    for step in 0..<97 {
      let error = try #require(try failure(Array(bytes[..<(bytes.count * step / 97)])))
      #expect([.damagedInput, .unsupportedContent].contains(error.code))
    }
  }
}
