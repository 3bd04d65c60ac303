import ConverterCore
import HEVC
import TestSupport
import Testing

@testable import HEIFPlugin

/// All coded items of real files, tiles, thumbnails and auxiliary pictures among them, against libde265.
@Suite(.enabled(if: Corpus.root != nil, "the corpus of real files is not here"))
struct CorpusTests {
  /// Files with how many of their items are decoded here.
  @Test(arguments: [
    ("exif-xmp-iptc.heic", 1), ("gray-alpha-8bit.heif", 2),
    ("iphone-13pro-depth-gainmap.heic", 50), ("iphone-13promax-portrait-gainmap.HEIC", 50),
    ("iphone-8plus-portrait-arrow.heic", 49), ("iphone-xr-colorchecker-p3.heic", 49),
    ("iphone-xr-portrait-gps.heic", 49), ("mini-box-hevc.heif", 1),
    ("nikon-small-xmp-gps.heic", 1), ("nokia-alpha-overlay.heic", 3),
    ("nokia-burst-sequence.heic", 4), ("nokia-overlay.heic", 4),
    ("samsung-s25ultra-tmap-gainmap.heic", 35), ("three-images-thumbs.heic", 6),
    ("visionpro-spatial-stereo.heic", 50), ("wrong-primary-id.heic", 2),
    ("zero-length-icc.heic", 3),
    // Of 10 or 12 bits, or with chroma of another size.
    ("gray-12bit.heif", 0), ("rgba-10bit.heif", 0), ("sony-a7s3-10bit-422.hif", 0),
    ("yuv444-clap.heif", 0),
  ])
  func equalsReference(name: String, count: Int) throws {
    let file = try HEIFFile(parsing: Corpus.bytes("images/heic/\(name)"))
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
