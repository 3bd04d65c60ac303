import ConverterCore
import Foundation
import PictureModel
import TestSupport
import Testing

/// Pictures as shown against what libheif makes of the same files.
@Suite(.enabled(if: Corpus.root != nil, "the corpus of real files is not here"))
struct ReferenceTests {
  /// Files that libheif 1.15 decodes, and the least likeness in decibels. Where chroma is not
  /// subsampled there is hardly a difference; elsewhere the two put chroma in between differently.
  @Test(arguments: [
    ("heic/iphone-xr-portrait-gps.heic", 42.0), ("heic/iphone-8plus-portrait-arrow.heic", 42),
    ("heic/iphone-13pro-depth-gainmap.heic", 42), ("heic/iphone-xr-colorchecker-p3.heic", 42),
    ("heic/samsung-s25ultra-tmap-gainmap.heic", 42), ("heic/nokia-hmd83-hdr.heif", 42),
    ("heic/visionpro-spatial-stereo.heic", 42), ("heic/nikon-small-xmp-gps.heic", 42),
    ("heic/gray-alpha-8bit.heif", 58), ("heic/gray-12bit.heif", 55),
    ("heic/yuv444-clap.heif", 55), ("heic/three-images-thumbs.heic", 58),
    ("heic/exif-xmp-iptc.heic", 58), ("heic/rgba-10bit.heif", 36),
    ("heic/nokia-overlay.heic", 36), ("heic/nokia-alpha-overlay.heic", 36),
    ("heic/zero-length-icc.heic", 36),
    ("avif/rotate90.avif", 42), ("avif/mirror-rotate-crop.avif", 36),
    ("avif/12bit-444.avif", 50), ("avif/icc-exif-xmp.avif", 55), ("avif/grid-1x5.avif", 36),
  ])
  func likeness(file: String, least: Double) throws {
    let bytes = try Corpus.bytes("images/\(file)")
    let reference = try LibHEIFPicture(bytes)

    let context = try context()
    let picture = try read(bytes, in: context)
    #expect(picture.facts.width == reference.width)
    #expect(picture.facts.height == reference.height)
    let format: PixelFormat = picture.facts.format.hasAlpha ? .rgba8 : .rgb8
    let source = try picture.pixels(for: PixelDemand([format]), in: context)
    var squares = 0.0
    while let band = try source.nextBand() {
      let plane = band.plane(0)
      for y in 0..<band.height {
        squares += reference.squaredDifference(
          plane.row(y, as: UInt8.self), samples: format.samplesPerPixel, y: band.y + y)
      }
    }
    let count = reference.width * reference.height * 3
    let decibels = 10 * log10(255 * 255 * Double(count) / max(squares, 1))
    #expect(decibels >= least, "\(decibels) dB")
  }
}
