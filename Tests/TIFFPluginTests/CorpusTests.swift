import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import TIFFPlugin

/// Files of other programs. What they must look like was computed once with Pillow 12, over libtiff 4.7.
@Suite struct CorpusTests {
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

  static let pages = Sample.present(fixtures + real, name: \.name)

  private static let fixtures: [Expected] = [
    .init(
      name: "fixtures/others/tiff/bigtiff.tif", width: 40, height: 24, format: .rgb8,
      digest: 0xd247_abaf_088d_d584),
    .init(
      name: "fixtures/others/tiff/lzw-rgb.tif", width: 40, height: 24, format: .rgb8,
      digest: 0xd247_abaf_088d_d584),
    .init(
      name: "fixtures/others/tiff/deflate-rgb.tif", width: 40, height: 24, format: .rgb8,
      digest: 0xd247_abaf_088d_d584),
    .init(
      name: "fixtures/others/tiff/planar.tif", width: 40, height: 24, format: .rgb8,
      digest: 0xd247_abaf_088d_d584),
    .init(
      name: "fixtures/others/tiff/fax-g3-2pages.tif", width: 200, height: 120, format: .gray8,
      digest: 0x9384_00aa_e7c7_8801),
    .init(
      name: "fixtures/others/tiff/fax-g3-2pages.tif", page: 1, width: 100, height: 60,
      format: .gray8,
      digest: 0x74a4_e055_fe2d_3d2c),
    .init(
      name: "fixtures/others/tiff/g4-3pages.tif", width: 200, height: 120, format: .gray8,
      digest: 0x9384_00aa_e7c7_8801),
    .init(
      name: "fixtures/others/tiff/g4-3pages.tif", page: 1, width: 200, height: 120, format: .gray8,
      digest: 0x1044_ac10_4900_ed21),
    .init(
      name: "fixtures/others/tiff/g4-3pages.tif", page: 2, width: 60, height: 30, format: .gray8,
      digest: 0x2692_acd3_6e54_2d21),
    .init(
      name: "fixtures/others/tiff/g4-orientation6.tif", width: 120, height: 200, format: .gray8,
      digest: 0x10a0_70e6_1273_0ce1),
    .init(
      name: "fixtures/others/tiff/gray16.tif", width: 32, height: 24, format: .gray16,
      digest: 0x4ad5_8886_9f69_eac3),
    .init(
      name: "fixtures/others/tiff/cmyk-jpeg.tif", width: 40, height: 24, format: .cmyk8,
      mean: 97.989),
    .init(
      name: "fixtures/others/tiff/rgb-jpeg.tif", width: 40, height: 24, format: .rgb8,
      mean: 124.234),
  ]

  private static let real: [Expected] = [
    .init(
      name: "images/tiff/bigtiff.tif", width: 128, height: 128, format: .rgb8,
      digest: 0x9fd5_849c_fd0b_4536),
    .init(
      name: "images/tiff/lzw-rgb.tif", width: 128, height: 128, format: .rgb8,
      digest: 0x9fd5_849c_fd0b_4536),
    .init(
      name: "images/tiff/deflate-rgb.tif", width: 278, height: 374, format: .rgb8,
      digest: 0xe98d_65ac_e9f2_fd6d
    ),
    .init(
      name: "images/tiff/fax-g3-2pages.tif", width: 2464, height: 3248, format: .gray8,
      digest: 0xfe2a_d75f_6faa_5bfe),
    .init(
      name: "images/tiff/fax-g3-2pages.tif", page: 1, width: 1232, height: 1624, format: .gray8,
      digest: 0x0182_0cdb_70bd_f2b1),
    .init(
      name: "images/tiff/g4-3pages.tiff", width: 3307, height: 4677, format: .gray8,
      digest: 0x5f94_5cd0_6bd1_640a),
    .init(
      name: "images/tiff/g4-3pages.tiff", page: 1, width: 3307, height: 4677, format: .gray8,
      digest: 0x3167_2a21_e6a8_df4c),
    .init(
      name: "images/tiff/g4-3pages.tiff", page: 2, width: 3307, height: 4677, format: .gray8,
      digest: 0x99bf_4979_e396_e4ff),
    .init(
      name: "images/tiff/g4-orientation6.tif", width: 590, height: 88, format: .gray8,
      digest: 0xfcbc_81fa_acac_788d),
    .init(
      name: "images/tiff/gray16.tif", width: 64, height: 64, format: .gray16,
      digest: 0xdb7b_53ab_1346_4139),
    .init(
      name: "images/tiff/planar-lzw.tiff", width: 374, height: 499, format: .rgb8,
      digest: 0xee97_1770_aaf2_80f5
    ),
    .init(
      name: "images/tiff/cmyk-jpeg.tif", width: 100, height: 100, format: .cmyk8, mean: 210.552),
    .init(name: "images/tiff/old-jpeg.tif", width: 4160, height: 870, format: .rgb8, mean: 80.527),
    .init(
      name: "images/tiff/tiled-ycbcr-jpeg.tif", width: 480, height: 360, format: .rgb8,
      mean: 115.135),
    .init(
      name: "images/tiff/rgba16-lzw.tiff", width: 100, height: 40,
      format: PixelFormat(.rgb, alpha: .premultiplied, bitDepth: 16)),
    .init(name: "images/tiff/multipage.tiff", page: 2, width: 20, height: 20, format: .rgb8),
  ]

  @Test(arguments: pages)
  func pageIsAsOthersSeeIt(expected: Expected) throws {
    let context = context()
    let first = try read(Sample(expected.name).bytes(), in: context)
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

  static let folders = Sample.present(["fixtures/others/tiff", "images/tiff"], name: \.self)

  /// The same picture as others of its folder, by way of L*a*b*.
  @Test(arguments: folders) func labIsTheSamePicture(folder: String) throws {
    let lab = try decode(Sample("\(folder)/lab.tif").bytes())
    let rgb = try decode(Sample("\(folder)/lzw-rgb.tif").bytes())
    let differences = zip(lab, rgb).map { Double(abs($0 - $1)) }
    #expect(differences.reduce(0, +) / Double(differences.count) < 4)
  }

  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/tiff/fax-g3-2pages.tif", 2), ("fixtures/others/tiff/g4-3pages.tif", 3),
        ("fixtures/others/tiff/gray16.tif", 0), ("images/tiff/fax-g3-2pages.tif", 2),
        ("images/tiff/g4-3pages.tiff", 3), ("images/tiff/multipage.tiff", 3),
        ("images/tiff/gray16.tif", 0),
      ], name: \.0))
  func pagesAreCounted(name: String, count: Int) throws {
    #expect(try read(Sample(name).bytes()).parts.count == count)
  }
}
