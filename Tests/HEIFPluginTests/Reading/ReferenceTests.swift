import ConverterCore
import Foundation
import PictureModel
import TestSupport
import Testing

/// Pictures as shown against what libheif makes of the same files.
@Suite struct ReferenceTests {
  /// Files that libheif 1.15 decodes, and the least likeness in decibels. Where chroma is not
  /// subsampled there is hardly a difference; elsewhere the two put chroma in between differently.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/photo.heic", 42.0), ("fixtures/alpha.heic", 36), ("fixtures/photo.avif", 42),
        ("fixtures/others/thumbnail.heic", 36), ("fixtures/others/444.heic", 55),
        ("fixtures/others/alpha.heic", 36), ("fixtures/others/two.heic", 36),
        ("fixtures/others/still.avif", 36),
        ("images/heic/iphone-xr-portrait-gps.heic", 42.0),
        ("images/heic/iphone-8plus-portrait-arrow.heic", 42),
        ("images/heic/iphone-13pro-depth-gainmap.heic", 42),
        ("images/heic/iphone-xr-colorchecker-p3.heic", 42),
        ("images/heic/samsung-s25ultra-tmap-gainmap.heic", 42),
        ("images/heic/nokia-hmd83-hdr.heif", 42),
        ("images/heic/visionpro-spatial-stereo.heic", 42),
        ("images/heic/nikon-small-xmp-gps.heic", 42),
        ("images/heic/gray-alpha-8bit.heif", 58), ("images/heic/gray-12bit.heif", 55),
        ("images/heic/yuv444-clap.heif", 55), ("images/heic/three-images-thumbs.heic", 58),
        ("images/heic/exif-xmp-iptc.heic", 58), ("images/heic/rgba-10bit.heif", 36),
        ("images/heic/nokia-overlay.heic", 36), ("images/heic/nokia-alpha-overlay.heic", 36),
        ("images/heic/zero-length-icc.heic", 36),
        ("images/avif/rotate90.avif", 42), ("images/avif/mirror-rotate-crop.avif", 36),
        ("images/avif/12bit-444.avif", 50), ("images/avif/icc-exif-xmp.avif", 55),
        ("images/avif/grid-1x5.avif", 36),
      ], name: \.0))
  func likeness(file: String, least: Double) throws {
    let bytes = try Sample(file).bytes()
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
