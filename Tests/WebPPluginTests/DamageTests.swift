import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import WebPPlugin

@Suite struct DamageTests {
  private static func files() throws -> [[UInt8]] {
    let withMetadata = synthetic(.rgba8, width: 20, height: 12) { facts in
      facts.metadata.xmp = Array("<x/>".utf8)
    }
    return [
      try encode(synthetic(.rgb8, width: 20, height: 12)),
      try encode(synthetic(.rgb8, width: 20, height: 12), ["lossless": "true"]),
      try encode(withMetadata),
      try encode(AnimationTests.walk(.rgba8, frames: 3)),
    ]
  }

  private func everything(_ bytes: [UInt8], in context: ConversionContext) throws {
    let picture = try read(bytes, in: context)
    for frame in 0..<(picture.facts.animation?.durations.count ?? 1) {
      var demand = PixelDemand([.rgba8])
      demand.frame = frame
      _ = try picture.collected(demand, in: context)
    }
  }

  @Test func noPrefixIsAPicture() throws {
    for file in try Self.files() {
      for count in 0..<file.count - 1 {
        let error = errorCode { try everything(Array(file.prefix(count)), in: context()) }
        #expect(error == .damagedInput, "\(count) of \(file.count)")
      }
    }
  }

  /// Cut off, and saying so, so that libwebp itself has to notice.
  @Test func noPrefixOfPictureDataIsAPicture() throws {
    let file = try encode(synthetic(.rgb8, width: 20, height: 12), ["lossless": "true"])
    for count in 25..<file.count - 2 {
      var bytes = Array(file.prefix(count))
      bytes.replaceSubrange(4..<8, with: [UInt8](littleEndian: count - 8, width: 4))
      bytes.replaceSubrange(16..<20, with: [UInt8](littleEndian: count - 20, width: 4))
      #expect(errorCode { try everything(bytes, in: context()) } == .damagedInput, "\(count)")
    }
  }

  /// Whatever byte is another one: pixels or an error, and no memory beyond the limits.
  @Test func anyByteMayBeWrong() throws {
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 24
    for file in try Self.files() {
      for index in file.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF, file[index] &+ 1] as [UInt8] {
          var bytes = file
          bytes[index] = value
          try? everything(bytes, in: context(limits: limits))
        }
      }
    }
  }

  @Test func sizesAreLookedAtFirst() throws {
    var file = try encode(synthetic(.rgba8, width: 20, height: 12))
    #expect(file[12..<16].elementsEqual("VP8X".utf8))
    file.replaceSubrange(24..<30, with: [255, 255, 255, 255, 255, 255])
    #expect(errorCode { _ = try read(file) } == .limitExceeded)
    file.replaceSubrange(24..<30, with: [20, 0, 0, 12, 0, 0])
    #expect(errorCode { _ = try read(file) } == .damagedInput)
    var limits = Limits.standard
    limits.memory = 2000
    let picture = try encode(synthetic(.rgb8))
    #expect(
      errorCode { try everything(picture, in: context(limits: limits)) } == .limitExceeded)
  }

  @Test func picturesOfAnAnimationAreCounted() throws {
    var limits = Limits.standard
    limits.entries = 2
    let file = try encode(AnimationTests.walk(.rgb8, frames: 3))
    #expect(errorCode { _ = try read(file, in: context(limits: limits)) } == .limitExceeded)
  }

  @Test(arguments: [
    "", "RIFF", "RIFF\u{4}\0\0\0WEBP", "RIFF\u{c}\0\0\0WEBPVP8X\0\0\0\0",
    "RIFF\u{c}\0\0\0WEBPVP8 \0\0\0\0", "RIFF\u{c}\0\0\0WEBPVP8L\0\0\0\0",
    "RIFF\u{c}\0\0\0WEBPALPH\0\0\0\0", "RIFF\u{c}\0\0\0WEBPANMF\0\0\0\0",
    "RIFF\u{c}\0\0\0WAVEfmt \0\0\0\0",
  ])
  func whatHoldsNoPictureIsDamaged(_ text: String) throws {
    #expect(errorCode { _ = try read(Array(text.utf8)) } == .damagedInput)
  }

  @Test func whatFollowsIsIgnored() throws {
    let context = context()
    let file = try encode(synthetic(.rgb8)) + [1, 2, 3]
    #expect(try decode(file, as: .rgb8, in: context) == decode(Array(file.dropLast(3)), as: .rgb8))
    #expect(context.warnings == ["3 bytes after the end of the picture were ignored"])
  }
}
