import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import WebPPlugin

@Suite struct CodingTests {
  @Test(arguments: [PixelFormat.rgb8, .rgba8])
  func losslessKeepsEverySample(_ format: PixelFormat) throws {
    let picture = synthetic(format)
    let file = try encode(picture, ["lossless": "true", "exact": "true"])
    let facts = try read(file).facts
    #expect(facts.format == format)
    #expect(facts.isLossless)
    #expect(try decode(file, as: format) == unpadded(picture.collected(PixelDemand([format]))))
  }

  @Test(arguments: ["0", "1", "2", "3", "5", "6"])
  func everyEffortIsLossless(_ effort: String) throws {
    let picture = synthetic(.rgb8)
    let file = try encode(picture, ["lossless": "true", "effort": effort])
    #expect(try decode(file, as: .rgb8) == unpadded(picture.collected(PixelDemand([.rgb8]))))
  }

  @Test(arguments: [PixelFormat.rgb8, .rgba8, .gray8])
  func lossyComesNear(_ format: PixelFormat) throws {
    let picture = synthetic(format, width: 201, height: 133)
    let file = try encode(picture, quality: 0.9)
    let facts = try read(file).facts
    #expect(facts.format == .webp(hasAlpha: format.hasAlpha))
    #expect(!facts.isLossless)
    let target = format.hasAlpha ? PixelFormat.rgba8 : .rgb8
    let before = unpadded(try picture.collected(PixelDemand([target])))
    let ratio = peakSignalToNoise(before, try decode(file, as: target))
    #expect(ratio > 30, "\(ratio) dB")
  }

  @Test func opacityIsKeptInLossyPictures() throws {
    let picture = synthetic(.rgba8, width: 64, height: 48)
    func alpha(_ samples: [UInt8]) -> [UInt8] {
      stride(from: 3, to: samples.count, by: 4).map { samples[$0] }
    }
    let before = alpha(unpadded(try picture.collected(PixelDemand([.rgba8]))))
    #expect(alpha(try decode(try encode(picture), as: .rgba8)) == before)
    let coarse = try encode(picture, ["alpha-quality": "10"])
    #expect(alpha(try decode(coarse, as: .rgba8)) != before)
  }

  /// Planes go to libwebp without becoming RGB, with their range alone changed.
  @Test func planesStayPlanes() throws {
    let full = PixelFormat.jfif(.s420)
    let buffer = PixelBuffer(full, width: 32, height: 32)
    for (index, value) in [(0, 255), (1, 128), (2, 128)] as [(Int, UInt8)] {
      let plane = buffer.planes[index]
      for y in 0..<plane.height {
        plane.row(y, as: UInt8.self).update(repeating: value, count: plane.width)
      }
    }
    let facts = PictureFacts(width: 32, height: 32, format: full, sampleDepth: 8, coding: "")
    var demanded: [PixelFormat] = []
    let file = try encode(
      Picture(facts) { demand in
        demanded = demand.formats
        return BufferSource(buffer)
      }, quality: 1)
    #expect(demanded.first == .webp(hasAlpha: false))
    let planes = try decode(file, as: .webp(hasAlpha: false))
    let expected = [UInt8](repeating: 235, count: 1024) + [UInt8](repeating: 128, count: 512)
    #expect(planes == expected)
  }

  @Test func qualityDecidesOnSize() throws {
    let picture = synthetic(.rgb8, width: 301, height: 203)
    let sizes = try [0.1, 0.5, 0.9].map { try encode(picture, quality: $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test(arguments: [[:], ["lossless": "true"]] as [[String: String]], [PixelFormat.rgb8, .rgba8])
  func metadataStandAroundThePicture(_ settings: [String: String], _ format: PixelFormat) throws {
    let profile = try #require(ICCProfile(.displayP3)).bytes
    let exif: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 7]
    let picture = synthetic(format) { facts in
      facts.colour = .icc(profile)
      facts.metadata.exif = exif
      facts.metadata.xmp = Array("<x:xmpmeta/>".utf8)
    }
    let file = try encode(picture, settings)
    let facts = try read(file).facts
    #expect(facts.colour == .icc(profile))
    #expect(facts.metadata.exif == exif)
    #expect(facts.metadata.xmp == Array("<x:xmpmeta/>".utf8))
    #expect(facts.format.hasAlpha == format.hasAlpha)
    #expect(file[12..<16].elementsEqual("VP8X".utf8))
    #expect(file[20] == (format.hasAlpha ? 0x3C : 0x2C))
    #expect(file.number(at: 4, width: 4, .little) == file.count - 8)
    // The same pixels as without.
    let bare = try encode(synthetic(format), settings)
    #expect(try decode(file, as: .rgba8) == decode(bare, as: .rgba8))
  }

  @Test func tinyPicturesTakeMetadata() throws {
    let picture = synthetic(.rgb8, width: 1, height: 1) { $0.metadata.xmp = [65] }
    let file = try encode(picture, ["lossless": "true"])
    #expect(try read(file).facts.metadata.xmp == [65])
    #expect(try decode(file, as: .rgb8) == unpadded(picture.collected(PixelDemand([.rgb8]))))
  }

  @Test func sidesAreLimited() throws {
    let picture = synthetic(.gray8, width: 16384, height: 1)
    #expect(errorCode { _ = try encode(picture) } == .limitExceeded)
    let longest = synthetic(.gray8, width: 16383, height: 1)
    #expect(try read(try encode(longest)).facts.width == 16383)
  }

  @Test func memoryIsAskedFor() throws {
    var limits = Limits.standard
    limits.memory = 1000
    let error = errorCode {
      _ = try encode(synthetic(.rgb8), in: context(limits: limits))
    }
    #expect(error == .limitExceeded)
  }

  @Test func itCanBeStopped() throws {
    let cancellation = Cancellation()
    let context = ConversionContext(registry: Registry(), cancellation: cancellation)
    let picture = synthetic(.rgb8, width: 64, height: 64)
    var asked = picture
    asked.open = { demand throws(ConversionError) in
      cancellation.cancel()
      return try picture.open(demand)
    }
    #expect(errorCode { _ = try encode(asked, in: context) } == .interrupted)
  }

  @Test(arguments: [
    "lossless=maybe", "effort=7", "effort=-1", "alpha-quality=101", "exact=2",
  ])
  func wrongOptionsAreRefused(_ setting: String) throws {
    let parts = setting.split(separator: "=").map(String.init)
    #expect(
      errorCode { _ = try encode(synthetic(.rgb8), [parts[0]: parts[1]]) } == .usage)
  }
}
