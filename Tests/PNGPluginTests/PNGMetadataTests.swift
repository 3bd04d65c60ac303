import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

@Suite("PNG metadata and colour")
struct PNGMetadataTests {
  static let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]

  static func profile(_ space: String = "RGB ", count: Int = 3144) -> [UInt8] {
    var generator = Xorshift(seed: 9)
    var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    bytes.replaceSubrange(16..<20, with: space.utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }

  private func facts(
    _ chunks: [PNGChunk], in context: ConversionContext = makeContext()
  ) throws -> PictureFacts {
    let file = PNGFile([PNGFile.header(1, 1, type: 2), PNGFile.data([0, 1, 2, 3]), PNGFile.end])
    return try read(file.inserting(chunks).bytes, in: context).facts
  }

  private static func iccp(_ profile: [UInt8]) -> PNGChunk {
    PNGChunk(type: .profile, bytes: [65, 0, 0] + (Zlib.compress(profile) ?? []))
  }

  private static func chrm(_ values: [Int]) -> PNGChunk {
    PNGChunk(type: .chromaticities, bytes: values.flatMap(\.bigEndianBytes))
  }

  // MARK: Round trips

  @Test("Metadata come back as they were, a large Exif too", arguments: [14, 200_000])
  func roundTrip(exifByteCount: Int) throws {
    var generator = Xorshift(seed: 11)
    let rest = (Self.exif.count..<max(Self.exif.count, exifByteCount)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    var metadata = PictureMetadata()
    metadata.exif = Self.exif + rest
    metadata.xmp = Array("<x:xmpmeta>äöü 日本</x:xmpmeta>".utf8)
    metadata.texts = [
      .init(keyword: "Title", text: "Straße"), .init(keyword: "Author", text: "日本語"),
      .init(keyword: "Comment", text: ""), .init(keyword: "Überschrift", text: "a\nb"),
    ]
    metadata.dotsPerInch = (300, 72.009)
    metadata.dotsPerInch = try PNGDensity.dotsPerInch(
      parsing: 11811.bigEndianBytes + 2835.bigEndianBytes + [1])
    let context = makeContext()
    let pixel = DecodedPicture(width: 1, height: 1, format: .rgb8, bytes: [1, 2, 3])
    let file = try encode(
      pixel.picture {
        $0.metadata = metadata
        $0.colour = .icc(Self.profile())
      }, in: context)
    let facts = try read(file).facts
    #expect(facts.metadata == metadata)
    #expect(facts.colour == .icc(Self.profile()))
    #expect(context.ledger.isEmpty)
    #expect(Reference(file)?.pixels == [1, 2, 3])
  }

  @Test(
    "Colours come back as they were",
    arguments: [
      .unspecified, .cicp(.sRGB), .cicp(.displayP3), .cicp(.init(primaries: 9, transfer: 16)),
      .calibrated(gamma: 0.55, nil),
      .calibrated(
        gamma: 0.45455,
        Chromaticities(
          white: .init(0.3127, 0.329), red: .init(0.68, 0.32), green: .init(0.265, 0.69),
          blue: .init(0.15, 0.06))),
    ] as [ColourDescription])
  func colour(colour: ColourDescription) throws {
    for format in [PixelFormat.rgb16, .gray8] {
      let count = format.samplesPerPixel * format.bytesPerSample
      let pixel = DecodedPicture(
        width: 1, height: 1, format: format, bytes: Array(repeating: 7, count: count))
      let file = try encode(pixel.picture { $0.colour = colour })
      #expect(try read(file).facts.colour == colour)
    }
  }

  @Test("Code points of SDR come with the profile that says the same, those of HDR alone")
  func profileBesideCodePoints() throws {
    func chunkTypes(_ points: CodingIndependentCodePoints) throws -> Set<String> {
      let pixel = DecodedPicture(width: 1, height: 1, format: .rgb8, bytes: [1, 2, 3])
      let file = try encode(pixel.picture { $0.colour = .cicp(points) })
      let text = String(decoding: file, as: Unicode.ASCII.self)
      return Set(["cICP", "iCCP"].filter(text.contains))
    }
    #expect(try chunkTypes(.displayP3) == ["cICP", "iCCP"])
    #expect(try chunkTypes(.init(primaries: 9, transfer: 16)) == ["cICP"])
  }

  @Test("The same picture gives the same bytes")
  func reproducible() throws {
    let pixel = DecodedPicture(width: 1, height: 1, format: .rgb8, bytes: [1, 2, 3])
    let picture = pixel.picture {
      $0.colour = .icc(Self.profile())
      $0.metadata.dotsPerInch = (300, 300)
    }
    let file = try encode(picture)
    #expect(try encode(picture) == file)
    #expect(
      PNGFile(parsing: file).chunks.map(\.type.description) == [
        "IHDR", "iCCP", "pHYs", "IDAT", "IEND",
      ])
  }

  @Test("Samples of 10 or 12 bits are marked as such", arguments: [10, 12])
  func significantBits(depth: Int) throws {
    let pixel = DecodedPicture(
      width: 1, height: 1, format: .rgba16, bytes: Array(repeating: 0xFF, count: 8))
    let file = try encode(pixel.picture { $0.sampleDepth = depth })
    #expect(
      PNGFile(parsing: file).chunk(.significantBits) == Array(repeating: UInt8(depth), count: 4))
    #expect(try read(file).facts.sampleDepth == depth)
  }

  // MARK: Writing what does not fit

  @Test("A profile for other colours is dropped, and the ledger says so")
  func wrongProfile() throws {
    let context = makeContext()
    let pixel = DecodedPicture(width: 1, height: 1, format: .gray8, bytes: [7])
    let file = try encode(pixel.picture { $0.colour = .icc(Self.profile()) }, in: context)
    #expect(PNGFile(parsing: file).chunk(.profile) == nil)
    #expect(
      context.ledger == [
        LedgerEntry(
          "icc", .dropped,
          why: "the profile cannot stand in this PNG: its profile is for other colours than the "
            + "picture's")
      ])
  }

  @Test(
    "Texts against the rules are adapted, with a warning",
    arguments: [
      ("", "a", "Comment", "a"), (" a", "b", "a", "b"), ("a  b", "c", "a b", "c"),
      ("日本", "a", "Comment", "a"), ("a\u{7F}b", "c", "a b", "c"),
      (String(repeating: "a", count: 90), "b", String(repeating: "a", count: 79), "b"),
      (String(repeating: "a", count: 78) + " b", "c", String(repeating: "a", count: 78), "c"),
      ("Comment", "a\0b", "Comment", "a b"), ("Comment", "日\0本", "Comment", "日 本"),
    ])
  func badText(keyword: String, text: String, keywordKept: String, textKept: String) throws {
    let context = makeContext()
    let pixel = DecodedPicture(width: 1, height: 1, format: .gray8, bytes: [7])
    let file = try encode(
      pixel.picture { $0.metadata.texts = [.init(keyword: keyword, text: text)] }, in: context)
    #expect(try read(file).facts.metadata.texts == [.init(keyword: keywordKept, text: textKept)])
    #expect(context.ledger.isEmpty && context.warnings.count == 1)
    #expect(Reference(file)?.pixels == [7])
  }

  @Test(
    "Colours that no chunk can hold are an error",
    arguments: [
      .cicp(.init(primaries: 300, transfer: 13)), .cicp(.init(primaries: 1, transfer: -1)),
      .calibrated(gamma: -1, nil), .calibrated(gamma: 1e9, nil),
    ] as [ColourDescription])
  func colourWithoutChunk(colour: ColourDescription) {
    let pixel = DecodedPicture(width: 1, height: 1, format: .gray8, bytes: [7])
    let error = #expect(throws: ConversionError.self) {
      try encode(pixel.picture { $0.colour = colour })
    }
    #expect(error?.code == .unsupportedContent)
  }

  // MARK: Reading colour

  @Test("The most exact description of colour counts")
  func precedence() throws {
    let all = [
      PNGChunk(type: .gamma, bytes: 100_000.bigEndianBytes),
      PNGChunk(type: .standardRGB, bytes: [0]),
      Self.iccp(Self.profile()),
      PNGChunk(type: .codePoints, bytes: [9, 16, 0, 1]),
    ]
    #expect(try facts(all).colour == .cicp(.init(primaries: 9, transfer: 16)))
    #expect(try facts(Array(all.prefix(3))).colour == .icc(Self.profile()))
    #expect(try facts(Array(all.prefix(2))).colour == .cicp(.sRGB))
    #expect(try facts(Array(all.prefix(1))).colour == .calibrated(gamma: 1, nil))
    #expect(try facts([]).colour == .unspecified)
  }

  @Test("gAMA and cHRM of sRGB are sRGB")
  func standardGamma() throws {
    let gamma = PNGChunk(type: .gamma, bytes: 45455.bigEndianBytes)
    let standard = Self.chrm([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])
    let other = Self.chrm([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])
    #expect(try facts([gamma, standard]).colour == .cicp(.sRGB))
    #expect(try facts([gamma]).colour == .cicp(.sRGB))
    guard case .calibrated(let value, let primaries) = try facts([gamma, other]).colour else {
      Issue.record("not calibrated")
      return
    }
    #expect(value == 0.45455)
    #expect(primaries?.red == .init(0.68, 0.32))
    #expect(primaries?.white == .init(0.3127, 0.329))
  }

  @Test("A profile that expands without end is dropped")
  func bomb() throws {
    let context = makeContext()
    let chunk = Self.iccp([UInt8](repeating: 0, count: PNGInformation.limit + 1))
    #expect(try facts([chunk], in: context).colour == .unspecified)
    #expect(
      context.ledger == [
        LedgerEntry(
          "icc", .dropped,
          why: "the iCCP chunk was left out: all metadata would expand to more than 64 MB")
      ])
  }

  @Test("Many texts that expand a lot are dropped together")
  func manyBombs() throws {
    let context = makeContext()
    let text = PNGChunk(
      type: .compressedText,
      bytes: [65, 0, 0] + (Zlib.compress([UInt8](repeating: 65, count: 40 << 20)) ?? []))
    #expect(try facts([text, text, text], in: context).metadata.texts.count == 1)
    #expect(context.ledger.map(\.what) == ["texts"])
  }

  @Test(
    "Damaged chunks are left out, and the ledger says why",
    arguments: [
      (PNGChunk(type: .profile, bytes: [65, 0, 0, 1, 2]), "its compressed content is damaged"),
      (
        PNGChunk(type: .profile, bytes: Array("a\0\0".utf8) + (Zlib.compress([1]) ?? [])),
        "its content breaks the rules of PNG"
      ),
      (
        iccp(profile("GRAY")), "its profile is for other colours than the picture's"
      ),
      (PNGChunk(type: .exif, bytes: [1, 2, 3, 4]), "its content breaks the rules of PNG"),
      (PNGChunk(type: .text, bytes: [0, 1]), "its content breaks the rules of PNG"),
    ])
  func damaged(chunk: PNGChunk, why: String) throws {
    let context = makeContext()
    let facts = try facts([chunk], in: context)
    #expect(facts.colour == .unspecified)
    #expect(facts.metadata == PictureMetadata())
    #expect(context.ledger.map(\.why) == ["the \(chunk.type) chunk was left out: \(why)"])
    #expect(context.ledger.map(\.action) == [.dropped])
  }

  @Test("A metadata chunk with a wrong checksum is left out")
  func checksum() throws {
    let context = makeContext()
    var bytes = PNGFile.small.inserting([PNGChunk(type: .exif, bytes: Self.exif)]).bytes
    bytes[45] ^= 1
    #expect(try read(bytes, in: context).facts.metadata.exif == nil)
    #expect(
      context.ledger == [
        LedgerEntry(
          "exif", .dropped, why: "the eXIf chunk was left out: its checksum is wrong")
      ])
  }

  // MARK: Reading metadata

  @Test("Metadata after the picture data are found")
  func afterData() throws {
    var file = PNGFile.small
    file.chunks.insert(PNGChunk(type: .exif, bytes: Self.exif), at: 2)
    file.chunks.insert(PNGChunk(type: .text, bytes: Array("A\0b".utf8)), at: 3)
    let metadata = try read(file.bytes).facts.metadata
    #expect(metadata.exif == Self.exif)
    #expect(metadata.texts == [.init(keyword: "A", text: "b")])
  }

  @Test("Compressed XMP is found")
  func compressedXMP() throws {
    let xmp = Array("<x:xmpmeta/>".utf8)
    let chunk = PNGChunk(
      type: .internationalText,
      bytes: Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + (Zlib.compress(xmp) ?? []))
    #expect(try facts([chunk]).metadata.xmp == xmp)
  }

  private static func rawProfile(_ type: String, _ bytes: [UInt8]) -> PNGChunk {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("\n\(type)\n\(String(bytes.count).leftPadded(8))\n".utf8)
    for (index, byte) in bytes.enumerated() {
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      if index % 36 == 35 { text.append(10) }
    }
    return PNGChunk(
      type: .compressedText,
      bytes: Array("Raw profile type \(type)\0\0".utf8) + (Zlib.compress(text + [10]) ?? []))
  }

  @Test("ImageMagick's profiles in hexadecimal are understood")
  func rawProfiles() throws {
    let mark = Array("Exif\0\0".utf8)
    let xmp = Array("<x:xmpmeta/>".utf8)
    #expect(try facts([Self.rawProfile("exif", mark + Self.exif)]).metadata.exif == Self.exif)
    #expect(try facts([Self.rawProfile("APP1", mark + Self.exif)]).metadata.exif == Self.exif)
    #expect(
      try facts([Self.rawProfile("APP1", Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)])
        .metadata.xmp == xmp)
    #expect(try facts([Self.rawProfile("xmp", xmp)]).metadata.xmp == xmp)
    #expect(
      try facts([Self.rawProfile("iptc", [0x1C, 2, 5])]).metadata.iptc
        == Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 3, 0x1C, 2, 5, 0])
    #expect(try facts([Self.rawProfile("icc", Self.profile())]).colour == .icc(Self.profile()))
  }

  @Test("A hexadecimal profile that is damaged stays a text")
  func damagedRawProfile() throws {
    let chunk = PNGChunk(
      type: .text, bytes: Array("Raw profile type exif\0\nexif\n 5\n49492a00\n".utf8))
    let metadata = try facts([chunk]).metadata
    #expect(metadata.exif == nil)
    #expect(metadata.texts.map(\.keyword) == ["Raw profile type exif"])
  }

  // MARK: Files of other programs

  @Test(
    "What other programs write beside the pixels is found",
    arguments: FoundMetadata.files)
  func otherPrograms(_ expected: FoundMetadata) throws {
    let bytes = try Sample(expected.name).bytes()
    let facts = try read(bytes).facts
    if let hasExif = expected.hasExif {
      #expect(facts.metadata.exif == PNGFile(parsing: bytes).chunk(.exif))
      #expect((facts.metadata.exif?.starts(with: [0x4D, 0x4D, 0, 42]) == true) == hasExif)
    }
    if let dots = expected.dotsPerInch { #expect(facts.metadata.dotsPerInch?.x == dots) }
    if let gamma = expected.gamma { #expect(facts.colour == .calibrated(gamma: gamma, nil)) }
    if let size = expected.profileSize { #expect(profileSize(of: facts) == size) }
    let texts = facts.metadata.texts
    if let keywords = expected.keywords { #expect(texts.map(\.keyword) == keywords) }
    if let copyright = expected.copyright {
      #expect(texts.dropFirst(2).first == .init(keyword: "Copyright", text: copyright))
    }
    if let animation = expected.animation {
      #expect(facts.frames == animation.durations.count)
      #expect(facts.animation == animation)
      #expect(facts.companions.isEmpty)
    }
  }

  private func profileSize(of facts: PictureFacts) -> Int? {
    if case .icc(let profile) = facts.colour { profile.count } else { nil }
  }
}

/// What a file of another program holds beside its pixels; `nil` is not looked at.
struct FoundMetadata: CustomTestStringConvertible {
  var name: String
  var hasExif: Bool?
  var dotsPerInch: Double?
  var gamma: Double?
  var profileSize: Int?
  var keywords: [String]?
  /// The third text.
  var copyright: String?
  var animation: Animation?

  var testDescription: String { name }

  static let files = Sample.present(all, name: \.name)

  private static let all = [
    FoundMetadata(
      name: "fixtures/others/metadata.png", hasExif: true, dotsPerInch: 1000 * 0.0254, gamma: 2.5,
      keywords: ["Title", "Author", "Copyright"], copyright: "著作権 Ada"),
    FoundMetadata(name: "fixtures/others/profile.png", hasExif: false, profileSize: 588),
    FoundMetadata(
      name: "fixtures/others/parts.apng",
      animation: Animation(durations: [75_000, 75_000, 75_000, 80_000, 500_000], repetitions: 3)),
    FoundMetadata(name: "images/png/pngsuite/exif2c08.png", hasExif: true),
    FoundMetadata(name: "images/png/pngsuite/cdun2c08.png", dotsPerInch: 1000 * 0.0254),
    FoundMetadata(
      name: "images/png/pngsuite/ctzn0g04.png",
      keywords: ["Title", "Author", "Copyright", "Description", "Software", "Disclaimer"]),
    FoundMetadata(
      name: "images/png/pngsuite/ctjn0g04.png",
      copyright: "著作権ウィレムヴァンシャイク、カナダ2011"),
    FoundMetadata(name: "images/png/pngsuite/g25n3p04.png", gamma: 2.5),
    FoundMetadata(name: "images/png/p3-icc-offs.png", profileSize: 548),
    FoundMetadata(
      name: "images/png/apng-ball.png",
      animation: Animation(durations: Array(repeating: 75_000, count: 20))),
  ]
}

extension String {
  fileprivate func leftPadded(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count - self.count)) + self
  }
}
