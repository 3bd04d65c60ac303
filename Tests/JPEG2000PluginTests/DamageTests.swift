import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEG2000Plugin

@Suite struct DamageTests {
  /// All that can be cut off without harm is the mark of the end, and a warning says so.
  @Test func noPrefixIsPartOfAPicture() throws {
    for file in [
      TinyJPEG2000.tiles, TinyJPEG2000.s420, try encode(.rgba8),
      TinyJPEG2000.file(TinyJPEG2000.bit, depths: [0], boxes: [TinyJPEG2000.colour(17)]),
    ] {
      let whole = try decode(file)
      for count in 0..<file.count {
        let context = context()
        do {
          let pixels = try decode(Array(file.prefix(count)), in: context)
          #expect(pixels == whole && count == file.count - 2, "\(count) of \(file.count)")
          #expect(context.warnings.count == 1)
        } catch {
          #expect(error.code == .damagedInput, "\(count) of \(file.count): \(error)")
        }
      }
    }
  }

  /// Whatever byte is another one: pixels or an error, and no memory beyond the limits.
  @Test func anyByteMayBeWrong() throws {
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 26
    let files = [
      TinyJPEG2000.tiles, TinyJPEG2000.s420,
      TinyJPEG2000.file(
        TinyJPEG2000.twoBits, depths: [1],
        boxes: [
          TinyJPEG2000.colour(16),
          JP2Boxes.box("pclr", [0, 4, 3, 7, 7, 7] + (1...12).map { UInt8($0) }),
          JP2Boxes.box("cmap", [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2]),
        ]),
    ]
    for file in files {
      for index in file.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF, file[index] &+ 1] as [UInt8] {
          var bytes = file
          bytes[index] = value
          _ = try? decode(bytes, in: context(limits: limits))
        }
      }
    }
  }

  @Test func sizesAreLookedAtFirst() throws {
    var huge = TinyJPEG2000.bit
    huge.replaceSubrange(8..<16, with: [0x0F, 0xFF, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF])
    #expect(errorCode { _ = try read(huge) } == .limitExceeded)
    // As tiles of one pixel there would be more than there may be.
    var tiled = TinyJPEG2000.bit
    tiled.replaceSubrange(8..<16, with: [0, 0, 4, 0, 0, 0, 4, 0])
    tiled.replaceSubrange(24..<32, with: [0, 0, 0, 1, 0, 0, 0, 1])
    #expect(errorCode { _ = try read(tiled) } == .damagedInput)
    var empty = TinyJPEG2000.bit
    empty.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    #expect(errorCode { _ = try read(empty) } == .damagedInput)
  }

  /// Precincts of one pixel each make OpenJPEG keep a hundred bytes and more for every pixel.
  @Test func structuresAreBoundedByMemory() throws {
    // A large picture in one tile, whose COD has a precinct size of 2⁰.
    var file = TinyJPEG2000.bit
    file.replaceSubrange(8..<16, with: [0, 0, 0x20, 0, 0, 0, 0x20, 0])
    file.replaceSubrange(24..<32, with: [0, 0, 0x20, 0, 0, 0, 0x20, 0])
    var limits = Limits.standard
    limits.memory = 1 << 30
    let style = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0x52]) })
    file[style + 3] = 13
    file[style + 4] = 1
    file.insert(0, at: style + 14)
    let picture = try read(file, in: context(limits: limits))
    let error = #expect(throws: ConversionError.self) {
      _ = try picture.open(PixelDemand([.gray8]))
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func headersMustAgree() throws {
    let other = TinyJPEG2000.file(
      TinyJPEG2000.bit, depths: [0], width: 7, boxes: [TinyJPEG2000.colour(17)])
    #expect(errorCode { _ = try read(other) } == .damagedInput)
    let missing = JP2Boxes.start + JP2Boxes.box("jp2c", TinyJPEG2000.bit)
    #expect(errorCode { _ = try read(missing) } == .damagedInput)
    #expect(errorCode { _ = try read(JP2Boxes.start) } == .damagedInput)
    let fragments = JP2Boxes.start + JP2Boxes.box("ftbl", [])
    #expect(errorCode { _ = try read(fragments) } == .unsupportedContent)
  }

  @Test func whatFollowsThePictureMayBeDamaged() throws {
    let file = TinyJPEG2000.file(
      TinyJPEG2000.bit, depths: [0], boxes: [TinyJPEG2000.colour(17)], after: [0, 0, 1, 0, 1])
    let context = context()
    #expect(try decode(file, in: context).count == 1)
    #expect(context.warnings.count == 1)
  }
}
