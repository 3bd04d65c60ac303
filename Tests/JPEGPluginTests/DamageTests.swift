import ConverterCore
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import JPEGPlugin

@Suite struct DamageTests {
  /// A photo-like picture: 160×128, 4:2:0, so 8 rows of blocks.
  static let larger: [UInt8] = {
    let noise = MetadataTests.noise(160 * 128 * 3)
    let pixels = Pixels(.rgb8, width: 160, height: 128) { _, x, y in
      UInt8(60 + (x / 3 + y) % 120) &+ noise[y * 480 + x] / 8
    }
    return (try? encode(pixels.picture(), quality: 0.7)) ?? []
  }()

  /// Where the entropy-coded data of the first scan begins.
  static func scanStart(_ bytes: [UInt8]) throws -> Int {
    let scan = try #require(bytes.position(of: [0xFF, 0xDA]))
    return scan + 2 + Int(bytes[scan + 2]) << 8 + Int(bytes[scan + 3])
  }

  /// What a prefix must be: refused as damaged, or decoded whole with a warning.
  static func check(prefix count: Int, of bytes: [UInt8], whole: Pixels) throws {
    let context = context()
    let prefix = Array(bytes.prefix(count))
    do {
      let pixels = try decode(prefix, as: .rgb8, in: context)
      #expect(pixels == whole, "\(count) of \(bytes.count) bytes decode to something else")
      #expect(context.warnings.count == 1, "\(count) of \(bytes.count) bytes decode silently")
    } catch {
      #expect(error.code == .damagedInput, "\(count) of \(bytes.count) bytes: \(error)")
    }
  }

  @Test("no prefix of a file decodes to part of a picture", arguments: TinyJPEG.all)
  func everyPrefix(_ file: TinyJPEG) throws {
    let whole = try decode(file.bytes, as: .rgb8)
    for count in 0..<file.bytes.count {
      try Self.check(prefix: count, of: file.bytes, whole: whole)
    }
  }

  @Test("a file without its end is refused, whatever else is wrong with it")
  func noEndAndOtherDamage() throws {
    let whole = TinyJPEG.yuv420.bytes
    let start = try Self.scanStart(whole)
    // Bytes of no segment, which libjpeg warns of.
    let scan = try #require(whole.position(of: [0xFF, 0xDA]))
    let strayed = whole[..<scan] + [1, 2, 3] + whole[scan...]
    #expect(scan < start)
    let context = context()
    _ = try decode(Array(strayed), as: .rgb8, in: context)
    #expect(context.warnings.count == 1)
    let code = errorCode { _ = try decode(Array(strayed.dropLast(2)), as: .rgb8) }
    #expect(code == .damagedInput)
  }

  @Test("nor does a prefix of a larger file")
  func manyPrefixes() throws {
    let whole = try decode(Self.larger, as: .rgb8)
    for point in 0..<200 {
      let count = Self.larger.count * point / 200
      try Self.check(prefix: count, of: Self.larger, whole: whole)
    }
  }

  @Test("a truncated file is refused with the row where its data ends")
  func truncationMessage() throws {
    let start = try Self.scanStart(Self.larger)
    let prefix = Array(Self.larger.prefix(start + (Self.larger.count - start) / 2))
    let error = #expect(throws: ConversionError.self) { try decode(prefix, as: .rgb8) }
    #expect(error?.message.contains("row 64 of 128") == true, "\(error?.message ?? "")")
  }

  @Test("an end marker in the middle of the data makes no whole picture")
  func earlyEndMarker() throws {
    let start = try Self.scanStart(Self.larger)
    let cut = Array(Self.larger.prefix(start + (Self.larger.count - start) / 2)) + [0xFF, 0xD9]
    #expect(errorCode { _ = try decode(cut, as: .rgb8) } == .damagedInput)
  }

  @Test("a file without its end marker was cut off")
  func missingEndMarker() throws {
    for file in TinyJPEG.all where !file.coding.hasPrefix("arithmetic") {
      let code = errorCode { _ = try decode(Array(file.bytes.dropLast(2)), as: .rgb8) }
      #expect(code == .damagedInput, "\(file.testDescription)")
    }
  }

  @Test("bytes before the end marker that nobody needs are a warning")
  func extraneousBytes() throws {
    let context = context()
    let bytes = TinyJPEG.yuv420.bytes.dropLast(2) + [1, 2, 3, 4, 0xFF, 0xD9]
    #expect(try decode(Array(bytes), as: .rgb8, in: context).digest == TinyJPEG.yuv420.digest)
    #expect(
      context.warnings == [
        "the JPEG data is damaged and parts of the picture may be wrong: there are bytes between its "
          + "parts that belong to none"
      ])
  }

  @Test("what follows the end marker does not matter")
  func trailingBytes() throws {
    let context = context()
    let bytes = TinyJPEG.yuv420.bytes + MetadataTests.noise(5000)
    #expect(try decode(bytes, as: .rgb8, in: context).digest == TinyJPEG.yuv420.digest)
    #expect(context.warnings.isEmpty)
  }

  @Test("most single flipped bits of the data leave a picture, with a warning")
  func flippedBits() throws {
    let start = try Self.scanStart(Self.larger)
    var shown = 0
    for point in 0..<100 {
      var bytes = Self.larger
      bytes[start + (bytes.count - 2 - start) * point / 100] ^= 0x10
      let context = context()
      if let pixels = try? decode(bytes, as: .rgb8, in: context) {
        #expect((pixels.width, pixels.height) == (160, 128))
        shown += 1
      }
    }
    #expect(shown >= 60)
  }

  @Test("random damage never does worse than an error", arguments: 0..<14)
  func randomDamage(_ index: Int) throws {
    let file = TinyJPEG.all[index].bytes
    let noise = MetadataTests.noise(4000, seed: UInt64(index) + 77)
    var limits = Limits()
    limits.pixels = 1 << 22
    for round in 0..<400 {
      var bytes = file
      for change in 0...(round % 4) {
        let at = round * 10 + change * 2
        bytes[Int(noise[at]) << 8 % bytes.count] = noise[at + 1]
        bytes[(Int(noise[at]) << 8 | Int(noise[at + 1])) % bytes.count] = noise[at]
      }
      let code = errorCode {
        let picture = try read(bytes, in: context(limits: limits))
        let pixels = try Pixels(picture.open(PixelDemand([.rgb8])))
        #expect((pixels.width, pixels.height) == (picture.facts.width, picture.facts.height))
      }
      #expect([nil, .damagedInput, .unsupportedContent, .limitExceeded].contains(code))
    }
  }

  @Test(
    "bytes that are no JPEG picture",
    arguments: [
      [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xD9], Array("GIF89a".utf8),
      [0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0],
      [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0], [0xFF, 0xD8, 0xFF, 0xDA, 0, 2],
      [0xFF, 0xD8, 0, 0, 0, 0, 0, 0, 0], MetadataTests.noise(3000),
      [0xFF, 0xD8] + MetadataTests.noise(3000), Array(TinyJPEG.gray.bytes.dropFirst()),
    ] as [[UInt8]])
  func noPicture(_ bytes: [UInt8]) {
    #expect(errorCode { _ = try read(bytes) } == .damagedInput)
  }

  @Test("a few stray bytes between segments are tolerated, many are not")
  func strayBytes() throws {
    let file = TinyJPEG.yuv420
    func with(_ stray: [UInt8]) -> [UInt8] {
      file.bytes.prefix(2) + stray + file.bytes.dropFirst(2)
    }
    for stray in [[0, 0, 0], [0xFF, 0xFF, 0xFF], [0x12, 0xFF, 0x00, 0x34]] as [[UInt8]] {
      #expect(try decode(with(stray), as: .rgb8).digest == file.digest)
    }
    for byte in [0, 0xFF] as [UInt8] {
      let stray = Array(repeating: byte, count: JPEGSegments.strayByteLimit + 10)
      #expect(errorCode { _ = try read(with(stray)) } == .damagedInput)
    }
    let pairs = (0..<JPEGSegments.strayByteLimit).flatMap { _ in [0xFF, 0x01] as [UInt8] }
    #expect(errorCode { _ = try read(with(pairs)) } == .damagedInput)
  }

  @Test("a header of endless segments is refused")
  func manySegments() throws {
    let comments = (0...JPEGSegments.segmentLimit).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] }
    let bytes = TinyJPEG.gray.bytes.prefix(2) + comments + TinyJPEG.gray.bytes.dropFirst(2)
    #expect(errorCode { _ = try read(Array(bytes)) } == .damagedInput)
  }

  /// A gray file whose start of frame is changed: marker, then precision, height and width.
  static func patched(_ change: (inout [UInt8], Int) -> Void) throws -> [UInt8] {
    var bytes = TinyJPEG.gray.bytes
    let frame = try #require(bytes.position(of: [0xFF, 0xC0]))
    change(&bytes, frame)
    return bytes
  }

  @Test(
    "what libjpeg cannot decode is named",
    arguments: [
      (UInt8(0xC3), "lossless JPEG (SOF3)"), (0xC5, "hierarchical JPEG (SOF5)"),
      (0xCB, "lossless JPEG (SOF11)"), (0xCF, "hierarchical JPEG (SOF15)"), (0xF7, "JPEG-LS"),
    ])
  func unsupportedProcess(_ marker: UInt8, _ name: String) throws {
    let bytes = try Self.patched { $0[$1 + 1] = marker }
    let error = #expect(throws: ConversionError.self) { try read(bytes) }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains(name) == true)
  }

  @Test("a table that is not there is named")
  func missingTable() throws {
    var bytes = TinyJPEG.gray.bytes
    let table = try #require(bytes.position(of: [0xFF, 0xDB]))
    // A comment, where the table was.
    bytes[table + 1] = 0xFE
    let error = #expect(throws: ConversionError.self) { try decode(bytes, as: .gray8) }
    #expect(error?.code == .damagedInput)
    #expect(
      error?.message
        == "it is damaged: a table of steps for its coefficients is missing or wrong")
  }

  @Test("12-bit samples are named")
  func twelveBits() throws {
    let error = #expect(throws: ConversionError.self) {
      try read(Self.patched { $0[$1 + 4] = 12 })
    }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains("12 bits") == true)
  }

  @Test("a height that a DNL marker would tell is named")
  func unknownHeight() throws {
    let error = #expect(throws: ConversionError.self) {
      try read(
        Self.patched {
          $0[$1 + 5] = 0; $0[$1 + 6] = 0
        })
    }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains("DNL") == true)
  }

  @Test("huge dimensions hit the pixel limit before any memory is taken")
  func hugeDimensions() throws {
    let bytes = try Self.patched { for index in 5...8 { $0[$1 + index] = 0xFF } }
    let error = #expect(throws: ConversionError.self) { try read(bytes) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit pixels=4294836225") == true)
  }

  @Test("a side over libjpeg's limit is unsupported")
  func largeSide() throws {
    let bytes = try Self.patched {
      $0[$1 + 7] = 0xFF; $0[$1 + 8] = 0xFF
    }
    #expect(errorCode { _ = try read(bytes) } == .unsupportedContent)
  }

  @Test("a picture far larger than its data is refused as damaged, quickly")
  func largePictureOfNothing() throws {
    let bytes = try Self.patched { for index in [5, 7] { $0[$1 + index] = 0x50 } }
    #expect(errorCode { _ = try decode(bytes, as: .gray8) } == .damagedInput)
  }

  @Test("coefficients over the memory limit are refused, with the flag")
  func memoryLimit() throws {
    var limits = Limits()
    limits.memory = 3000
    for file in [TinyJPEG.progressive, .scanPerComponent, .arithmeticProgressive] {
      let error = #expect(throws: ConversionError.self) {
        try decode(file.bytes, as: .rgb8, in: context(limits: limits))
      }
      #expect(error?.code == .limitExceeded)
      #expect(error?.message.contains("--limit memory=") == true)
    }
  }

  @Test("more scans than any encoder writes are refused")
  func manyScans() throws {
    // The first scan can be repeated any number of times: it says the same again.
    let file = TinyJPEG.progressive.bytes
    let start = try #require(file.position(of: [0xFF, 0xDA]))
    let end = try #require(file.position(of: [0xFF, 0xC4], from: start))
    func repeated(_ count: Int) -> [UInt8] {
      file[..<end] + (0..<count).flatMap { _ in file[start..<end] } + file[end...]
    }
    #expect(try decode(repeated(50), as: .rgb8).digest == TinyJPEG.progressive.digest)
    let bytes = repeated(JPEGDecoderHandle.scanLimit)
    let error = #expect(throws: ConversionError.self) { try decode(bytes, as: .rgb8) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.contains("200 scans") == true, "\(error?.message ?? "")")
  }

  @Test("decoding and encoding stop when they are cancelled")
  func cancellation() throws {
    let cancellation = Cancellation()
    let context = ConversionContext(registry: Registry(), cancellation: cancellation)
    let picture = try read(TinyJPEG.progressive.bytes, in: context)
    cancellation.cancel()
    #expect(errorCode { _ = try picture.open(PixelDemand([.rgb8])) } == .interrupted)
    let waves = Pixels.waves(.rgb8, width: 20, height: 20).picture()
    #expect(errorCode { _ = try encode(waves, in: context) } == .interrupted)
  }

  @Test("errors name the file")
  func namesFile() {
    let error = #expect(throws: ConversionError.self) {
      try JPEGReader().read(
        InputFile(path: "/dev/../etc/hostname"), type: "public.jpeg", in: ReadingContext(context()))
    }
    #expect(error?.file == "/dev/../etc/hostname")
  }
}
