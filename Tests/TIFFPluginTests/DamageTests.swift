import ConverterCore
import PictureModel
import TIFFStructure
import TestSupport
import Testing

@testable import TIFFPlugin

@Suite struct DamageTests {
  /// Small files of every kind of strip that is written.
  private static func files() throws -> [[UInt8]] {
    var fax = TinyTIFF(width: 8, height: 2, bits: 1, photometric: 0, compression: 4)
    fax.data = [0x26, 0xA0, 0x00, 0x10, 0x01]
    return try ["none", "packbits", "lzw", "deflate", "zstd", "jpeg"].map {
      try encode(picture(.rgb8, width: 9, height: 7), ["compression": $0])
    } + [
      encode(picture(.rgba16, width: 5, height: 3)), TinyTIFF(isBigEndian: true, isBig: true).bytes,
      fax.bytes,
    ]
  }

  /// A file that is cut off is the whole picture or none at all.
  @Test func noPrefixIsPartOfAPicture() throws {
    for (number, file) in try Self.files().enumerated() where number != 8 {
      let whole = try decode(file)
      for count in 0..<file.count {
        do {
          #expect(try decode(Array(file.prefix(count))) == whole, "\(number): \(count)")
        } catch {
          #expect(
            error.code == .damagedInput, "\(number): \(count) of \(file.count): \(error)")
        }
      }
    }
  }

  /// Whatever byte is another one: pixels or an error, and no memory beyond the limits.
  @Test func anyByteMayBeWrong() throws {
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 26
    for file in try Self.files() {
      for index in file.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF, file[index] &+ 1] as [UInt8] {
          var bytes = file
          bytes[index] = value
          let context = context(limits: limits)
          guard let picture = try? read(bytes, in: context) else { continue }
          _ = try? samples(picture, in: context)
          for part in picture.parts.prefix(3) { _ = try? part.open() }
        }
      }
    }
  }

  @Test func aColourThatThePaletteLacksIsRefused() {
    let picture = picture(.rgb8) {
      $0.isLossless = true
      $0.palette = .init(colours: [[1, 2, 3, 255]], bitDepth: 1)
    }
    #expect(errorCode { _ = try encode(picture) } == .damagedInput)
  }

  /// What is wrong with a field that tells nothing of the pixels does not make these damaged.
  @Test func aDensityThatIsNoNumberLeavesPixelsAlone() throws {
    let notANumber: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF8, 0x7F]
    var file = TinyTIFF { builder in [builder.bytes(282, 12, notANumber)] }.bytes
    // One number of eight bytes, not eight of them.
    let head: [UInt8] = [0x1A, 1, 12, 0, 8]
    let place = try #require(file.indices.first { file[$0...].starts(with: head) })
    file[place + 4] = 1
    let context = context()
    #expect(try decode(file, in: context) == [0, 50, 100, 150, 200, 250])
    #expect(context.warnings.isEmpty, "\(context.warnings)")
  }

  @Test(arguments: [(0, 1), (1, 0), (1 << 31, 1), (1, 0xFFFF_FFFF)])
  func sizesMustBeSizes(width: Int, height: Int) {
    #expect(
      errorCode { _ = try read(TinyTIFF(width: width, height: height).bytes) } == .damagedInput)
  }

  @Test(arguments: [(0, 16), (16, 0), (1 << 31, 16), (16, 1 << 31)])
  func sizesOfTilesMustBeSizes(width: Int, height: Int) {
    let file = TinyTIFF { builder in
      [builder.long(TIFFTag.tileWidth, width), builder.long(TIFFTag.tileLength, height)]
    }
    let error = #expect(throws: ConversionError.self) { try read(file.bytes) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message == "says its tiles are \(width)×\(height) pixels")
  }

  @Test func limitsHold() throws {
    #expect(
      errorCode { _ = try read(TinyTIFF(width: 1 << 20, height: 1 << 20).bytes) } == .limitExceeded)
    // Uncompressed rows are not in so short a file.
    #expect(errorCode { _ = try read(TinyTIFF(width: 1 << 12).bytes) } == .damagedInput)
    var tiles = TinyTIFF(compression: 8)
    tiles.more = { builder in
      [
        builder.long(TIFFTag.tileWidth, 1 << 20), builder.long(TIFFTag.tileLength, 1 << 20),
        builder.long(TIFFTag.tileOffsets, 8),
      ]
    }
    #expect(errorCode { _ = try decode(tiles.bytes) } == .limitExceeded)
    var limits = Limits.standard
    limits.memory = 10
    #expect(
      errorCode { _ = try decode(TinyTIFF().bytes, in: context(limits: limits)) } == .limitExceeded)
    limits = .standard
    limits.entries = 5
    let pages = TinyTIFF.file(Array(repeating: TinyTIFF(), count: 6))
    #expect(errorCode { _ = try read(pages, in: context(limits: limits)) } == .limitExceeded)
  }

  /// What libtiff says in numbers of strips and bytes is said in words.
  @Test(arguments: [
    (5, 6, "they break the rules of their compression"),
    (8, 6, "they break the rules of their compression"),
    (5, 5000, "a part of them is missing, or lies behind the end of the file"),
    (8, 5000, "a part of them is missing, or lies behind the end of the file"),
  ])
  func damageIsExplained(compression: Int, count: Int, reason: String) {
    var file = TinyTIFF(
      width: 30, height: 20, compression: compression, data: [0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0xFA])
    file.more = { [$0.long(TIFFTag.stripByteCounts, count)] }
    let context = context()
    do throws(ConversionError) {
      _ = try decode(file.bytes, in: context)
      let all = "its picture data are damaged, and parts of the picture may be wrong: \(reason)"
      #expect(context.warnings == [all])
    } catch {
      #expect(error.code == .damagedInput)
      #expect(error.message == "its picture data are damaged: \(reason)")
    }
  }

  @Test func stripsMustBeThere() {
    var file = TinyTIFF(width: 1, height: 6)
    file.more = { [$0.long(TIFFTag.rowsPerStrip, 1)] }
    #expect(errorCode { _ = try read(file.bytes) } == .damagedInput)
  }

  @Test(arguments: [0, 1, 2])
  func pagesMayRunInCircles(target: Int) throws {
    let context = context()
    let pages = Array(repeating: TinyTIFF(), count: 3)
    let picture = try read(TinyTIFF.file(pages) { $0[target] }, in: context)
    #expect(picture.parts.count == 3)
    #expect(context.warnings.count == 1)
  }

  @Test func lostPagesAreSaid() throws {
    let context = context()
    let pages = Array(repeating: TinyTIFF(), count: 3)
    let picture = try read(TinyTIFF.file(pages) { _ in 1 << 20 }, in: context)
    #expect(picture.parts.count == 3)
    #expect(
      context.warnings == [
        "the list of its pages breaks off after 3: the directory that it says is at byte 1048576 is not there"
      ])
  }

  @Test func aPageThatCannotBeReadIsNamed() throws {
    let picture = try read(TinyTIFF.file([TinyTIFF(), TinyTIFF(photometric: 77)]))
    do {
      _ = try picture.parts[1].open()
      Issue.record("a page of unknown colours was opened")
    } catch {
      #expect(error.code == .unsupportedContent)
      #expect(error.message.hasPrefix("page 2: "))
    }
  }

  @Test(
    arguments: [
      TinyTIFF(photometric: 77), TinyTIFF(photometric: 32803), TinyTIFF(compression: 34712),
      TinyTIFF(compression: 60000), TinyTIFF(bits: 40),
    ])
  func whatIsNotKnownIsSaid(file: TinyTIFF) {
    #expect(errorCode { _ = try read(file.bytes) } == .unsupportedContent)
  }

  @Test func noTIFFIsRefused() {
    for bytes in [
      [], Array("II*".utf8), Array("IIxx12345678".utf8), [0x49, 0x49, 42, 0, 0, 0, 0, 0],
    ] {
      #expect(errorCode { _ = try read(bytes) } == .damagedInput)
    }
  }
}
