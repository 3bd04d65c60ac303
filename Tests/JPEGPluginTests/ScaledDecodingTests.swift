import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

/// Photos that the decoder makes smaller before they are resized, against the same ones of which it decodes all.
@Suite("Resizing what was decoded smaller")
struct ScaledDecodingTests {
  struct Photo: Sendable, CustomTestStringConvertible {
    let name: String
    /// Of the result, in pixels.
    let width: Int
    /// What the decoder gives for it, in pixels.
    let decoded: Int
    /// In dB, over red, green and blue.
    let leastPSNR: Double

    var testDescription: String { "\(name) to \(width)" }
  }

  @Test(
    "They look the same",
    arguments: Sample.present(
      [
        Photo(name: "fixtures/others/wide.jpg", width: 180, decoded: 320, leastPSNR: 45),
        Photo(name: "fixtures/others/wide.jpg", width: 160, decoded: 320, leastPSNR: 45),
        Photo(name: "fixtures/others/wide.jpg", width: 45, decoded: 80, leastPSNR: 45),
        Photo(name: "images/jpeg/canon-g9-icc.jpg", width: 720, decoded: 1280, leastPSNR: 45),
        Photo(name: "images/jpeg/canon-g9-icc.jpg", width: 640, decoded: 1280, leastPSNR: 45),
        Photo(name: "images/jpeg/canon-g9-icc.jpg", width: 182, decoded: 320, leastPSNR: 45),
        Photo(
          name: "images/jpeg/canon-sx60-orientation6.jpg", width: 438, decoded: 768, leastPSNR: 45),
        Photo(
          name: "images/jpeg/canon-sx60-orientation6.jpg", width: 384, decoded: 768, leastPSNR: 45),
      ], name: \.name))
  func likeAllPixels(_ photo: Photo) throws {
    let whole = try read(Sample(photo.name).bytes())
    var decodedWidth = 0
    var watched = whole
    watched.open = { demand throws(ConversionError) in
      let source = try whole.open(demand)
      decodedWidth = source.width
      return source
    }
    var slow = whole
    slow.open = { demand throws(ConversionError) in
      var all = demand
      all.sufficientSize = nil
      return try whole.open(all)
    }
    let psnr = try resized(watched, to: photo.width).psnr(to: resized(slow, to: photo.width))
    #expect(decodedWidth == photo.decoded)
    #expect(psnr >= photo.leastPSNR, "\(psnr) dB")
    #expect(psnr < .infinity)
  }

  /// A pixel more, and what the decoder would make is less than 1.75 times as large: it decodes twice as much.
  @Test(
    "Where that is too little, more is decoded",
    arguments: Sample.present(
      [
        ("fixtures/others/wide.jpg", 182, 320), ("fixtures/others/wide.jpg", 183, 640),
        ("images/jpeg/canon-g9-icc.jpg", 731, 1280), ("images/jpeg/canon-g9-icc.jpg", 732, 2560),
      ], name: \.0))
  func leastRatio(name: String, width: Int, decoded: Int) throws {
    let whole = try read(Sample(name).bytes())
    var decodedWidth = 0
    var watched = whole
    watched.open = { demand throws(ConversionError) in
      let source = try whole.open(demand)
      decodedWidth = source.width
      return source
    }
    let picture = try ResizeTransform().apply(
      to: watched, for: Self.capabilities, options: Self.options(width), in: context())
    _ = try picture.open(PixelDemand([.rgb8]))
    #expect(decodedWidth == decoded)
  }

  /// What only looks at a picture gets its luma, at a scale that need not fit.
  @Test func roughPixels() throws {
    let photo = try read(Places.fixtureBytes("camera.jpg"))
    let small = try ResizeTransform().apply(
      to: photo, for: Self.capabilities, options: Self.options(33), in: context())
    let picture = try read(try encode(small))
    let planes = try Pixels(picture.open(PixelDemand([.jfif(.s420)])))
    var demand = PixelDemand([.gray8], sufficientSize: (17, 13))
    #expect(try Pixels(picture.open(demand)).planes == planes.planes)
    demand.isRough = true
    let whole = try Pixels(picture.open(demand))
    #expect((whole.width, whole.height, whole.format) == (33, 25, .gray8))
    #expect(whole.planes == [planes.planes[0]])
    demand.sufficientSize = (16, 12)
    let half = try Pixels(picture.open(demand))
    #expect((half.width, half.height) == (17, 13))
    // A sample of the half is about the mean of the four that it stands for.
    let errors = (0..<12 * 16).map { index in
      let (x, y) = (index % 16, index / 16)
      let four = [0, 1, 33, 34].map { Int(whole.planes[0][66 * y + 2 * x + $0]) }
      return abs(4 * Int(half.planes[0][17 * y + x]) - four.reduce(0, +))
    }
    #expect(errors.reduce(0, +) / errors.count <= 16)
  }

  private static let capabilities = Picture.Capabilities(
    format: "JPEG", items: [], alpha: false, maximumBitDepth: 8)

  private static func options(_ width: Int) -> ConversionOptions {
    var options = ConversionOptions()
    options.resize = .width(width)
    return options
  }

  private func resized(_ picture: Picture, to width: Int) throws -> Pixels {
    let smaller = try ResizeTransform().apply(
      to: picture, for: Self.capabilities, options: Self.options(width), in: context())
    return try Pixels(smaller.pixels(for: PixelDemand([.rgb8]), in: context()))
  }
}
