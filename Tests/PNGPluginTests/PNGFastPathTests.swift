import ConverterCore
import PictureModel
import Testing

@testable import PNGPlugin

/// Decoding by ISA-L and encoding in pieces, beside libpng.
@Suite("PNG, the fast way")
struct PNGFastPathTests {
  private static let layouts = PNGPixelsTests.layouts.filter { $0.depth >= 8 && $0.type != 3 }

  /// Large enough for the fast way.
  private func file(_ layout: PNGPixelsTests.Layout, _ width: Int = 701, _ height: Int = 613)
    -> PNGFile
  {
    var generator = Xorshift(seed: UInt64(layout.type * 100 + layout.depth + 7))
    return PNGFile.random(
      width, height, depth: layout.depth, type: layout.type, interlaced: false, using: &generator)
  }

  private func usesFastWay(_ bytes: [UInt8]) throws -> Bool {
    let (input, context) = (InputFile(bytes: bytes), makeContext())
    let chunks = try PNGChunkList(scanning: input, in: context)
    return try PNGInflatedRows(chunks, of: input, in: context) != nil
  }

  /// The same data in IDAT chunks of `size` bytes.
  private func cut(_ file: PNGFile, into size: Int) -> [UInt8] {
    let data = file.chunk(.data) ?? []
    let parts = stride(from: 0, to: data.count, by: size).map {
      PNGChunk(type: .data, bytes: Array(data[$0..<min($0 + size, data.count)]))
    }
    return PNGFile([file.chunks[0]] + parts + [PNGFile.end]).bytes
  }

  @Test("Every layout decodes as libpng decodes it", arguments: layouts)
  func layout(layout: PNGPixelsTests.Layout) throws {
    let file = file(layout)
    let reference = try #require(Reference(file.bytes))
    for bytes in [file.bytes, cut(file, into: 8192), cut(file, into: 131_072)] {
      #expect(try usesFastWay(bytes))
      #expect(try decode(bytes).bytes == reference.pixels)
      let twoThreads = ConversionContext(registry: Registry(), limits: .standard, threads: 2)
      #expect(try decode(bytes, in: twoThreads).bytes == reference.pixels)
    }
  }

  @Test("Small, interlaced, indexed and translucent pictures stay with libpng")
  func unusual() throws {
    var generator = Xorshift(seed: 3)
    let rgb = PNGPixelsTests.layouts.first { $0.type == 2 && $0.depth == 8 }
    #expect(try !usesFastWay(file(#require(rgb), 20, 20).bytes))
    #expect(
      try !usesFastWay(
        PNGFile.random(701, 613, depth: 8, type: 2, interlaced: true, using: &generator).bytes))
    let key = PNGChunk(type: .transparency, bytes: [0, 1, 0, 2, 0, 3])
    #expect(try !usesFastWay(file(#require(rgb)).inserting([key]).bytes))
  }

  /// Damage, and what is said of it: the same as libpng says where it decodes alone.
  @Test("Damaged data are judged by libpng", arguments: 0..<24)
  func damage(number: Int) throws {
    let layout = try #require(Self.layouts.first { $0.type == 2 && $0.depth == 8 })
    var generator = Xorshift(seed: UInt64(number + 100))
    var damaged = file(layout)
    let index = try #require(damaged.chunks.firstIndex { $0.type == .data })
    var data = damaged.chunks[index].bytes
    switch number % 4 {
    case 0: data[Int.random(in: 2..<data.count, using: &generator)] ^= 0x41
    case 1: data.removeLast(Int.random(in: 1..<data.count / 2, using: &generator))
    case 2: data += [1, 2, 3]
    default: data[data.count - 1] ^= 1
    }
    damaged.chunks[index].bytes = data
    let (input, alone, context) = (InputFile(bytes: damaged.bytes), makeContext(), makeContext())
    let chunks = try PNGChunkList(scanning: input, in: alone)
    let expected = Result { () throws(ConversionError) -> [UInt8] in
      let rows = try LibPNGRows(chunks, of: input, rowByteCount: 701 * 3, in: alone)
      let buffer = PixelBuffer(.rgb8, width: 701, height: 613)
      _ = try rows.readRows(613, from: 0, to: buffer.planes[0])
      _ = try rows.finish()
      return (0..<613).flatMap { y in
        Array(UnsafeRawBufferPointer(start: buffer.planes[0].row(y), count: 701 * 3))
      }
    }
    let got = Result { try decode(damaged.bytes, in: context).bytes }
    switch (expected, got) {
    case (.success(let pixels), .success(let other)):
      #expect(pixels == other)
      #expect(alone.warnings == context.warnings)
    case (.failure(let error), .failure(let other)):
      // The row is that at which libpng was asked for more.
      let other = try #require(other as? ConversionError)
      #expect(error.code == other.code)
      #expect(error.message.filter { !$0.isNumber } == other.message.filter { !$0.isNumber })
    default: Issue.record("\(expected) is not \(got)")
    }
  }

  @Test("No row is taken for read where the data end too early")
  func early() throws {
    let layout = try #require(Self.layouts.first { $0.type == 2 && $0.depth == 8 })
    var short = file(layout)
    let index = try #require(short.chunks.firstIndex { $0.type == .data })
    short.chunks[index].bytes.removeLast(short.chunks[index].bytes.count / 2)
    let (input, context) = (InputFile(bytes: short.bytes), makeContext())
    let chunks = try PNGChunkList(scanning: input, in: context)
    let rows = try #require(try PNGInflatedRows(chunks, of: input, in: context))
    let buffer = PixelBuffer(.rgb8, width: 701, height: 613)
    #expect(try !rows.readRows(613, from: 0, to: buffer.planes[0]))
  }

  @Test("A picture of several pieces comes back, whatever the threads", arguments: layouts)
  func pieces(layout: PNGPixelsTests.Layout) throws {
    let picture = try decode(file(layout, 1501, 997).bytes)
    let one = try encode(picture.picture())
    let two = try encode(
      picture.picture(),
      in: ConversionContext(registry: Registry(), limits: .standard, threads: 2))
    #expect(one == two)
    #expect(PNGFile(parsing: one).chunks.count { $0.type == .data } > 1)
    #expect(Reference(one)?.pixels == picture.bytes)
    let interlaced = try encode(picture.picture(), ["interlace": "true"])
    #expect(Reference(interlaced)?.pixels == picture.bytes)
  }

  @Test("A row of more than a piece is one")
  func longRow() throws {
    var generator = Xorshift(seed: 77)
    let bytes = PNGFile.random(
      900_000, 3, depth: 8, type: 6, interlaced: false, using: &generator
    ).bytes
    let picture = try decode(bytes)
    #expect(picture.bytes == Reference(bytes)?.pixels)
    #expect(Reference(try encode(picture.picture()))?.pixels == picture.bytes)
  }

  @Test("Drawings are not filtered, photos are")
  func choice() throws {
    // Lines of a few colours that repeat: differences of them would compress worse.
    let drawing = DecodedPicture(
      width: 512, height: 512, format: .rgb8,
      bytes: (0..<512 * 512).flatMap { index -> [UInt8] in
        let isInk = (index % 512) / 7 % 9 == 0 || (index / 512) % 23 == 0
        return isInk ? [200, 30, 90] : [255, 255, 255]
      })
    let auto = try encode(drawing.picture()).count
    for filter in ["none", "up", "paeth", "adaptive"] {
      #expect(try auto <= encode(drawing.picture(), ["filter": filter]).count + 64)
    }
    let slope = DecodedPicture(
      width: 512, height: 512, format: .gray8,
      bytes: (0..<512 * 512).map { index in
        UInt8(truncatingIfNeeded: (index % 512 * index % 512) / 900 + index / 512 * 3)
      })
    #expect(
      try encode(slope.picture()).count < encode(slope.picture(), ["filter": "none"]).count)
  }
}

/// `fairy compress`, and presets.
@Suite("PNG, smaller")
struct PNGCompressionTests {
  private func compress(_ picture: DecodedPicture, _ settings: [String: String] = [:]) throws
    -> (bytes: [UInt8], context: ConversionContext)
  {
    let context = ConversionContext(registry: Registry(), limits: .standard, purpose: .compress)
    return (try encode(picture.picture(), settings, in: context), context)
  }

  /// Smooth, with noise, so that filters matter.
  private func slope(_ width: Int, _ height: Int, colours: Int) -> DecodedPicture {
    var generator = Xorshift(seed: 9)
    return DecodedPicture(
      width: width, height: height, format: .rgb8,
      bytes: (0..<width * height).flatMap { index -> [UInt8] in
        let (x, y) = (index % width, index / width)
        let noise = UInt8.random(in: 0...3, using: &generator)
        let step = 256 / colours
        return [UInt8((x * 2 + y) % 256 / step * step), UInt8(y % 256 / step * step), noise / 4]
      })
  }

  @Test("Pixels stay, and bytes are fewer")
  func lossless() throws {
    let picture = slope(300, 200, colours: 128)
    let result = try compress(picture)
    #expect(Reference(result.bytes)?.pixels == picture.bytes)
    #expect(try result.bytes.count < encode(picture.picture()).count)
    #expect(result.context.ledger.isEmpty)
  }

  @Test("Few colours become a palette")
  func palette() throws {
    let picture = slope(300, 200, colours: 8)
    let result = try compress(picture)
    let reference = try #require(Reference(result.bytes))
    #expect(reference.colourType == 3)
    #expect(try decode(result.bytes).bytes == picture.bytes)
    #expect(result.context.ledger.map(\.what) == ["palette"])
  }

  @Test(
    "A preset takes so many colours", arguments: [("small", 64), ("balanced", 128), ("high", 256)])
  func preset(word: String, count: Int) throws {
    let picture = slope(300, 200, colours: 256)
    let result = try compress(picture, ["preset": word])
    let reference = try #require(Reference(result.bytes))
    #expect(reference.colourType == 3)
    #expect(reference.palette.count <= 3 * count)
    #expect(
      result.context.ledger.map { "\($0.what) \($0.action)" } == ["pixels changed"])
    let decoded = try decode(result.bytes)
    let distance = zip(decoded.bytes, picture.bytes).map { abs(Int($0) - Int($1)) }
    #expect(distance.reduce(0, +) / distance.count < 8)
  }
}
