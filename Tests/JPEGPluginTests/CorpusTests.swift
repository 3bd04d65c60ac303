import ConverterCore
import Foundation
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import JPEGPlugin

/// Files of other programs and of cameras.
@Suite struct CorpusTests {
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let width: Int
    let height: Int
    let coding: String
    /// Of the interleaved samples, as `djpeg -dct int` gives them (ImageMagick, for CMYK), or Pillow.
    let digest: String
    /// The scale that the digest is of: the large ones are compared small.
    var eighths = 8
    var format = PixelFormat.rgb8
    var profileSize: Int?
    var thumbnail: (width: Int, height: Int)?

    var testDescription: String { name }

    /// Asks for ``format`` at the scale.
    var demand: PixelDemand {
      PixelDemand(
        [format], sufficientSize: ((width * eighths + 7) / 8, (height * eighths + 7) / 8))
    }
  }

  static let files = Sample.present(fixtures + photos, name: \.name)

  private static let fixtures = [
    File(
      name: "fixtures/others/profile.jpg", width: 128, height: 96, coding: "baseline, 4:2:0",
      digest: "002A9097B5B913835D4EF12D60392BB7", profileSize: 588, thumbnail: (40, 30)),
    File(
      name: "fixtures/others/422.jpg", width: 120, height: 90, coding: "baseline, 4:2:2",
      digest: "EF151596DFC7FB72FDCA04A23A950F1A", thumbnail: (40, 30)),
    File(
      name: "fixtures/others/turned.jpg", width: 96, height: 128, coding: "baseline, 4:4:4",
      digest: "7BDE8DB4C44EEBA1BDD49D618D1AF48B"),
    File(
      name: "fixtures/others/cmyk.jpg", width: 100, height: 80, coding: "baseline, CMYK",
      digest: "42EF28019C4E1008D3917B9C9793E6E9", format: .cmyk8),
    File(
      name: "fixtures/others/gray.jpg", width: 100, height: 77, coding: "baseline, gray",
      digest: "5A7FF3C4CC8886AF4623F6B619F44248", format: .gray8),
    File(
      name: "fixtures/others/progressive.jpg", width: 90, height: 70,
      coding: "progressive, 4:2:0", digest: "D776D7030E53B84D8A10B2EBBA067CDF", profileSize: 588),
    File(
      name: "fixtures/others/stereo.mpo", width: 96, height: 64, coding: "baseline, 4:2:0",
      digest: "09C47C0C289A20F384A00090F05C9DDD"),
    File(
      name: "fixtures/others/wide.jpg", width: 640, height: 400, coding: "baseline, 4:2:0",
      digest: "EE98C9033CAFFF47A4A4848931A23FB0", eighths: 2),
  ]

  private static let photos = [
    File(
      name: "images/jpeg/canon-g9-icc.jpg", width: 2560, height: 1600, coding: "baseline, 4:2:0",
      digest: "C64B42A1735F93EE04C6751840839431", eighths: 1, profileSize: 3144,
      thumbnail: (196, 122)),
    File(
      name: "images/jpeg/canon-ixus-exif.jpg", width: 640, height: 480, coding: "baseline, 4:2:2",
      digest: "A06F49EE1C303D34D9E69BDC625BA1FA", thumbnail: (160, 120)),
    File(
      name: "images/jpeg/canon-sx60-orientation6.jpg", width: 2048, height: 1536,
      coding: "baseline, 4:2:2",
      digest: "303B1F7E398D9B423E200524B1F7B329", eighths: 1, thumbnail: (160, 120)),
    File(
      name: "images/jpeg/cmyk-adobe-icc.jpg", width: 500, height: 333, coding: "baseline, YCCK",
      digest: "470692A7C3F90D1209F592893E8D450E", format: .cmyk8, profileSize: 557168,
      thumbnail: (160, 107)),
    File(
      name: "images/jpeg/cmyk-small.jpg", width: 100, height: 100, coding: "baseline, YCCK",
      digest: "72E1C414D411B956708E5553C945FD97", format: .cmyk8, thumbnail: (100, 100)),
    File(
      name: "images/jpeg/gray.jpg", width: 128, height: 128, coding: "baseline, gray",
      digest: "73D9D163945F2F5B7159183446B6E748", format: .gray8),
    File(
      name: "images/jpeg/nikon-p6000-gps.jpg", width: 640, height: 480, coding: "baseline, 4:2:2",
      digest: "80B4903D0DEEC6D9F598B06649563E03", thumbnail: (160, 120)),
    File(
      name: "images/jpeg/progressive.jpg", width: 320, height: 240, coding: "progressive, 4:2:0",
      digest: "F2341DCD762B31F65A7549EC6FE5D95E", profileSize: 3048, thumbnail: (160, 120)),
    File(
      name: "images/jpeg/samsung-s7-gps.jpg", width: 4032, height: 2012, coding: "baseline, 4:4:0",
      digest: "D148FB8F168BA6A7A47145DB28BFD88E", eighths: 2),
    File(
      name: "images/jpeg/mpo-stereo.mpo", width: 640, height: 480, coding: "baseline, 4:2:2",
      digest: "53CC8D3BBE659C21C469ECB0257C4A69", thumbnail: (160, 120)),
  ]

  /// The stream as it is stored: orientation is the model's part and tested there.
  static func stored(_ name: String, in context: ConversionContext) throws -> JPEGStream {
    let input = try InputFile(path: FilePath(Sample(name).path))
    return try JPEGStream(input, range: 0..<input.byteCount, in: context)
  }

  static func open(
    _ name: String, in context: ConversionContext = context()
  ) throws -> Picture {
    let input = try InputFile(path: FilePath(Sample(name).path))
    return try JPEGReader().read(input, type: "public.jpeg", in: ReadingContext(context))
  }

  @Test("facts", arguments: files)
  func facts(_ file: File) throws {
    let context = context()
    let stream = try Self.stored(file.name, in: context)
    #expect(stream.frame.width == file.width && stream.frame.height == file.height)
    let facts = stream.picture().facts
    #expect(facts.coding == file.coding)
    var size: Int?
    if case .icc(let profile) = facts.colour { size = profile.count }
    #expect(size == file.profileSize)
    let thumbnail = file.thumbnail.map {
      PictureFacts.Companion(.thumbnail, width: $0.width, height: $0.height, detail: "in Exif")
    }
    #expect(facts.companions == (thumbnail.map { [$0] } ?? []))
    #expect(context.ledger.isEmpty && context.warnings.isEmpty)
  }

  @Test("samples are those of the reference decoder", arguments: files)
  func samples(_ file: File) throws {
    let context = context()
    let input = try InputFile(path: FilePath(Sample(file.name).path))
    let source = try JPEGPixelSource(
      JPEGByteSource(input, range: 0..<input.byteCount, in: context), for: file.demand)
    let pixels = try Pixels(source)
    #expect(pixels.format == file.format)
    #expect(pixels.digest == file.digest)
    #expect(context.warnings.isEmpty)
  }

  @Test("JPEG to JPEG keeps planes, profile and metadata", arguments: files)
  func reencode(_ file: File) throws {
    var picture = try Self.open(file.name)
    // That the tag becomes 1 is the metadata policy's part.
    if picture.facts.storedOrientation != .upright { picture.facts.metadata.exif = nil }
    let back = try read(encode(picture, quality: 0.95))
    #expect(back.facts.width == picture.facts.width && back.facts.height == picture.facts.height)
    #expect(back.facts.colour == picture.facts.colour)
    #expect(back.facts.metadata == picture.facts.metadata)
    #expect(back.facts.format == picture.facts.format)
    let before = try Pixels(picture.open(file.demand))
    let after = try Pixels(back.open(file.demand))
    #expect(after.psnr(to: before) > 34, "\(after.psnr(to: before)) dB")
  }

  @Test("a file without its last byte was cut off")
  func lastByteMissing() throws {
    let bytes = try Places.fixtureBytes("others/profile.jpg").dropLast()
    #expect(errorCode { _ = try decode(Array(bytes), as: .rgb8) } == .damagedInput)
    guard Corpus.isPresent else { return }
    let code = errorCode {
      _ = try Pixels(Self.open("images/jpeg/bad-truncated.jpg").open(PixelDemand([.rgb8])))
    }
    #expect(code == .damagedInput)
  }

  @Test(
    "all orientations stand upright",
    arguments: Sample.present(
      [
        "fixtures/others/orientation/landscape", "images/jpeg/orientation/landscape",
        "images/jpeg/orientation/portrait",
      ], name: \.self), [1, 3, 4, 5, 6, 7, 8])
  func orientation(_ name: String, _ number: Int) throws {
    // The second is the model: the first was not made from the same pixels as the rest.
    let first = try Self.open("\(name)_2.jpg")
    let other = try Self.open("\(name)_\(number).jpg")
    #expect(other.facts.storedOrientation.rawValue == number)
    #expect(other.facts.width == first.facts.width && other.facts.height == first.facts.height)
    func small(_ picture: Picture) throws -> Pixels {
      let demand = PixelDemand(
        [.rgb8], sufficientSize: ((first.facts.width + 7) / 8, (first.facts.height + 7) / 8))
      var pixels = try Pixels(picture.pixels(for: demand, in: context()))
      // The digit painted into each stands in the middle: the first and last rows are compared.
      let count = pixels.width * 3 * (pixels.height / 5)
      pixels.planes[0] = Array(pixels.planes[0].prefix(count) + pixels.planes[0].suffix(count))
      return pixels
    }
    let likeness = try small(other).psnr(to: small(first))
    #expect(likeness > (number == 1 ? 20 : 35), "\(likeness) dB")
  }

  @Test(
    "a stereo picture has the other view as its sibling",
    arguments: files.filter { $0.name.hasSuffix(".mpo") })
  func stereo(_ file: File) throws {
    let picture = try Self.open(file.name)
    #expect(
      picture.facts.companions.last
        == PictureFacts.Companion(
          .image, width: file.width, height: file.height, detail: "stereo"))
    #expect(picture.siblings.map(\.name) == ["2"])
    let other = try #require(picture.siblings.first).open()
    let (left, right) = try (
      Pixels(picture.open(PixelDemand([.rgb8]))), Pixels(other.open(PixelDemand([.rgb8])))
    )
    // Two views of one scene: alike, not the same.
    #expect(left != right)
    #expect(left.psnr(to: right) > 8)
  }

  /// Of the first, the header of its first scan is the last; the copy of an Ultra HDR picture in the corpus holds
  /// 48 of 520 kB: no data, and no gain map.
  @Test(
    "a file that ends with its header has facts, and no pixels",
    arguments: Sample.present(
      [
        ("fixtures/others/stereo.mpo", 1475, 700, 64),
        ("images/jpeg/ultrahdr-gainmap.jpg", 48 << 10, 38_000, 2688),
      ], name: \.0))
  func headerAlone(name: String, end: Int, metadata: Int, rows: Int) throws {
    let context = context()
    let picture = try read(Array(Sample(name).bytes().prefix(end)), in: context)
    let found = picture.facts.metadata
    #expect((found.exif?.count ?? 0) + (found.xmp?.count ?? 0) >= metadata)
    #expect(context.ledger.isEmpty)
    #expect(
      context.warnings == ["the file ends before 1 of the further pictures that it lists"])
    let error = #expect(throws: ConversionError.self) {
      try picture.open(PixelDemand([.rgb8])).nextBand()
    }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.contains("row 0 of \(rows)") == true)
  }
}
