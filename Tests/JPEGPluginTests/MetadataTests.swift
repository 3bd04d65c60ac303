import ConverterCore
import Foundation
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

@Suite struct MetadataTests {
  /// Bytes that look like nothing and do not repeat.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
  }

  /// A TIFF stream whose IFD 0 holds one tag of `count` bytes.
  static func exif(_ count: Int) -> [UInt8] {
    let head: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x92, 0x7C, 0, 7]
    let size = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    return head + size + [0, 0, 0, 26, 0, 0, 0, 0] + noise(count)
  }

  /// An XMP packet with a description of `count` letters.
  static func xmp(_ count: Int, padding: Int = 2048) -> [UInt8] {
    let text = String(repeating: "Word ", count: count / 5)
    return Array(
      """
      <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf=\
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Instructions="\(text)"/>\
      </rdf:RDF></x:xmpmeta>
      \(String(repeating: " ", count: padding))
      <?xpacket end="w"?>
      """.utf8)
  }

  /// A profile whose header states its size.
  static func profile(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + noise(count - 4, seed: 9)
  }

  static func picture(_ change: (inout PictureFacts) -> Void) -> Picture {
    var picture = Pixels.waves(.rgb8, width: 24, height: 16).picture()
    change(&picture.facts)
    return picture
  }

  @Test("Exif of any size comes back to the byte", arguments: [26, 65527, 65528, 192_000, 700_000])
  func exif(_ count: Int) throws {
    let exif = Self.exif(count - 26)
    #expect(exif.count == count)
    let bytes = try encode(Self.picture { $0.metadata.exif = exif })
    #expect(try read(bytes).facts.metadata.exif == exif)
  }

  @Test("a continued Exif segment never looks like a new one")
  func exifSplitAtHeader() throws {
    var exif = Self.exif(200_000)
    exif.replaceSubrange(65527..<65531, with: Array("II*\0".utf8))
    let payloads = JPEGExif.split(exif)
    #expect(payloads.map(\.count).reduce(0, +) == exif.count + 6 * payloads.count)
    let bytes = try encode(Self.picture { $0.metadata.exif = exif })
    #expect(try read(bytes).facts.metadata.exif == exif)
  }

  @Test("a second Exif block is not appended to the first")
  func twoExifBlocks() {
    #expect(JPEGExif.join([Self.exif(5), Self.exif(9)]) == Self.exif(5))
    #expect(JPEGExif.join([Self.noise(5), Self.exif(9)]) == Self.exif(9))
    #expect(JPEGExif.join([]) == nil)
    #expect(JPEGExif.join([Self.noise(5)]) == nil)
  }

  @Test(
    "XMP of any size comes back to the byte", arguments: [300, 60_000, 65_000, 200_000, 900_000])
  func xmp(_ count: Int) throws {
    let xmp = Self.xmp(count)
    let bytes = try encode(Self.picture { $0.metadata.xmp = xmp })
    #expect(try read(bytes).facts.metadata.xmp == xmp)
  }

  @Test("only padding beyond a segment is lost of an XMP packet")
  func xmpPadding() throws {
    let xmp = Self.xmp(100_000, padding: 90_000)
    let bytes = try encode(Self.picture { $0.metadata.xmp = xmp })
    let back = try #require(try read(bytes).facts.metadata.xmp)
    #expect(back.count < 110_000)
    #expect(back.position(of: Array(Self.xmp(100_000).dropFirst(80).prefix(99_000))) != nil)
  }

  @Test("profiles of any size come back to the byte", arguments: [132, 65519, 65520, 500_000])
  func icc(_ count: Int) throws {
    let profile = Self.profile(count)
    let bytes = try encode(Self.picture { $0.colour = .icc(profile) })
    #expect(try read(bytes).facts.colour == .icc(profile))
  }

  @Test("profile segments may come in any order")
  func shuffledProfile() throws {
    let profile = Self.profile(150_000)
    let chunks = JPEGProfile.split(profile).map { Array($0.dropFirst(12)) }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      #expect(try JPEGProfile.join(order.map { chunks[$0] }).get() == profile)
    }
  }

  @Test("an incomplete profile is dropped, and the ledger says why")
  func missingProfileSegment() throws {
    var bytes = try encode(Self.picture { $0.colour = .icc(Self.profile(150_000)) })
    let segments = try JPEGSegments(InputFile(bytes: bytes), range: 0..<bytes.count)
    let second = segments.segments.filter { $0.marker == .app2 }[1].payload
    bytes.removeSubrange(second.lowerBound - 4..<second.upperBound)
    let context = context()
    #expect(try read(bytes, in: context).facts.colour == .unspecified)
    #expect(
      context.ledger == [
        LedgerEntry(
          "icc", .dropped,
          why: "the profile in the file is incomplete: 2 of its 3 segments are there"
        )
      ])
  }

  @Test("a single profile segment is believed whatever its number")
  func misnumberedProfile() throws {
    let profile = Self.profile(1000)
    #expect(try JPEGProfile.join([[0, 0] + profile]).get() == profile)
    #expect(throws: JPEGProfile.Incomplete.self) {
      try JPEGProfile.join([[1, 3] + profile.dropLast()]).get()
    }
    #expect(throws: JPEGProfile.Incomplete.self) {
      try JPEGProfile.join([[1, 2] + profile, [1, 2] + profile]).get()
    }
  }

  @Test("image resources come back to the byte", arguments: [40, 65519, 65520, 150_000])
  func iptc(_ count: Int) throws {
    let blocks = Array("8BIM".utf8) + Self.noise(count - 4)
    let bytes = try encode(Self.picture { $0.metadata.iptc = blocks })
    #expect(try read(bytes).facts.metadata.iptc == blocks)
  }

  @Test("texts become comments")
  func texts() throws {
    let bytes = try encode(
      Self.picture {
        $0.metadata.texts = [
          .init(keyword: "Comment", text: "Grüße\nfrom Oslo"),
          .init(keyword: "Title", text: "A view"),
        ]
      })
    #expect(
      try read(bytes).facts.metadata.texts == [
        .init(keyword: "Comment", text: "Grüße\nfrom Oslo"),
        .init(keyword: "Comment", text: "Title: A view"),
      ])
  }

  @Test("a comment that is no UTF-8 is taken for Latin-1")
  func latin1() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 6, 0x47, 0x72, 0xFC, 0]
    let bytes = TinyJPEG.gray.bytes.prefix(2) + comment + TinyJPEG.gray.bytes.dropFirst(2)
    #expect(try read(Array(bytes)).facts.metadata.texts == [.init(keyword: "Comment", text: "Grü")])
  }

  @Test(
    "density comes back in the unit that says it exactly",
    arguments: [
      (72, 72), (300, 300), (300, 600), (71.12, 71.12), (299.72, 149.86), (65534, 1),
    ] as [(Double, Double)])
  func density(_ x: Double, _ y: Double) throws {
    let bytes = try encode(Self.picture { $0.metadata.dotsPerInch = (x, y) })
    let back = try #require(try read(bytes).facts.metadata.dotsPerInch)
    #expect(abs(back.x - x) < 1e-9 && abs(back.y - y) < 1e-9)
  }

  @Test(
    "a density that JFIF cannot say is left out",
    arguments: [0.1, 1e9, .infinity, .nan, -5] as [Double])
  func impossibleDensity(_ value: Double) throws {
    let bytes = try encode(Self.picture { $0.metadata.dotsPerInch = (value, 72) })
    #expect(try read(bytes).facts.metadata.dotsPerInch == nil)
  }

  @Test("no metadata gives the shortest header: JFIF alone")
  func nothing() throws {
    let bytes = try encode(Self.picture { _ in })
    let segments = try JPEGSegments(InputFile(bytes: bytes), range: 0..<bytes.count)
    let names = segments.segments.map(\.marker.rawValue)
    #expect(names == [0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4])
  }

  @Test("ExifTool reads all of it without a warning", .enabled(if: ExifTool.isInstalled))
  func exifTool() throws {
    let real = try? Corpus.bytes("images/jpeg/nikon-p6000-gps.jpg")
    let bytes = try encode(
      Self.picture {
        $0.metadata.exif = real.flatMap { try? read($0).facts.metadata.exif } ?? Self.exif(0)
        $0.metadata.xmp = Self.xmp(200_000)
        $0.metadata.dotsPerInch = (300, 300)
        $0.metadata.texts = [.init(keyword: "Comment", text: "hello")]
      })
    let facts = try ExifTool.tags(
      of: bytes,
      [
        "-warning", "-error", "-comment", "-xresolution",
        "-photoshop:all", "-xmp:instructions",
      ])
    #expect(facts["Warning"] == nil)
    #expect(facts["Error"] == nil)
    #expect(facts["Comment"] == "hello")
    #expect(facts["Instructions"]?.count == 200_000)
  }

  @Test("ExifTool reads Exif of 192 kB whole", .enabled(if: ExifTool.isInstalled))
  func exifToolLargeExif() throws {
    // A maker note of 192 kB and, behind it, a directory with a copyright.
    let note = 192_000
    let bytes = try encode(Self.picture { $0.metadata.exif = Self.exifWithCopyright(behind: note) })
    // That there are several segments is a minor warning of its own; -m leaves it out.
    let facts = try ExifTool.tags(of: bytes, ["-m", "-warning", "-error", "-copyright"])
    #expect(facts == ["Copyright": "Nobody"])
  }

  @Test("metadata of more bytes than memory may have are refused", arguments: [0xE1, 0xED, 0xFE])
  func tooMuchOfThem(_ marker: UInt8) throws {
    let segment = MultiPictureTests.segment(
      JPEGMarker(rawValue: marker), JPEGSignature.photoshop + Self.noise(60_000))
    let tiny = TinyJPEG.gray
    let source =
      tiny.bytes[..<20] + Array(repeatElement(segment, count: 10).joined()) + tiny.bytes[20...]
    var limits = Limits.standard
    for (memory, code) in [(600_000, ConversionError.Code.limitExceeded), (1_300_000, nil)] {
      limits.memory = memory
      #expect(errorCode { _ = try read(Array(source), in: context(limits: limits)) } == code)
    }
  }

  @Test("a profile larger than 255 segments is refused, not left out")
  func tooLargeProfile() throws {
    let profile = [UInt8](repeating: 0, count: JPEGProfile.capacity + 1)
    let code = errorCode { _ = try encode(Self.picture { $0.colour = .icc(profile) }) }
    #expect(code == .limitExceeded)
  }

  /// A TIFF stream whose value of Copyright stands behind `count` unused bytes.
  static func exifWithCopyright(behind count: Int) -> [UInt8] {
    let offset = 26 + count
    let place = (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) }
    return Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x82, 0x98, 0, 2, 0, 0, 0, 7] + place
      + [0, 0, 0, 0] + noise(count) + Array("Nobody\0".utf8)
  }
}
