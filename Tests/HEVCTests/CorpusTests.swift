import ConverterCore
import HEVC
import TestSupport
import Testing

@testable import HEIFPlugin

/// All coded items of real files, tiles, thumbnails and auxiliary pictures among them, against libde265.
@Suite struct CorpusTests {
  /// Files with how many of their items are decoded here.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/photo.heic", 1), ("fixtures/alpha.heic", 2),
        ("fixtures/others/thumbnail.heic", 2),
        ("fixtures/others/alpha.heic", 2), ("fixtures/others/two.heic", 2),
        ("fixtures/others/444.heic", 0),
        ("images/heic/exif-xmp-iptc.heic", 1), ("images/heic/gray-alpha-8bit.heif", 2),
        ("images/heic/iphone-13pro-depth-gainmap.heic", 50),
        ("images/heic/iphone-13promax-portrait-gainmap.HEIC", 50),
        ("images/heic/iphone-8plus-portrait-arrow.heic", 49),
        ("images/heic/iphone-xr-colorchecker-p3.heic", 49),
        ("images/heic/iphone-xr-portrait-gps.heic", 49), ("images/heic/mini-box-hevc.heif", 1),
        ("images/heic/nikon-small-xmp-gps.heic", 1), ("images/heic/nokia-alpha-overlay.heic", 3),
        ("images/heic/nokia-burst-sequence.heic", 4), ("images/heic/nokia-overlay.heic", 4),
        ("images/heic/samsung-s25ultra-tmap-gainmap.heic", 35),
        ("images/heic/three-images-thumbs.heic", 6),
        ("images/heic/visionpro-spatial-stereo.heic", 50), ("images/heic/wrong-primary-id.heic", 2),
        ("images/heic/zero-length-icc.heic", 3),
        // Of 10 or 12 bits, or with chroma of another size.
        ("images/heic/gray-12bit.heif", 0), ("images/heic/rgba-10bit.heif", 0),
        ("images/heic/sony-a7s3-10bit-422.hif", 0),
        ("images/heic/yuv444-clap.heif", 0),
      ], name: \.0))
  func equalsReference(name: String, count: Int) throws {
    let file = try HEIFFile(parsing: Sample(name).bytes())
    let context = ConversionContext(registry: Registry())
    let decoder = HEVCDecoder()
    var decoded = 0
    for item in file.items where item.type == "hvc1" {
      for case .hevcConfiguration(let configuration) in try file.properties(of: item.id) {
        let data = try file.data(of: item.id, in: context)
        let stream = CodedStream(
          sets: configuration.units, data: data,
          units: try configuration.units(of: data, item: item.id))
        let (planes, outcome) = try stream.decoded(by: decoder)
        guard outcome == .decoded else {
          #expect(outcome == .unsupported, "item \(item.id)")
          continue
        }
        #expect(planes == stream.decodedByReference(), "item \(item.id)")
        decoded += 1
      }
    }
    #expect(decoded == count)
  }
}
