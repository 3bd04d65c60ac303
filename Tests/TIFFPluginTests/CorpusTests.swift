import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import TIFFPlugin

/// Files of other programs. What they must look like was computed once with Pillow 12, over libtiff 4.7.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    let name: String
    var page = 0
    let width: Int
    let height: Int
    let format: PixelFormat
    /// FNV-1a of the first three million bytes of samples.
    var digest: UInt64?
    /// Of all bytes, where decoders differ by a bit.
    var mean: Double?

    var testDescription: String { "\(name) \(page + 1)" }
  }

  static let pages: [Expected] = [
    .init(
      name: "bigtiff.tif", width: 128, height: 128, format: .rgb8, digest: 0x9fd5_849c_fd0b_4536),
    .init(
      name: "lzw-rgb.tif", width: 128, height: 128, format: .rgb8, digest: 0x9fd5_849c_fd0b_4536),
    .init(
      name: "deflate-rgb.tif", width: 278, height: 374, format: .rgb8, digest: 0xe98d_65ac_e9f2_fd6d
    ),
    .init(
      name: "fax-g3-2pages.tif", width: 2464, height: 3248, format: .gray8,
      digest: 0xfe2a_d75f_6faa_5bfe),
    .init(
      name: "fax-g3-2pages.tif", page: 1, width: 1232, height: 1624, format: .gray8,
      digest: 0x0182_0cdb_70bd_f2b1),
    .init(
      name: "g4-3pages.tiff", width: 3307, height: 4677, format: .gray8,
      digest: 0x5f94_5cd0_6bd1_640a),
    .init(
      name: "g4-3pages.tiff", page: 1, width: 3307, height: 4677, format: .gray8,
      digest: 0x3167_2a21_e6a8_df4c),
    .init(
      name: "g4-3pages.tiff", page: 2, width: 3307, height: 4677, format: .gray8,
      digest: 0x99bf_4979_e396_e4ff),
    .init(
      name: "g4-orientation6.tif", width: 590, height: 88, format: .gray8,
      digest: 0xfcbc_81fa_acac_788d),
    .init(
      name: "gray16.tif", width: 64, height: 64, format: .gray16, digest: 0xdb7b_53ab_1346_4139),
    .init(
      name: "planar-lzw.tiff", width: 374, height: 499, format: .rgb8, digest: 0xee97_1770_aaf2_80f5
    ),
    .init(name: "cmyk-jpeg.tif", width: 100, height: 100, format: .cmyk8, mean: 210.552),
    .init(name: "old-jpeg.tif", width: 4160, height: 870, format: .rgb8, mean: 80.527),
    .init(name: "tiled-ycbcr-jpeg.tif", width: 480, height: 360, format: .rgb8, mean: 115.135),
    .init(
      name: "rgba16-lzw.tiff", width: 100, height: 40,
      format: PixelFormat(.rgb, alpha: .premultiplied, bitDepth: 16)),
    .init(name: "multipage.tiff", page: 2, width: 20, height: 20, format: .rgb8),
  ]

  @Test(arguments: pages)
  func pageIsAsOthersSeeIt(expected: Expected) throws {
    let context = context()
    let first = try read(Corpus.bytes("images/tiff/\(expected.name)"), in: context)
    let picture =
      first.parts.isEmpty ? first : try first.parts[expected.page].open()
    #expect(picture.facts.format == expected.format)
    #expect((picture.facts.width, picture.facts.height) == (expected.width, expected.height))
    let source = try picture.open(PixelDemand([expected.format]))
    let buffer = try PixelBuffer(collecting: source, in: context)
    let plane = buffer.planes[0]
    let count = plane.width * expected.format.bytesPerSample
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var taken = 0
    var sum = 0
    for y in 0..<plane.height {
      let row = plane.row(y, as: UInt8.self)
      for x in 0..<count {
        sum += Int(row[x])
        guard taken < 3_000_000 else { continue }
        digest = (digest ^ UInt64(row[x])) &* 0x100_0000_01b3
        taken += 1
      }
    }
    // The planes live as long as their buffer.
    withExtendedLifetime(buffer) {}
    if let wanted = expected.digest { #expect(digest == wanted) }
    if let mean = expected.mean {
      #expect(abs(Double(sum) / Double(count * plane.height) - mean) < 0.2)
    }
    #expect(context.warnings.isEmpty)
  }

  /// The same picture as the others called hopper, by way of L*a*b*.
  @Test func labIsTheSamePicture() throws {
    let lab = try decode(Corpus.bytes("images/tiff/lab.tif"))
    let rgb = try decode(Corpus.bytes("images/tiff/lzw-rgb.tif"))
    let differences = zip(lab, rgb).map { Double(abs($0 - $1)) }
    #expect(differences.reduce(0, +) / Double(differences.count) < 4)
  }

  @Test func pagesAreCounted() throws {
    for (name, count) in [
      ("fax-g3-2pages.tif", 2), ("g4-3pages.tiff", 3), ("multipage.tiff", 3), ("gray16.tif", 0),
    ] {
      #expect(try read(Corpus.bytes("images/tiff/\(name)")).parts.count == count)
    }
  }
}
