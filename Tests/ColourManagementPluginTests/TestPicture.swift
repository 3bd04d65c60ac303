import ConverterCore
import PictureModel

/// A picture of one row, or of several, whose samples are given; delivered in 8 or 16 bits as
/// demanded.
func testPicture(
  _ format: PixelFormat, width: Int, height: Int = 1, sampleDepth: Int? = nil,
  colour: ColourDescription = .unspecified, samples: [Int]
) -> Picture {
  var facts = PictureFacts(
    width: width, height: height, format: format, sampleDepth: sampleDepth ?? format.bitDepth,
    coding: "test")
  facts.colour = colour
  return Picture(facts) { demand throws(ConversionError) in
    let wanted = demand.formats[0]
    guard wanted.samplesPerPixel == format.samplesPerPixel else {
      throw ConversionError(.internalError, "asked for \(wanted)")
    }
    let buffer = PixelBuffer(wanted, width: width, height: height)
    let plane = buffer.planes[0]
    for y in 0..<height {
      for x in 0..<plane.width {
        let sample = samples[(y * plane.width + x) % samples.count]
        if wanted.bitDepth == 8 {
          plane.row(y, as: UInt8.self)[x] = UInt8(format.bitDepth == 8 ? sample : sample / 257)
        } else {
          plane.row(y, as: UInt16.self)[x] = UInt16(format.bitDepth == 8 ? sample * 257 : sample)
        }
      }
    }
    return BufferSource(buffer)
  }
}

/// All samples of a picture in a format.
func samples(
  of picture: Picture, as format: PixelFormat
) throws(ConversionError) -> (format: PixelFormat, samples: [Int]) {
  let source = try picture.open(PixelDemand([format]))
  var result: [Int] = []
  var rows = 0
  while let band = try source.nextBand() {
    precondition(band.y == rows)
    rows += band.height
    let plane = band.plane(0)
    for y in 0..<band.height {
      for x in 0..<plane.width {
        result.append(
          source.format.bitDepth == 8
            ? Int(plane.row(y, as: UInt8.self)[x]) : Int(plane.row(y, as: UInt16.self)[x]))
      }
    }
  }
  precondition(rows == picture.facts.height)
  return (source.format, result)
}

func testContext(threads: Int = 1) -> ConversionContext {
  ConversionContext(registry: Registry(), threads: threads)
}

extension Picture.Capabilities {
  static let jpeg = Self(
    format: "Test", items: [.icc, .exif, .xmp, .iptc], alpha: false, maximumBitDepth: 8)
  static let png = Self(
    format: "Test", items: [.icc, .cicp, .gamma, .exif], alpha: true, maximumBitDepth: 16)
  static let heif10 = Self(
    format: "Test", items: [.icc, .cicp, .exif], alpha: true, maximumBitDepth: 10)
  static let bare = Self(format: "Test", items: [], alpha: true, maximumBitDepth: 8)
}

func options(_ profile: ConversionOptions.ProfilePolicy) -> ConversionOptions {
  var options = ConversionOptions()
  options.profile = profile
  return options
}
