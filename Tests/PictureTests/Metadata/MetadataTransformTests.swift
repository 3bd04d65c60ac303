import ConverterCore
import Testing

@testable import PictureModel

@Suite("The metadata policy")
struct MetadataTransformTests {
  static let all = Picture.Capabilities(
    format: "JPEG", items: Set(Picture.Capabilities.Item.allCases), alpha: true,
    maximumBitDepth: 16)
  static let nothing = Picture.Capabilities(
    format: "BMP", items: [], alpha: true, maximumBitDepth: 16)

  static func picture(orientation: Orientation = .rotated90) -> Picture {
    var facts = PictureFacts(
      width: 3024, height: 4032, format: .rgb8, sampleDepth: 8, coding: "HEVC")
    facts.storedOrientation = orientation
    facts.metadata.exif =
      TIFFSample.full(bigEndian: true, orientation: orientation.rawValue).stream
    facts.metadata.xmp = Array(
      XMPTests.packet(attributes: " xmp:CreateDate=\"2021-02-13\" tiff:Orientation=\"6\"").utf8)
    facts.metadata.iptc = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 2, 1, 2]
    facts.metadata.texts = [
      .init(keyword: "Author", text: "Ann"), .init(keyword: "Comment", text: "at the lake"),
    ]
    facts.metadata.dotsPerInch = (72, 72)
    return Picture(facts) { _ throws(ConversionError) in
      throw ConversionError(.internalError, "a transform must not open pixels")
    }
  }

  private func apply(
    _ picture: Picture, _ capabilities: Picture.Capabilities = all,
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> (metadata: PictureMetadata, ledger: [String]) {
    var options = ConversionOptions()
    change(&options)
    let context = ConversionContext(registry: Registry())
    let result = try MetadataTransform().apply(
      to: picture, for: capabilities, options: options, in: context)
    let ledger = context.ledger.map {
      "\($0.what) \($0.action.rawValue)" + ($0.why.map { ": \($0)" } ?? "")
    }
    return (result.facts.metadata, ledger)
  }

  @Test("keep carries everything, upright, of the new size, without the turned thumbnail")
  func keep() throws {
    let picture = Self.picture()
    let (metadata, ledger) = try apply(picture)
    var expected = TIFFSample.full(bigEndian: true, orientation: 1)
    expected.exif[11] = expected.long(0xA002, 3024)
    expected.exif[12] = expected.long(0xA003, 4032)
    expected.thumbnail = []
    expected.thumbnailData = []
    #expect(metadata.exif == expected.stream)
    #expect(
      metadata.xmp
        == Array(
          XMPTests.packet(attributes: " xmp:CreateDate=\"2021-02-13\" tiff:Orientation=\"1\"").utf8)
    )
    #expect(metadata.iptc == picture.facts.metadata.iptc)
    #expect(metadata.texts == picture.facts.metadata.texts)
    #expect(metadata.dotsPerInch?.x == 72)
    #expect(
      ledger == [
        "orientation changed: stored turned by 90°, now upright", "exif kept", "xmp kept",
        "gps kept", "thumbnail dropped: it no longer shows the picture", "iptc kept", "texts kept",
        "density kept",
      ])
  }

  @Test("keep leaves the thumbnail of an upright picture")
  func keepThumbnail() throws {
    var picture = Self.picture(orientation: .upright)
    #expect(try apply(picture).ledger.contains("thumbnail kept"))
    picture.facts.thumbnailIsStale = true
    let (metadata, ledger) = try apply(picture)
    #expect(ledger.contains("thumbnail dropped: it no longer shows the picture"))
    #expect(!Exif.contents(of: try #require(metadata.exif)).hasThumbnail)
  }

  @Test("Exif's orientation of a picture that its file stores upright becomes 1")
  func contradiction() throws {
    var picture = Self.picture()
    picture.facts.storedOrientation = .upright
    let (metadata, ledger) = try apply(picture)
    #expect(Exif.orientation(in: try #require(metadata.exif)) == .upright)
    #expect(
      ledger.first
        == "orientation changed: Exif said turned by 90° of a picture stored upright, now upright")
  }

  @Test("share leaves dates, camera, copyright and density")
  func share() throws {
    let (metadata, ledger) = try apply(Self.picture()) { $0.metadata = .share }
    let exif = try #require(metadata.exif)
    #expect(Exif.capture(of: exif).place == nil)
    #expect(Exif.capture(of: exif).camera == "Apple iPhone XR")
    #expect(Exif.orientation(in: exif) == .upright)
    let xmp = try #require(metadata.xmp)
    #expect(XMP.properties(of: xmp)?.map(\.name.local) == ["CreateDate"])
    #expect(metadata.iptc == nil)
    #expect(metadata.texts == [.init(keyword: "Author", text: "Ann")])
    #expect(metadata.dotsPerInch?.y == 72)
    #expect(
      ledger == [
        "orientation changed: stored turned by 90°, now upright",
        "exif changed: --metadata share: camera, exposure, dates and copyright stay",
        "xmp changed: --metadata share: dates, creators and rights stay",
        "gps dropped: --metadata share", "thumbnail dropped: --metadata share",
        "iptc dropped: --metadata share",
        "texts changed: --metadata share: author, copyright and creation time stay",
        "density kept",
      ])
  }

  @Test("share drops what it cannot read")
  func shareUnreadable() throws {
    var picture = Self.picture()
    picture.facts.metadata.exif = Array("not Exif".utf8)
    picture.facts.metadata.xmp = Array("<x:xmpmeta GPS".utf8)
    let (metadata, ledger) = try apply(picture) { $0.metadata = .share }
    #expect(metadata.exif == nil && metadata.xmp == nil)
    let why = "--metadata share: it cannot be read, so what to share is not known"
    #expect(ledger.contains("exif dropped: \(why)") && ledger.contains("xmp dropped: \(why)"))
  }

  @Test("none leaves nothing")
  func none() throws {
    let (metadata, ledger) = try apply(Self.picture()) { $0.metadata = .none }
    #expect(metadata == PictureMetadata())
    #expect(
      ledger == ["orientation changed: stored turned by 90°, now upright"]
        + ["exif", "xmp", "gps", "thumbnail", "iptc", "texts", "density"].map {
          "\($0) dropped: --metadata none"
        })
  }

  @Test(
    "What the target cannot carry is dropped under every policy",
    arguments: [ConversionOptions.MetadataPolicy.keep, .share, .none])
  func incapable(policy: ConversionOptions.MetadataPolicy) throws {
    let (metadata, ledger) = try apply(Self.picture(), Self.nothing) { $0.metadata = policy }
    #expect(metadata == PictureMetadata())
    #expect(
      Array(ledger.dropFirst())
        == ["exif", "xmp", "gps", "thumbnail", "iptc", "texts", "density"].map {
          "\($0) dropped: BMP writer does not carry it"
        })
  }

  @Test("A picture with nothing leaves an empty ledger")
  func empty() throws {
    var picture = Self.picture(orientation: .upright)
    picture.facts.metadata = PictureMetadata()
    #expect(try apply(picture).ledger == [])
  }

  @Test("A gain map's description goes with the map")
  func gainMap() throws {
    var picture = Self.picture(orientation: .upright)
    picture.facts.metadata = PictureMetadata()
    picture.facts.metadata.xmp = Array(XMPTests.packet(attributes: " hdrgm:Version=\"1.0\"").utf8)
    picture.facts.companions = [.init(.gainmap, width: 2016, height: 1512)]
    let (metadata, ledger) = try apply(picture)
    #expect(metadata.xmp == Array(XMPTests.packet().utf8))
    #expect(
      ledger == [
        "xmp changed: what it said of gain maps, videos or other data in the old file is out",
        "gainmap dropped: the file does not say, in a way that fairy knows, how it is to be applied",
      ])
  }

  @Test("Companions are dropped, or become files of their own")
  func companions() throws {
    var picture = Self.picture(orientation: .upright)
    picture.facts.metadata = PictureMetadata()
    picture.facts.companions = [
      .init(.thumbnail), .init(.image), .init(.image), .init(.depth), .init(.auxiliary),
    ]
    picture.siblings = ["depth", "2", "3"].map { name in
      Sibling(name: name) { () throws(ConversionError) in Self.picture() }
    }
    let hint = "; --set images=all writes it as a file of its own"
    #expect(
      try apply(picture).ledger == [
        "thumbnail dropped: JPEG writer does not carry it",
        "depth dropped: JPEG writer does not carry it\(hint)",
        "images dropped: JPEG writer does not carry it\(hint)",
        "auxiliary dropped: JPEG writer does not carry it",
      ])
    #expect(
      try apply(picture) { $0.settings["images"] = "all" }.ledger == [
        "thumbnail dropped: JPEG writer does not carry it",
        "depth kept: as a file of its own", "images kept: as a file of its own",
        "auxiliary dropped: JPEG writer does not carry it",
      ])
  }

  @Test("Of an animation one picture is converted")
  func frames() throws {
    var picture = Self.picture(orientation: .upright)
    picture.facts.metadata = PictureMetadata()
    picture.facts.frames = 20
    picture.facts.companions = [.init(.frames, detail: "19 frames")]
    #expect(try apply(picture).ledger == ["frames dropped: one of 20 pictures is converted"])
  }

  @Test("ColorSpace is brought in line with --profile")
  func colourSpace() throws {
    let exif = try #require(try apply(Self.picture()) { $0.profile = .srgb }.metadata.exif)
    let structure = try #require(Exif.Structure(exif))
    let field = try #require(structure.field(0xA001, in: .exif))
    #expect(structure.integer(field) == 1)
  }
}
