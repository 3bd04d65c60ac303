import ConverterCore
import PictureViewer
import TestSupport
import Testing

@testable import PictureModel

/// Gain maps on the way through the transforms.
@Suite("Gain maps of pictures")
struct GainMapPictureTests {
  private static let jpeg = Picture.Capabilities(
    format: "JPEG", items: Set(Picture.Capabilities.Item.allCases), alpha: false,
    maximumBitDepth: 8, cmyk: true)

  private static func context() -> ConversionContext { ConversionContext(registry: Registry()) }

  fileprivate static func plain(_ width: Int, _ height: Int, _ format: PixelFormat = .gray8)
    -> Picture
  {
    let facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: 8, coding: "test")
    return Picture(facts) { _ in
      BufferSource(SyntheticPicture(width: width, height: height).buffer(format))
    }
  }

  /// A picture of 64×48 with a gain map of half its size.
  static func picture(
    _ kind: GainMap.Kind = .iso, map: Picture = plain(32, 24)
  ) -> Picture {
    var picture = plain(64, 48, .rgb8)
    picture.facts.companions = [.init(.gainmap)]
    picture.siblings = [Sibling(name: "gainmap") { () throws(ConversionError) in map }]
    picture.facts.gainMap = GainMap(
      kind, channels: [.init(minimum: 0, maximum: 2)], alternateHeadroom: 2)
    picture.facts.gainMap?.placement = GainMap.Placement(width: 64, height: 48)
    return picture
  }

  private static func samples(_ picture: Picture?) throws -> [Int] {
    let context = context()
    let picture = try #require(picture)
    let source = try picture.pixels(for: PixelDemand([.gray8]), in: context)
    #expect((source.width, source.height) == (picture.facts.width, picture.facts.height))
    return try PixelBuffer(collecting: source, in: context).samples[0]
  }

  @Test func anUntouchedOneIsAsItWas() throws {
    let map = try Self.picture().gainMapPicture(in: Self.context())
    #expect(try Self.samples(map) == Self.samples(Self.plain(32, 24)))
  }

  @Test func applesIsRecoded() throws {
    let picture = Self.picture(.apple)
    let table = try #require(picture.facts.gainMap).appleSamples
    let map = try picture.gainMapPicture(in: Self.context())
    #expect(try Self.samples(map) == Self.samples(Self.plain(32, 24)).map { Int(table[$0]) })
  }

  @Test(
    "it is resized with the picture",
    arguments: [
      ("50%", 16, 12), ("32x24", 16, 12), ("32x48!", 16, 24), ("24x24^", 12, 12), ("1x", 1, 1),
      ("63x", 32, 24),
    ])
  func resizing(geometry: String, width: Int, height: Int) throws {
    var options = ConversionOptions()
    options.resize = try ResizeGeometry(parsing: geometry)
    let context = Self.context()
    let resized = try ResizeTransform().apply(
      to: Self.picture(), for: Self.jpeg, options: options, in: context)
    let map = try #require(try resized.gainMapPicture(in: context))
    #expect((map.facts.width, map.facts.height) == (width, height))
    let placement = try #require(resized.facts.gainMap).placement
    #expect((placement.width, placement.height) == (resized.facts.width, resized.facts.height))
    _ = try Self.samples(map)
  }

  /// What the transform makes of the gain map is what it makes of a picture of that size.
  @Test func resizingIsThatOfPictures() throws {
    var options = ConversionOptions()
    options.resize = try ResizeGeometry(parsing: "24x24^")
    let context = Self.context()
    let resized = try ResizeTransform().apply(
      to: Self.picture(), for: Self.jpeg, options: options, in: context)
    options.resize = try ResizeGeometry(parsing: "12x12^")
    let expected = try ResizeTransform().apply(
      to: Self.plain(32, 24), for: Self.jpeg, options: options, in: context)
    #expect(
      try Self.samples(resized.gainMapPicture(in: context)) == Self.samples(expected))
  }

  @Test func itIsNeverEnlarged() throws {
    var options = ConversionOptions()
    options.resize = .percent(300)
    options.enlarge = true
    let resized = try ResizeTransform().apply(
      to: Self.picture(), for: Self.jpeg, options: options, in: Self.context())
    let map = try resized.gainMapPicture(in: Self.context())
    #expect(try Self.samples(map) == Self.samples(Self.plain(32, 24)))
  }

  @Test("cut and turned with the picture", arguments: Orientation.allCases)
  func cutAndTurned(orientation: Orientation) throws {
    var picture = Self.picture()
    picture.facts.gainMap?.placement.crop(to: PixelRectangle(x: 16, y: 8, width: 40, height: 32))
    picture.facts.gainMap?.placement.turn(by: orientation)
    let context = Self.context()
    let part = Self.plain(32, 24)
    let expected = Picture(
      stored: part.facts, crop: PixelRectangle(x: 8, y: 4, width: 20, height: 16),
      orientation: orientation, in: context, open: part.open)
    let map = try #require(try picture.gainMapPicture(in: context))
    #expect(try Self.samples(map) == Self.samples(expected))
    let swaps = orientation.swapsSides
    #expect((map.facts.width, map.facts.height) == (swaps ? 16 : 20, swaps ? 20 : 16))
  }

  // MARK: What becomes of it

  private func ledger(
    of picture: Picture, _ capabilities: Picture.Capabilities = jpeg,
    _ change: (inout ConversionOptions) -> Void = { $0.hdr = .keep }
  ) throws -> (ledger: [String], isKept: Bool) {
    var options = ConversionOptions()
    change(&options)
    let context = Self.context()
    let result = try MetadataTransform().apply(
      to: picture, for: capabilities, options: options, in: context)
    let ledger = context.ledger.map {
      "\($0.what) \($0.action.rawValue)" + ($0.why.map { ": \($0)" } ?? "")
    }
    return (ledger, result.facts.gainMap != nil)
  }

  private let hint = "; --set images=all writes it as a file of its own"

  @Test func keptWhenAskedFor() throws {
    #expect(try ledger(of: Self.picture()) == (["gainmap kept"], true))
    let both = try ledger(of: Self.picture()) {
      $0.hdr = .keep
      $0.settings["images"] = "all"
    }
    #expect(both == (["gainmap kept: in the picture, and as a file of its own"], true))
    let without = try ledger(of: Self.picture()) {
      $0.metadata = .none
      $0.hdr = .keep
    }
    #expect(without.isKept)
  }

  @Test func droppedOtherwise() throws {
    let dropped = try ledger(of: Self.picture()) { _ in }
    #expect(dropped == (["gainmap dropped: --hdr keep keeps it\(hint)"], false))
    let own = try ledger(of: Self.picture()) { $0.settings["images"] = "all" }
    #expect(own == (["gainmap kept: as a file of its own"], false))
    let png = Picture.Capabilities(format: "PNG", items: [], alpha: true, maximumBitDepth: 16)
    #expect(
      try ledger(of: Self.picture(), png)
        == (["gainmap dropped: PNG writer does not carry it\(hint)"], false))
  }

  enum Obstacle: String, CaseIterable {
    case hdrBase = "its base is the HDR picture, and what is written is SDR"
    case unknownPlace = "where it lies on the changed picture is not known"
    case inks = "it is none for CMYK"
    case otherShape = "its sides are not in proportion to the picture's"
    case unreadable = "it cannot be read: it is odd"

    var picture: Picture {
      var picture = GainMapPictureTests.picture()
      switch self {
      case .hdrBase: picture.facts.gainMap?.baseHeadroom = 2
      case .unknownPlace: picture.facts.width = 63
      case .inks: picture.facts.format = .cmyk8
      case .otherShape:
        picture = GainMapPictureTests.picture(map: GainMapPictureTests.plain(24, 32))
      case .unreadable:
        picture.siblings = [
          Sibling(name: "gainmap") { () throws(ConversionError) in
            throw ConversionError(.unsupportedContent, "it is odd")
          }
        ]
      }
      return picture
    }
  }

  @Test("what stands in its way", arguments: Obstacle.allCases)
  func obstacles(obstacle: Obstacle) throws {
    #expect(
      try ledger(of: obstacle.picture)
        == (["gainmap dropped: \(obstacle.rawValue)\(hint)"], false))
  }

  @Test func gainsOfPrimaryColoursGoWithThese() throws {
    func ledger(_ map: Picture, usesBaseColours: Bool) throws -> (ledger: [String], isKept: Bool) {
      var picture = Self.picture(map: map)
      picture.facts.gainMap?.usesBaseColours = usesBaseColours
      return try self.ledger(of: picture) {
        $0.hdr = .keep
        $0.profile = .srgb
      }
    }
    let reason = "it has a gain for each primary colour, and --profile srgb changes these"
    #expect(
      try ledger(Self.plain(32, 24, .rgb8), usesBaseColours: true)
        == (["gainmap dropped: \(reason)\(hint)"], false))
    #expect(try ledger(Self.plain(32, 24, .rgb8), usesBaseColours: false).isKept)
    #expect(try ledger(Self.plain(32, 24), usesBaseColours: true).isKept)
  }

  @Test func interruptionsGoOn() throws {
    var picture = Self.picture()
    picture.siblings = [
      Sibling(name: "gainmap") { () throws(ConversionError) in
        throw ConversionError(.interrupted, "stopped")
      }
    ]
    #expect(throws: ConversionError.self) { try ledger(of: picture) }
  }

  @Test func viewersTellOfIt() {
    let facts = PictureViewer().facts(of: Self.picture(.apple), in: Self.context())
    let fact = facts.first { $0.key == "gainMap" }
    #expect(fact?.text == "gain map (Apple's), up to 2 stops above white")
    #expect(
      fact?.json.description
        == #"{"kind":"apple","headroom":2,"baseHeadroom":0,"channels":1}"#)
  }
}
