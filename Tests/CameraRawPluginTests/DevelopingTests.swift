import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import CameraRawPlugin

@Suite struct DevelopingTests {
  private func context(_ limits: Limits = .standard) -> ConversionContext {
    ConversionContext(registry: Registry(), limits: limits)
  }

  private func read(
    _ bytes: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    try CameraRawReader().read(
      InputFile(bytes: bytes), type: "com.adobe.raw-image", in: ReadingContext(context))
  }

  private func pixels(
    _ picture: Picture, atLeast size: (width: Int, height: Int)? = nil,
    in context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
    let source = try picture.open(PixelDemand([.rgb16], sufficientSize: size))
    return try PixelBuffer(collecting: source, in: context)
  }

  /// Light of 0.5, 0.25 and 0.125 in the tone curve of sRGB.
  @Test(arguments: [nil, (32, 24)])
  func coloursAreKnown(size: (Int, Int)?) throws {
    let context = context()
    let picture = try read(TinyDNG().bytes, in: context)
    #expect((picture.facts.width, picture.facts.height) == (64, 48))
    #expect(picture.facts.format == .rgb16)
    #expect(picture.facts.colour == .cicp(.sRGB))
    let buffer = try pixels(picture, atLeast: size, in: context)
    #expect(buffer.width == (size?.0 ?? 64))
    let middle = buffer.planes[0].row(buffer.height / 2, as: UInt16.self) + 3 * (buffer.width / 2)
    for (channel, expected) in [48192, 35199, 25464].enumerated() {
      #expect(abs(Int(middle[channel]) - expected) < 400, "\(channel): \(middle[channel])")
    }
  }

  @Test func orientationIsApplied() throws {
    let context = context()
    let picture = try read(TinyDNG(orientation: 6).bytes, in: context)
    #expect((picture.facts.width, picture.facts.height) == (48, 64))
    let buffer = try pixels(picture, in: context)
    #expect((buffer.width, buffer.height) == (48, 64))
    #expect(picture.facts.storedOrientation == .upright)
  }

  @Test func cameraBecomesExif() throws {
    let exif = try #require(try read(TinyDNG().bytes, in: context()).facts.metadata.exif)
    let words = String(decoding: exif, as: UTF8.self)
    for word in ["Fairy", "One", "2026:02:03 04:05:06"] { #expect(words.contains(word)) }
    #expect(Exif.beginsStream(exif))
  }

  @Test func fieldsOfExifAreInOrder() throws {
    var facts = RawFacts()
    (facts.make, facts.model, facts.lens) = ("Fairy", "One", "26mm")
    (facts.exposure, facts.aperture, facts.focalLength, facts.sensitivity) = (0.008, 1.8, 4.2, 25)
    facts.date = "2000:02:29 12:34:56"
    let exif = try #require(facts.exifOfLibRaw)
    func number(_ offset: Int, _ count: Int) -> Int {
      exif[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func tags(at start: Int) -> [Int] {
      (0..<number(start, 2)).map { number(start + 2 + 12 * $0, 2) }
    }
    // Make, Model, DateTime, and the pointer to the directory behind them.
    #expect(tags(at: 8) == [0x010F, 0x0110, 0x0132, 0x8769])
    let start = number(10 + 36 + 8, 4)
    #expect(tags(at: start) == [0x829A, 0x829D, 0x8827, 0x9003, 0x920A, 0xA434])
    #expect(String(decoding: exif, as: UTF8.self).contains("2000:02:29 12:34:56"))
    #expect(RawFacts().exifOfLibRaw == nil)
  }

  @Test func limitsHold() throws {
    let file = TinyDNG().bytes
    func code(_ change: (inout Limits) -> Void) -> ConversionError.Code? {
      var limits = Limits.standard
      change(&limits)
      do throws(ConversionError) {
        let context = context(limits)
        _ = try pixels(read(file, in: context), in: context)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code { _ in } == nil)
    #expect(code { $0.pixels = 1000 } == .limitExceeded)
    #expect(code { $0.memory = 20_000 } == .limitExceeded)
    #expect(code { $0.memory = 10 } == .limitExceeded)
  }

  @Test func whatIsNoRawFileIsRefused() {
    for bytes in [[], Array("II*".utf8), Array("not a picture at all, not even near".utf8)] {
      do {
        _ = try read(bytes, in: context())
        Issue.record("\(bytes.count) bytes were read")
      } catch {
        #expect([.damagedInput, .unsupportedContent].contains(error.code))
      }
    }
  }

  /// What is missing is not made up.
  @Test(arguments: [2, 100, 64 * 48])
  func missingDataAreNoPicture(count: Int) throws {
    let context = context()
    do {
      _ = try pixels(read(Array(TinyDNG().bytes.dropLast(count)), in: context), in: context)
      Issue.record("a file that lacks \(count) bytes became a picture")
    } catch {
      #expect(error.code == .damagedInput)
    }
  }

  /// A file that is cut off, and one with any byte another: pixels or an error.
  @Test func damageIsSurvived() throws {
    let file = TinyDNG(width: 24, height: 24).bytes
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 26
    func tries(_ bytes: [UInt8]) {
      let context = context(limits)
      guard let picture = try? read(bytes, in: context) else { return }
      _ = try? pixels(picture, in: context)
    }
    for count in stride(from: 0, to: file.count, by: 37) { tries(Array(file.prefix(count))) }
    for index in 0..<file.count - 24 * 24 * 2 {
      for value in [0, 0x7F, 0xFF, file[index] &+ 1] as [UInt8] {
        var bytes = file
        bytes[index] = value
        tries(bytes)
      }
    }
  }
}
