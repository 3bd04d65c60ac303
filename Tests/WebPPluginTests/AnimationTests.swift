import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import WebPPlugin

@Suite struct AnimationTests {
  /// A square that walks over a picture, with transparency around it if asked for.
  static func walk(
    _ format: PixelFormat, frames: Int, durations: [Int]? = nil, repetitions: Int = 0,
    _ change: (inout PictureFacts) -> Void = { _ in }
  ) -> Picture {
    let (width, height) = (40, 24)
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: 8, coding: "")
    facts.frames = frames
    facts.isLossless = true
    facts.animation = Animation(
      durations: durations ?? Array(repeating: 100_000, count: frames), repetitions: repetitions)
    change(&facts)
    return Picture(facts) { demand in
      let buffer =
        format.hasAlpha
        ? PixelBuffer(format, width: width, height: height)
        : SyntheticPicture(width: width, height: height).buffer(format)
      for y in 0..<height {
        let row = buffer.planes[0].row(y, as: UInt8.self)
        let count = format.samplesPerPixel
        for x in 0..<width {
          let isInside = (4..<12).contains(y) && (0..<8).contains(x - 3 * demand.frame)
          for channel in 0..<count {
            if isInside {
              row[x * count + channel] = channel == 3 ? 255 : UInt8(40 * channel + demand.frame)
            } else if format.hasAlpha {
              row[x * count + channel] = 0
            }
          }
        }
      }
      return BufferSource(buffer)
    }
  }

  private func frame(_ index: Int, of picture: Picture, _ format: PixelFormat) throws -> [UInt8] {
    var demand = PixelDemand([format])
    demand.frame = index
    return unpadded(try picture.collected(demand))
  }

  @Test(arguments: [PixelFormat.rgb8, .rgba8])
  func everyPictureComesBack(_ format: PixelFormat) throws {
    let durations = [100_000, 33_333, 33_333, 33_334, 2_000_000]
    let picture = Self.walk(format, frames: 5, durations: durations, repetitions: 3)
    let file = try encode(picture, ["lossless": "true", "exact": "true"])
    let back = try read(file)
    #expect(back.facts.animation?.repetitions == 3)
    #expect(back.facts.animation?.durations == [100_000, 33_000, 34_000, 33_000, 2_000_000])
    #expect(back.facts.format == format)
    for index in [0, 1, 2, 3, 4, 2, 0] {
      #expect(try frame(index, of: back, format) == frame(index, of: picture, format), "\(index)")
    }
  }

  @Test func lossyPicturesComeNear() throws {
    let picture = Self.walk(.rgb8, frames: 3)
    let back = try read(try encode(picture, quality: 0.95))
    for index in 0..<3 {
      let ratio = peakSignalToNoise(
        try frame(index, of: back, .rgb8), try frame(index, of: picture, .rgb8))
      #expect(ratio > 25, "\(ratio) dB")
    }
  }

  @Test func metadataStandAroundAnimations() throws {
    let picture = Self.walk(.rgba8, frames: 2) { facts in
      facts.metadata.xmp = Array("<x:xmpmeta/>".utf8)
      facts.metadata.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }
    let file = try encode(picture)
    #expect(file[20] & 0x1E == 0x1E)
    let facts = try read(file).facts
    #expect(facts.metadata == picture.facts.metadata)
    #expect(facts.frames == 2)
    #expect(file.number(at: 4, width: 4, .little) == file.count - 8)
  }

  /// An animation of one picture is a picture.
  @Test func onePictureIsStill() throws {
    let file = try encode(Self.walk(.rgb8, frames: 1), ["lossless": "true"])
    #expect(file[12..<16].elementsEqual("VP8L".utf8))
    #expect(try read(file).facts.animation == nil)
  }

  @Test(arguments: [[20_000_000_000, 1], Array(repeating: 16_000_000_000, count: 200)])
  func timesAreBounded(_ durations: [Int]) throws {
    let animation = Animation(durations: durations)
    #expect(errorCode { _ = try AnimationTimes(animation) } == .unsupportedContent)
    #expect(
      errorCode { _ = try AnimationTimes(Animation(durations: [.max, .max])) }
        == .unsupportedContent)
  }

  @Test func picturesMustLieOnTheCanvas() throws {
    var file = try encode(Self.walk(.rgb8, frames: 2), ["lossless": "true"])
    let frame = try #require(file.indices.first { file[$0...].starts(with: Array("ANMF".utf8)) })
    file[frame + 8] = 1
    #expect(errorCode { _ = try read(file) } == .damagedInput)
  }

  /// What is behind it, what becomes of it, for all that a part can say.
  @Test func partsAreLaidOverEachOther() throws {
    func picture(_ color: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
      let facts = PictureFacts(
        width: width, height: height, format: .rgba8, sampleDepth: 8, coding: "")
      let file = try encode(
        Picture(facts) { _ in
          let buffer = PixelBuffer(.rgba8, width: width, height: height)
          for y in 0..<height {
            let row = buffer.planes[0].row(y, as: UInt8.self)
            for index in 0..<4 * width { row[index] = color[index % 4] }
          }
          return BufferSource(buffer)
        }, ["lossless": "true", "exact": "true"])
      return Array(file.dropFirst(12))
    }
    let parts: [(x: Int, flags: UInt8, data: [UInt8])] = [
      (0, 2, try picture([200, 0, 0, 255], 4, 2)),
      // Half transparent over it, then removed.
      (0, 1, try picture([0, 100, 0, 128], 2, 2)),
      // In its place, transparency included, and it stays.
      (1, 2, try picture([0, 0, 50, 0], 2, 2)),
      (0, 0, try picture([9, 9, 9, 255], 2, 2)),
    ]
    var body: [UInt8] = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x12, 0, 0, 0, 3, 0, 0, 1, 0, 0]
    body += Array("ANIM".utf8) + [6, 0, 0, 0, 255, 255, 255, 255, 7, 0]
    for part in parts {
      let width: UInt8 = part.flags == 2 && part.x == 0 ? 3 : 1
      let content =
        [UInt8(part.x), 0, 0, 0, 0, 0, width, 0, 0, 1, 0, 0, 5, 0, 0, part.flags] + part.data
      body += Array("ANMF".utf8) + [UInt8](littleEndian: content.count, width: 4) + content
    }
    let file = Array("RIFF".utf8) + [UInt8](littleEndian: body.count, width: 4) + body
    let back = try read(file)
    #expect(back.facts.animation == Animation(durations: [5000, 5000, 5000, 5000], repetitions: 7))
    #expect(back.facts.format == .rgba8)
    let red: [UInt8] = [200, 0, 0, 255]
    let mixed: [UInt8] = [100, 50, 0, 255]
    let clear: [UInt8] = [0, 0, 0, 0]
    let blue: [UInt8] = [0, 0, 50, 0]
    let gray: [UInt8] = [9, 9, 9, 255]
    let rows: [[[UInt8]]] = [
      [red, red, red, red], [mixed, mixed, red, red], [clear, clear, blue, blue],
      [gray, gray, blue, blue],
    ]
    for (index, row) in rows.enumerated() {
      let expected = Array((row + row).joined())
      #expect(try frame(index, of: back, .rgba8) == expected, "\(index)")
    }
  }
}
