import ConverterCore
import PictureModel
import TIFFStructure
import TestSupport
import Testing

@testable import TIFFPlugin

@Suite struct MetadataTests {
  /// Camera, a text behind a pointer, Exif with a maker note, a place, a thumbnail's directory.
  private static func exif(isBigEndian: Bool) -> [UInt8] {
    let builder = DirectoryBuilder(isBigEndian: isBigEndian, isBig: false)
    let fields = [
      builder.bytes(TIFFTag.make, TIFFType.ascii, Array("Fairy Cameras\0".utf8)),
      builder.short(TIFFTag.orientation, 1),
      builder.directory(
        TIFFTag.exifDirectory,
        [
          builder.short(0x8827, 25), builder.rational(0x829A, 0.125),
          builder.bytes(0x927C, TIFFType.undefined, Array("maker's own bytes".utf8)),
          builder.directory(
            TIFFTag.interoperabilityDirectory,
            [builder.bytes(1, TIFFType.ascii, Array("R98\0".utf8))]),
        ]),
      builder.directory(
        TIFFTag.gpsDirectory, [builder.bytes(1, TIFFType.ascii, Array("N\0".utf8))]),
    ]
    return builder.header(firstDirectory: 8) + builder.bytes(of: fields, at: 8).bytes
  }

  private static let profile = [UInt8](repeating: 7, count: 200)

  private static func full(isBigEndian: Bool = false) -> Picture {
    picture(.rgb8, width: 6, height: 5) { facts in
      facts.colour = .icc(profile)
      facts.metadata.exif = exif(isBigEndian: isBigEndian)
      facts.metadata.xmp = Array("<x:xmpmeta/>".utf8)
      facts.metadata.iptc = ImageResources.block(iptc: [0x1C, 2, 0x50, 0, 1, 0x41])
      facts.metadata.dotsPerInch = (300, 150.5)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func everythingComesBack(isBigEndian: Bool, isBig: Bool) throws {
    let file = try encode(Self.full(isBigEndian: isBigEndian), ["bigtiff": "\(isBig)"])
    let facts = try read(file).facts
    #expect(facts.colour == .icc(Self.profile))
    #expect(facts.metadata.xmp == Array("<x:xmpmeta/>".utf8))
    #expect(facts.metadata.iptc == ImageResources.block(iptc: [0x1C, 2, 0x50, 0, 1, 0x41]))
    #expect(facts.metadata.dotsPerInch?.x == 300)
    #expect(facts.metadata.dotsPerInch?.y == 150.5)
    // But for the orientation, which the file itself says.
    let exif = try #require(facts.metadata.exif)
    #expect(exif[0] == (isBigEndian ? 0x4D : 0x49))
    #expect(try Self.values(of: exif) == Self.values(of: Self.exif(isBigEndian: isBigEndian)))
  }

  /// Maker notes have offsets of their own, counted from the beginning of what they were written in.
  @Test func makerNotesStayWhereTheyWere() throws {
    let exif = Self.exif(isBigEndian: true)
    let file = try encode(Self.full(isBigEndian: true))
    #expect(Array(file[8..<exif.count]) == Array(exif[8...]))
  }

  /// Each page of a file has its own.
  @Test func furtherPagesHaveTheirs() throws {
    var document = Self.full(isBigEndian: true)
    let pages = [document, Self.full(isBigEndian: false)]
    document.parts = pages.enumerated().map { index, page in
      Sibling(name: "\(index + 1)") { () throws(ConversionError) in page }
    }
    let again = try read(encode(document))
    for part in again.parts {
      let exif = try #require(try part.open().facts.metadata.exif)
      #expect(try Self.values(of: exif) == Self.values(of: Self.exif(isBigEndian: true)))
    }
  }

  /// A thumbnail is a smaller copy, no page.
  @Test func thumbnailsAreNoPages() throws {
    let builder = DirectoryBuilder(isBigEndian: false, isBig: false)
    var exif = builder.header(firstDirectory: 8)
    let primary = builder.bytes(
      of: [builder.bytes(TIFFTag.make, TIFFType.ascii, Array("Fairy\0".utf8))], at: 8)
    exif += primary.bytes
    let place = exif.count
    exif.replaceSubrange(8 + primary.link..<12 + primary.link, with: builder.number(place, 4))
    // The head of a JPEG stream: 16×8 in YCbCr, 4:2:0.
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 3, 1, 0x22, 0]
    let thumbnail = builder.bytes(
      of: [builder.long(TIFFTag.jpegOffset, place + 30), builder.long(514, jpeg.count)], at: place
    ).bytes
    exif += thumbnail + jpeg
    let file = try encode(picture(.gray8) { $0.metadata.exif = exif })
    let again = try read(file)
    #expect(again.parts.isEmpty)
    #expect(again.facts.companions == [.init(.thumbnail, width: 16, height: 8)])
    let whole = try TIFFFile(InputFile(bytes: file))
    let directory = try whole.directory(at: whole.firstDirectory)
    #expect(directory.next == 0)
    let copy = try whole.directory(at: #require(try directory.integer(TIFFTag.subDirectories)))
    let start = try #require(try copy.integer(TIFFTag.stripOffsets))
    #expect(Array(file[start..<start + jpeg.count]) == jpeg)
    #expect(try copy.integers(TIFFTag.chromaSubsampling) == [2, 2])
  }

  @Test func unreadableExifIsSaid() throws {
    let output = try OutputFile(.memory)
    let context = context()
    try TIFFWriter().write(
      picture(.gray8) { $0.metadata.exif = [1, 2, 3] }, as: "public.tiff", to: output,
      options: TIFFOptions(ConversionOptions()), in: WritingContext(context))
    #expect(context.ledger.map(\.what) == ["exif"])
    #expect(try read(output.bytes).facts.metadata.exif == nil)
  }

  @Test(arguments: [(2, 72.0), (3, 182.88), (1, nil)])
  func resolutionHasUnits(unit: Int, expected: Double?) throws {
    var file = TinyTIFF()
    file.more = { builder in
      [
        builder.rational(TIFFTag.xResolution, 72), builder.rational(TIFFTag.yResolution, 72),
        builder.short(TIFFTag.resolutionUnit, unit),
      ]
    }
    #expect(try read(file.bytes).facts.metadata.dotsPerInch?.x == expected)
  }

  @Test(arguments: [Double.infinity, .nan, -1])
  func densityWithoutMeaningDoesNoHarm(density: Double) throws {
    let file = try encode(picture(.gray8) { $0.metadata.dotsPerInch = (density, 72) })
    #expect(try read(file).facts.metadata.dotsPerInch == nil)
  }

  /// Photoshop's numbers of 32 bits, swapped.
  @Test func swappedIPTCIsTurnedBack() throws {
    var file = TinyTIFF()
    file.more = { [$0.bytes(TIFFTag.iptc, TIFFType.undefined, [0, 0x50, 2, 0x1C, 0, 0, 0x41, 1])] }
    #expect(
      try read(file.bytes).facts.metadata.iptc
        == ImageResources.block(iptc: [0x1C, 2, 0x50, 0, 1, 0x41, 0, 0]))
  }

  /// A file whose directories lead to themselves is read once.
  @Test func circlesOfDirectoriesEnd() throws {
    var file = TinyTIFF()
    file.more = { [$0.long(TIFFTag.exifDirectory, 14), $0.long(TIFFTag.gpsDirectory, 14)] }
    _ = try read(file.bytes)
  }

  /// The fields with their values as little-endian bytes, those of directories below in their place.
  private static func values(of exif: [UInt8]) throws -> [String: [UInt8]] {
    let file = try TIFFFile(InputFile(bytes: exif))
    var result: [String: [UInt8]] = [:]
    func collect(_ offset: Int, _ prefix: String) throws {
      let directory = try file.directory(at: offset)
      let below: Set<UInt16> = [
        TIFFTag.exifDirectory, TIFFTag.gpsDirectory, TIFFTag.interoperabilityDirectory,
      ]
      for field in directory.fields.values where field.tag != TIFFTag.orientation {
        if below.contains(field.tag) {
          try collect(try #require(try directory.integer(field.tag)), "\(prefix)\(field.tag)/")
        } else {
          var bytes = try #require(try directory.bytes(field.tag))
          let size = field.type == 5 ? 4 : TIFFType.byteCount(of: field.type) ?? 1
          if file.isBigEndian {
            bytes = stride(from: 0, to: bytes.count, by: size).flatMap {
              bytes[$0..<$0 + size].reversed()
            }
          }
          result["\(prefix)\(field.tag)"] = bytes
        }
      }
    }
    try collect(file.firstDirectory, "")
    return result
  }
}
