import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

@Suite("Cutting and turning without re-encoding")
struct TurningTests {
  static let formats: [PixelFormat] =
    [.gray8, .cmyk8] + [.s420, .s422, .s440, .s444].map { PixelFormat.jfif($0) }
  static let turns: [[String: String]] = [
    ["rotate": "90"], ["rotate": "180"], ["rotate": "270"], ["flip": "horizontal"],
    ["flip": "vertical"], ["rotate": "90", "flip": "horizontal"],
    ["rotate": "90", "flip": "vertical"], ["crop": "48x32+32+16"],
    ["crop": "37x21+16+32"], ["crop": "48x32+32+16", "rotate": "270", "flip": "vertical"],
    ["rotate": "0"],
  ]

  static func source(_ format: PixelFormat, width: Int = 112, height: Int = 80) throws -> [UInt8] {
    try encode(speckled(format, width: width, height: height).picture(), quality: 0.92)
  }

  /// The planes of a picture after the transforms of pixels.
  private func turnedPixels(_ bytes: [UInt8], _ settings: [String: String]) throws -> Pixels {
    var options = ConversionOptions()
    options.settings = settings
    let picture = try GeometryTransform().apply(
      to: read(bytes),
      for: JPEGWriter().capabilities(for: "public.jpeg", options: JPEGOptions(ConversionOptions())),
      options: options, in: context())
    return try Pixels(picture.open(PixelDemand([picture.facts.format])))
  }

  @Test("samples are those of the turned pixels", arguments: formats, turns)
  func samples(_ format: PixelFormat, _ settings: [String: String]) throws {
    let source = try Self.source(format)
    let result = try Conversion(source, settings)
    #expect(result.error == nil)
    #expect(result.entry("pixels")?.action == .kept)
    let expected = try turnedPixels(source, settings)
    let actual = try decode(result.bytes, as: expected.format)
    let most = Self.rounding(
      format, movesColumns: settings["rotate"] ?? "0" != "0" || settings["flip"] == "horizontal")
    #expect(try #require(actual.largestDifference(from: expected)) <= most)
  }

  /// How far samples may be apart that are decoded before they are turned, and after: libjpeg's transform rounds
  /// columns first, and halves upwards, so that reversed and swapped columns may be a unit off; inks are made of three
  /// such samples.
  private static func rounding(_ format: PixelFormat, movesColumns: Bool) -> Int {
    movesColumns ? format == .cmyk8 ? 3 : 1 : 0
  }

  @Test("four turns by 90° end where they began, to the byte", arguments: formats)
  func fourTurns(_ format: PixelFormat) throws {
    let source = try Conversion(try Self.source(format), ["rotate": "0"]).bytes
    var bytes = source
    for turn in 1...4 {
      bytes = try Conversion(bytes, ["rotate": "90", "lossless": "only"]).bytes
      #expect((bytes == source) == (turn == 4))
    }
    for flip in ["horizontal", "vertical"] {
      let once = try Conversion(source, ["flip": flip]).bytes
      #expect(once != source)
      #expect(try Conversion(once, ["flip": flip]).bytes == source)
    }
  }

  @Test("every orientation becomes upright", arguments: Orientation.allCases)
  func orientations(_ orientation: Orientation) throws {
    let plain = try Self.source(.jfif(.s422))
    let exif: [UInt8] =
      Array("MM\0*".utf8)
      + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue)]
      + [0, 0, 0, 0, 0, 0]
    let source = Array(
      plain.prefix(2) + MultiPictureTests.segment(.app1, JPEGSignature.exif + exif)
        + plain.dropFirst(2))
    for settings in [["lossless": "only"], ["rotate": "0"]] {
      let result = try Conversion(source, settings)
      let picture = try read(result.bytes)
      #expect(picture.facts.metadata.exif.flatMap(Exif.orientation) == .upright)
      let upright = try read(source)
      #expect(
        (picture.facts.width, picture.facts.height) == (upright.facts.width, upright.facts.height))
      let expected = try Pixels(upright.open(PixelDemand([upright.facts.format])))
      let actual = try Pixels(picture.open(PixelDemand([upright.facts.format])))
      let most = Self.rounding(
        .jfif(.s422), movesColumns: ![.upright, .flipped].contains(orientation))
      #expect(try #require(actual.largestDifference(from: expected)) <= most)
    }
  }

  /// What cannot be done says why, and what could.
  static let refused: [(width: Int, height: Int, settings: [String: String], why: String)] = [
    (
      100, 80, ["flip": "horizontal"],
      "its width of 100 is no multiple of 16; with --crop 96x80+0+0 it need not be"
    ),
    (
      112, 75, ["rotate": "90"],
      "its height of 75 is no multiple of 16; with --crop 112x64+0+0 it need not be"
    ),
    (
      112, 80, ["crop": "50x40+10+16"],
      "its coding can only be cut at whole blocks of 16×16 pixels; with --crop 60x40+0+16 it need not be"
    ),
    (
      112, 80, ["crop": "50x40+16+16", "flip": "horizontal"],
      "the part's width of 50 is no multiple of 16; with --crop 64x40+16+16 it need not be"
    ),
    (12, 80, ["flip": "horizontal"], "its width of 12 is no multiple of 16"),
  ]

  @Test("what no whole blocks make is re-encoded, or refused", arguments: refused)
  func obstacles(
    _ width: Int, _ height: Int, _ settings: [String: String], _ why: String
  ) throws {
    let source = try Self.source(.jfif(.s420), width: width, height: height)
    let result = try Conversion(source, settings)
    #expect(result.error == nil)
    let entry = LedgerEntry("pixels", .changed, why: "JPEG quality 85 %, since \(why)")
    #expect(result.entry("pixels") == entry)
    #expect(try Conversion.plan(source) { $0.settings = settings }.contains(entry))
    let only = try Conversion(source, settings.merging(["lossless": "only"]) { $1 })
    #expect(only.error?.code == .requirementNotMet)
    #expect(only.bytes.isEmpty)
    guard let crop = why.split(separator: " ").first(where: { $0.contains("+") }) else { return }
    let other = try Conversion(source, settings.merging(["crop": String(crop)]) { $1 })
    #expect(other.entry("pixels")?.action == .kept)
  }

  @Test("a suggestion for a turned photo is in the picture as shown")
  func obstacleOfTurned() throws {
    let plain = try Self.source(.jfif(.s420), width: 112, height: 75)
    let exif: [UInt8] =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let source = Array(
      plain.prefix(2) + MultiPictureTests.segment(.app1, JPEGSignature.exif + exif)
        + plain.dropFirst(2))
    let result = try Conversion(source, ["rotate": "0"])
    #expect(
      result.entry("pixels")?.why
        == "JPEG quality 85 %, since its width of 75 is no multiple of 16; with --crop 64x112+11+0 it need not be"
    )
    let cut = try Conversion(source, ["crop": "64x112+11+0"])
    #expect(cut.entry("pixels")?.action == .kept)
  }

  @Test("whoever asks for another quality gets another encoding")
  func quality() throws {
    let source = try Self.source(.jfif(.s420))
    let result = try Conversion(source) {
      $0.settings["rotate"] = "90"
      $0.quality = Quality(0.5)
    }
    #expect(
      result.entry("pixels")
        == LedgerEntry(
          "pixels", .changed, why: "JPEG quality 50 %, since another quality or size is asked for"))
    let contradiction = try Conversion(source) {
      $0.settings["lossless"] = "only"
      $0.quality = Quality(0.5)
    }
    #expect(contradiction.error?.code == .usage)
    let resized = try Conversion(source) {
      $0.settings["lossless"] = "only"
      $0.resize = .percent(50)
    }
    #expect(resized.error?.code == .requirementNotMet)
    let never = try Conversion(source, ["rotate": "90", "lossless": "never"])
    #expect(
      never.entry("pixels")?.why == "JPEG quality 85 %, since --set lossless=never asks for it")
  }

  @Test("a progressive file stays one, a baseline file too")
  func coding() throws {
    let picture = speckled(.jfif(.s420), width: 64, height: 48).picture()
    let progressive = try encode(picture, settings: ["progressive": "true"])
    let turned = try Conversion(progressive, ["rotate": "180"]).bytes
    #expect(try read(turned).facts.coding == "progressive, 4:2:0")
    let baseline = try Conversion(try encode(picture), ["rotate": "180"]).bytes
    #expect(try read(baseline).facts.coding == "baseline, 4:2:0")
    let sides = try Conversion(
      try Self.source(.jfif(.s422)), ["rotate": "90", "progressive": "true"]
    ).bytes
    #expect(try read(sides).facts.coding == "progressive, 4:4:0")
  }

  @Test("a plain conversion is re-encoded as before")
  func plain() throws {
    let source = try Self.source(.jfif(.s420))
    let result = try Conversion(source, [:])
    #expect(result.entry("pixels") == LedgerEntry("pixels", .changed, why: "JPEG quality 85 %"))
    #expect(try result.bytes == encode(read(source)))
  }

  @Test("every way of sampling, cut and turned", arguments: TinyJPEG.all)
  func tiny(_ tiny: TinyJPEG) throws {
    // 40×24: each axis as it comes, which any sampling allows.
    let result = try Conversion(tiny.bytes, ["rotate": "90", "flip": "horizontal"])
    #expect(result.error == nil)
    #expect(result.entry("pixels")?.action == .kept)
    let format: PixelFormat = tiny.format == .gray8 ? .gray8 : .rgb8
    let back = try Conversion(result.bytes, ["rotate": "90", "flip": "horizontal"])
    #expect(try decode(back.bytes, as: format).digest == tiny.digest)
  }

  @Test(
    "metadata survive a turn", .enabled(if: ExifTool.isInstalled),
    arguments: Sample.files(
      fixtures: ["others/profile.jpg", "others/turned.jpg"],
      corpus: ["nikon-p6000-gps.jpg", "canon-ixus-exif.jpg", "samsung-s7-gps.jpg"].map {
        "images/jpeg/\($0)"
      }))
  func exifTool(_ sample: Sample) throws {
    let source = try sample.bytes()
    let turned = try Conversion(source, ["flip": "horizontal"])
    #expect(turned.entry("pixels")?.action == .kept)
    let arguments = ["-exif:all", "-gps:all", "-makernotes:all", "-xmp:all", "-icc_profile:all"]
    var before = try ExifTool.tags(of: source, arguments)
    var after = try ExifTool.tags(of: turned.bytes, arguments)
    for tag in ["ThumbnailImage", "ThumbnailOffset", "ThumbnailLength", "Compression"] {
      (before[tag], after[tag]) = (nil, nil)
    }
    before["Orientation"] = before["Orientation"].map { _ in "Horizontal (normal)" }
    let missing = before.filter { after[$0.key] != $0.value }.map(\.key).sorted()
    #expect(missing == [], "\(missing.map { "\($0): \(before[$0] ?? "") → \(after[$0] ?? "")" })")
  }
}
