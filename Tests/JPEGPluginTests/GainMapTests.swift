import ConverterCore
import Foundation
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

/// Files of a base picture and a gain map: Ultra HDR, ISO 21496-1.
@Suite struct GainMapTests {
  static let gray = Pixels.waves(.gray8, width: 48, height: 32)

  /// 96×64 with a gain map of half its size.
  static func picture(
    _ kind: GainMap.Kind = .iso, map: Pixels = gray, metadata: PictureMetadata = PictureMetadata(),
    _ change: (inout GainMap) -> Void = { _ in }
  ) -> Picture {
    var picture = Pixels.waves(.rgb8, width: 96, height: 64).picture()
    picture.facts.metadata = metadata
    picture.siblings = [Sibling(name: "gainmap") { () throws(ConversionError) in map.picture() }]
    var gainMap = GainMap(
      kind, channels: [.init(minimum: 0, maximum: 1.75)], alternateHeadroom: 1.75)
    gainMap.placement = GainMap.Placement(width: 96, height: 64)
    change(&gainMap)
    picture.facts.gainMap = gainMap
    return picture
  }

  static func file(_ picture: Picture, quality: Double? = nil) throws -> UltraHDRFile {
    try #require(UltraHDRFile(encode(picture, quality: quality)))
  }

  @Test func theIndexAndBothFormsAreThere() throws {
    let file = try Self.file(Self.picture())
    #expect(file.entries.map(\.attribute) == [0x03_0000, 0])
    #expect(file.entries.map(\.dependents) == [0, 0])
    #expect(file.versions == [0, 0, 0, 0])
    let base = try #require(file.xmp)
    #expect(base.contains(#"hdrgm:Version="1.0""#))
    #expect(
      base.contains(
        #"Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\#(file.further.count)""#))
    let gainMap = try #require(Self.picture().facts.gainMap)
    #expect(file.metadata == gainMap.isoMetadata)
    #expect(file.furtherXMP.map { Array($0.utf8) } == gainMap.xmpPacket)
    #expect(try decode(file.further, as: .gray8).psnr(to: Self.gray) > 38)
  }

  /// The base of such a file is the file that there is without a gain map, but for three segments.
  @Test func theBaseIsThatOfAnOrdinaryFile() throws {
    let file = try Self.file(Self.picture())
    var plain = Self.picture()
    plain.facts.gainMap = nil
    let pixels = try decode(encode(plain), as: .rgb8)
    #expect(try decode(file.primary, as: .rgb8) == pixels)
    #expect(UltraHDRFile(try encode(plain)) == nil)
  }

  @Test func whatIsWrittenIsRead() throws {
    let picture = try read(encode(Self.picture()))
    let gainMap = try #require(picture.facts.gainMap)
    #expect(gainMap == Self.picture().facts.gainMap)
    #expect(picture.facts.companions.map(\.kind) == [.gainmap])
    #expect(picture.siblings.map(\.name) == ["gainmap"])
    let map = try #require(try picture.gainMapPicture(in: context()))
    #expect((map.facts.width, map.facts.height) == (48, 32))
  }

  @Test("without ISO's segment XMP tells it, without either nothing does")
  func lesserFiles() throws {
    let file = try encode(Self.picture())
    let urn = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    var other = file
    while let place = other.position(of: urn) { other[place] = 0x55 }
    var expected = Self.picture().facts.gainMap
    expected?.kind = .ultraHDR
    let read = try read(other)
    #expect(read.facts.gainMap == expected)
    let name = Array("hdrgm:GainMapMax".utf8)
    while let place = other.position(of: name) { other[place + 6] = 0x55 }
    #expect(try JPEGPluginTests.read(other).facts.gainMap == nil)
  }

  /// The headroom of a phone's JPEG stands in the notes of the base.
  @Test func applesFormIsWrittenAsTheStandards() throws {
    let picture = Self.picture(.apple)
    let table = try #require(picture.facts.gainMap).channels[0].maximum
    let file = try Self.file(picture, quality: 1)
    let written = try #require(try read(encode(picture)).facts.gainMap)
    #expect(written.kind == .iso && written.channels == [.init(minimum: 0, maximum: table)])
    // By the standard's formula the decoded map gives what Apple's gives on the pixels that came in.
    let decoded = try decode(file.further, as: .gray8).planes[0]
    let headroom = exp2(1.75)
    for (sample, own) in zip(decoded, Self.gray.planes[0]) {
      let value = Double(own) / 255
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      let apple = log2(1 + (headroom - 1) * light)
      // JPEG at its best quality: two steps of 255 more than the rounding.
      #expect((Double(sample) / 255 * 1.75 - apple).magnitude < 2.6 * 1.75 / 255)
    }
  }

  @Test func aJPEGMapIsCopied() throws {
    let first = try encode(Self.picture(), quality: 0.95)
    let stream = try #require(UltraHDRFile(first)).further
    let again = try #require(UltraHDRFile(encode(read(first), quality: 0.3)))
    #expect(again.further == stream)
    // Smaller is another picture: it is encoded anew.
    var smaller = try read(first)
    var options = ConversionOptions()
    options.resize = .percent(50)
    smaller = try ResizeTransform().apply(
      to: smaller,
      for: JPEGWriter().capabilities(for: "public.jpeg", options: JPEGOptions(options)),
      options: options, in: context())
    let half = try Self.file(smaller)
    #expect(half.metadata == UltraHDRFile(first)?.metadata)
    let map = try decode(half.further, as: .gray8)
    #expect((map.width, map.height) == (24, 16))
  }

  @Test func aTurnedBaseTurnsItsMap() throws {
    let file = try encode(Self.picture())
    // Exif with nothing but orientation 6, behind the start of the image.
    let exif =
      Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
      + [0, 0, 0, 0]
    let turned =
      file.prefix(2) + MultiPictureTests.segment(.app1, exif) + file.dropFirst(2)
    let picture = try read(Array(turned))
    #expect((picture.facts.width, picture.facts.height) == (64, 96))
    #expect(picture.facts.companions.map(\.width) == [32])
    let again = try Self.file(picture, quality: 1)
    let upright = try decode(again.further, as: .gray8)
    let stored = try decode(try #require(UltraHDRFile(file)).further, as: .gray8)
    #expect((upright.width, upright.height) == (32, 48))
    for y in 0..<48 {
      for x in 0..<32 {
        let (own, other) = (upright.planes[0][y * 32 + x], stored.planes[0][(31 - x) * 48 + y])
        #expect(abs(Int(own) - Int(other)) <= 3)
      }
    }
  }

  /// Without all metadata the file is made anew around the coefficients, and the gain map is put behind it.
  @Test(arguments: [1, 3, 6, 8], [ConversionOptions.MetadataPolicy.share, .none])
  func compressingKeepsTheMap(
    turned number: Int, _ policy: ConversionOptions.MetadataPolicy
  ) throws {
    let plain = try encode(Self.picture())
    let stream = try #require(UltraHDRFile(plain)).further
    let source = number == 1 ? plain : CompressionTests.turned(plain, by: number)
    let before = try read(source)
    for quality in [nil, Quality(0.5)] {
      let result = try Conversion(source, compressing: true) {
        ($0.metadata, $0.hdr, $0.quality) = (policy, .keep, quality)
        $0.require = ["gainmap"]
      }
      #expect(result.error == nil)
      #expect(result.entry("gainmap")?.action == .kept)
      let file = try #require(UltraHDRFile(result.bytes))
      #expect(file.further == stream)
      let after = try read(result.bytes)
      #expect(after.facts.gainMap == before.facts.gainMap)
      #expect(after.facts.storedOrientation.rawValue == number)
      let maps = try [before, after].map { picture in
        let map = try #require(try picture.gainMapPicture(in: context()))
        return try Pixels(map.open(PixelDemand([.gray8])))
      }
      #expect(maps[0] == maps[1])
    }
  }

  /// A map that says for itself how it is turned is turned as the base's pixels are.
  @Test func aMapThatIsStoredOtherwiseIsTurned() throws {
    let stored = CompressionTests.turned(
      try #require(UltraHDRFile(encode(Self.picture()))).further, by: 1)
    let base = CompressionTests.turned(
      try encode(Pixels.waves(.rgb8, width: 64, height: 96).picture()), by: 6)
    let source = MultiPictureTests.file([(type: 0, bytes: stored)], after: base)
    let before = try #require(try read(source).gainMapPicture(in: context()))
    #expect((before.facts.width, before.facts.height) == (48, 32))
    let result = try Conversion(source, compressing: true) {
      ($0.metadata, $0.hdr) = (.share, .keep)
    }
    let file = try #require(UltraHDRFile(result.bytes))
    #expect(try read(file.further).facts.width == 32)
    let after = try #require(try read(result.bytes).gainMapPicture(in: context()))
    let pixels = try [before, after].map { try Pixels($0.open(PixelDemand([.gray8]))) }
    #expect((pixels[1].width, pixels[1].height) == (48, 32))
    #expect(pixels[0].psnr(to: pixels[1]) > 36)
  }

  /// Adobe's header is shorter than JFIF's, and the index behind it is found nevertheless.
  @Test func theBaseMayBeRGB() throws {
    let map = Pixels.waves(.gray8, width: 20, height: 12)
    let stream = try #require(UltraHDRFile(encode(Self.picture(map: map)))).further
    let source = MultiPictureTests.file(
      [(type: 0, bytes: stream)], after: TinyJPEG.adobeRGB.bytes)
    let result = try Conversion(source, compressing: true) {
      ($0.metadata, $0.hdr) = (.share, .keep)
    }
    let file = try #require(UltraHDRFile(result.bytes))
    #expect(file.segments[0].marker == JPEGMarker.app14.rawValue)
    #expect(file.further == stream)
    #expect(try decode(file.primary, as: .rgb8).digest == TinyJPEG.adobeRGB.digest)
  }

  /// Coefficients alone do not take the gain map along: what is to lose nothing refuses to lose it.
  @Test(arguments: [[:], ["rotate": "90"]])
  func losslessOnlyDoesNotLoseTheMap(_ settings: [String: String]) throws {
    let source = try encode(Self.picture())
    let only = settings.merging(["lossless": "only"]) { $1 }
    let refused = try Conversion(source) { ($0.settings, $0.hdr) = (only, .keep) }
    #expect(refused.error?.code == .requirementNotMet)
    #expect(refused.error?.message.contains("its gain map is to go along") == true)
    let dropped = try Conversion(source, only)
    #expect(dropped.error == nil)
    #expect(dropped.entry("gainmap")?.action == .dropped)
  }

  @Test func threeColoursStayThree() throws {
    let channels = (1...3).map { GainMap.Channel(minimum: 0, maximum: Double($0) / 2) }
    let map = Pixels.waves(.rgb8, width: 48, height: 32)
    let picture = Self.picture(map: map) { $0.channels = channels }
    let file = try Self.file(picture, quality: 0.95)
    #expect(try read(encode(picture)).facts.gainMap?.channels == channels)
    #expect(try decode(file.further, as: .rgb8).psnr(to: map) > 30)
    #expect(file.furtherXMP?.contains("<rdf:li>0.5</rdf:li><rdf:li>1</rdf:li>") == true)
  }

  // MARK: Metadata

  @Test func metadataOfThePictureStay() throws {
    var metadata = PictureMetadata()
    metadata.exif = MetadataTests.noise(300)
    metadata.xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\
      <dc:source>own</dc:source></rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
    let file = try Self.file(Self.picture(metadata: metadata))
    let xmp = try #require(file.xmp)
    #expect(xmp.contains("<dc:source>own</dc:source>"))
    #expect(xmp.contains("Item:Length=\"\(file.further.count)\""))
    #expect(xmp.hasSuffix("</rdf:RDF></x:xmpmeta>"))
    // Nothing of it is told a second time.
    #expect(file.further.position(of: "own") == nil)
    #expect(file.further.position(of: "Exif") == nil)
  }

  @Test func xmpOfAnySizeLeavesRoomForIt() throws {
    for size in [64_500, 65_000, 65_400, 65_510, 70_000, 200_000] {
      var metadata = PictureMetadata()
      let filler = String(repeating: "x", count: size - 230)
      metadata.xmp = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\
        <dc:source>\(filler)</dc:source></rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8)
      let bytes = try encode(Self.picture(metadata: metadata))
      let file = try #require(UltraHDRFile(bytes))
      #expect(file.xmp?.contains("Item:Length=\"\(file.further.count)\"") == true)
      let read = try #require(try read(bytes).facts.metadata.xmp)
      #expect(String(decoding: read, as: UTF8.self).contains(">\(filler)<"))
    }
  }

  @Test func xmpInAnotherFormGoesBehind() throws {
    var metadata = PictureMetadata()
    metadata.xmp = Array("<odd/>".utf8)
    let file = try Self.file(Self.picture(metadata: metadata))
    #expect(file.xmp?.contains("Item:Semantic=\"GainMap\"") == true)
    #expect(file.primary.position(of: "<odd/>") != nil)
  }

  // MARK: Damage

  /// A file whose gain map has a whole header and spoilt data.
  private static func spoilt(cutOff isCutOff: Bool) throws -> [UInt8] {
    let whole = try encode(picture())
    let file = try #require(UltraHDRFile(whole))
    let scan = try #require(file.further.position(of: [0xFF, JPEGMarker.startOfScan.rawValue]))
    let start = file.primary.count + scan + 10
    guard !isCutOff else { return Array(whole.prefix(start + 20)) }
    return whole[..<start] + Array(repeating: 0xFE, count: whole.count - start - 2)
      + whole.suffix(2)
  }

  @Test(arguments: [true, false])
  func aDamagedMapIsDropped(cutOff isCutOff: Bool) throws {
    let source = try Self.spoilt(cutOff: isCutOff)
    #expect(try read(source).facts.gainMap != nil)
    for purpose in [false, true] {
      let result = try Conversion(source, compressing: purpose) {
        ($0.metadata, $0.hdr) = (.share, .keep)
      }
      #expect(result.error == nil)
      let entry = try #require(result.entry("gainmap"))
      #expect(entry.action == .dropped)
      #expect(entry.why?.hasPrefix("it cannot be read: its data is damaged") == true)
      let picture = try read(result.bytes)
      #expect(picture.facts.gainMap == nil && picture.siblings.isEmpty)
      let required = try Conversion(source, compressing: purpose) {
        ($0.metadata, $0.hdr, $0.require) = (.share, .keep, ["gainmap"])
      }
      #expect(required.error?.code == .requirementNotMet)
    }
  }

  /// Where all stays to the byte, so does what is damaged.
  @Test func aDamagedMapStaysWithAllTheRest() throws {
    let source = try Self.spoilt(cutOff: false)
    let result = try Conversion(source, compressing: true) { $0.hdr = .keep }
    #expect(result.bytes.count < source.count)
    #expect(result.entry("gainmap") == LedgerEntry("gainmap", .kept))
    #expect(UltraHDRFile(result.bytes)?.further == UltraHDRFile(source)?.further)
  }

  @Test func cutOffAnywhere() throws {
    let file = try encode(Self.picture(), quality: 0.2)
    for count in 0..<file.count {
      let cut = Array(file.prefix(count))
      guard let picture = try? read(cut) else { continue }
      _ = try? picture.gainMapPicture(in: context()).map {
        try Pixels($0.open(PixelDemand([.gray8])))
      }
      _ = try? encode(picture)
    }
  }

  @Test func everyByteOfTheHeaderDamaged() throws {
    let file = try encode(Self.picture(), quality: 0.2)
    let end = try #require(UltraHDRFile(file)).segments.last.map { $0.offset + $0.payload.count }
    for offset in 2..<(try #require(end)) {
      var damaged = file
      damaged[offset] = offset.isMultiple(of: 2) ? 0xFF : file[offset] ^ 0x81
      guard let picture = try? read(damaged) else { continue }
      _ = try? encode(picture)
    }
  }

  @Test func memoryIsChecked() throws {
    var limits = Limits.standard
    limits.memory = 1000
    #expect(
      errorCode { _ = try encode(Self.picture(), in: context(limits: limits)) } == .limitExceeded)
  }

  @Test func moreThanTheIndexCounts() {
    #expect(
      errorCode { _ = try MultiPictureIndex.payload(sizes: [1 << 32, 1], at: 24) }
        == .limitExceeded)
    #expect(
      errorCode { _ = try MultiPictureIndex.payload(sizes: [1 << 31, 1 << 31], at: 24) }
        == .limitExceeded)
  }

  /// Into a file, where the index is replaced behind the buffer.
  @Test func intoAFile() throws {
    let output = try OutputFile(.scratch)
    try JPEGWriter().write(
      Self.picture(), as: "public.jpeg", to: output, options: JPEGOptions(ConversionOptions()),
      in: WritingContext(context()))
    // Nothing is in the buffer any more once the index is replaced.
    var bytes = [UInt8](repeating: 0, count: output.byteCount)
    let count = try bytes.withUnsafeMutableBytes { try output.read(at: 0, into: $0) }
    #expect(try count == bytes.count && bytes == encode(Self.picture()))
  }

  @Test(.enabled(if: ExifTool.isInstalled, "exiftool is not installed"))
  func exiftoolFindsBoth() throws {
    let bytes = try encode(Self.picture())
    let file = try #require(UltraHDRFile(bytes))
    let tags = try ExifTool.tags(of: bytes, ["-MPF:all", "-XMP:all", "-Warning"])
    #expect(tags["NumberOfImages"] == "2")
    #expect(tags["MPImageLength"] == "\(file.further.count)")
    #expect(tags["MPImageStart"] == "\(file.primary.count)")
    #expect(tags["DirectoryItemLength"] == "\(file.further.count)")
    #expect(tags["Version"] == "1" || tags["Version"] == "1.0")
    #expect(tags["Warning"] == nil)
    let map = try ExifTool.tags(of: file.further, ["-XMP-hdrgm:all", "-Warning"])
    #expect(map["GainMapMax"] == "1.75" && map["HDRCapacityMax"] == "1.75")
    #expect(["0", "false", "False"].contains(map["BaseRenditionIsHDR"]))
  }
}
