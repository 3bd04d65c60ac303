import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

@Suite("Animated PNG")
struct APNGTests {
  /// The hashes are those of what Pillow 13 gives.
  @Test(
    "The pictures of a file of another program",
    arguments: Sample.present(
      [
        ("images/png/apng-ball.png", 0, 0xDC7C_D771_6A19_D4C8),
        ("images/png/apng-ball.png", 1, 0x6D6F_AD97_5C8C_2CEF),
        ("images/png/apng-ball.png", 7, 0xAC9C_08C9_BEF9_A3A9),
        ("images/png/apng-ball.png", 19, 0x6D89_D6B8_8102_CA8F),
        ("fixtures/others/parts.apng", 0, 0xF800_779D_EFC7_C6FB),
        ("fixtures/others/parts.apng", 1, 0xEB6F_F8C7_A35D_666F),
        ("fixtures/others/parts.apng", 2, 0xABBD_7A50_E9C7_76C4),
        ("fixtures/others/parts.apng", 3, 0xE1AF_267F_0CD0_2CAA),
        ("fixtures/others/parts.apng", 4, 0x2CBE_0CBB_2996_9E27),
      ] as [(String, Int, UInt64)], name: \.0))
  func pictures(name: String, frame: Int, expected: UInt64) throws {
    let picture = try read(try Sample(name).bytes())
    let bytes = try pixels(of: picture, frame: frame, .rgba8)
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect(hash == expected)
  }

  static let formats: [PixelFormat] = [
    .gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .rgb16, .rgba16,
  ]

  @Test("Every picture comes back", arguments: formats, [false, true])
  func comesBack(format: PixelFormat, interlaced: Bool) throws {
    let durations = [100_000, 33_333, 40_000, 0, 2_500_000]
    let picture = walk(format, durations)
    let file = try encode(picture, as: "org.w3.apng", ["interlace": "\(interlaced)"])
    let back = try read(file)
    #expect(back.facts.format == format)
    #expect(back.facts.animation == Animation(durations: durations, repetitions: 4))
    for frame in [0, 1, 2, 3, 4, 1] {
      #expect(
        try pixels(of: back, frame: frame, format) == pixels(of: picture, frame: frame, format),
        "\(frame)")
    }
    // What does not know animations sees a whole file with the first picture.
    #expect(try #require(Reference(file)).pixels == Reference(try encode(picture))?.pixels)
  }

  @Test("Only what differs is stored")
  func differences() throws {
    let file = try encode(walk(.rgb8, [1000, 1000, 1000]), as: "org.w3.apng")
    let controls = PNGFile(parsing: file).chunks.filter { $0.type == .frame }.map(\.bytes)
    let header = PNGHeader(
      width: 30, height: 20, bitDepth: 8, colourType: .rgb, isInterlaced: false)
    let rectangles = controls.compactMap { PNGFrameControl(parsing: $0, in: header)?.rectangle }
    #expect(
      rectangles == [
        PixelRectangle(x: 0, y: 0, width: 30, height: 20),
        PixelRectangle(x: 0, y: 4, width: 9, height: 6),
        PixelRectangle(x: 3, y: 4, width: 9, height: 6),
      ])
    #expect(controls.map { PNGFields.leadingNumber(of: $0) } == [0, 1, 3])
  }

  @Test("Pictures that equal each other stay as many")
  func equalPictures() throws {
    var picture = walk(.rgb8, [1000, 2000, 3000])
    let open = picture.open
    picture.open = { demand throws(ConversionError) in
      var first = demand
      first.frame = 0
      return try open(first)
    }
    let back = try read(try encode(picture, as: "org.w3.apng"))
    #expect(back.facts.animation?.durations == [1000, 2000, 3000])
  }

  @Test("Metadata stand before the first picture")
  func metadata() throws {
    var picture = walk(.rgb8, [1000, 2000])
    picture.facts.metadata.xmp = Array("<x/>".utf8)
    picture.facts.colour = .cicp(.sRGB)
    let file = try encode(picture, as: "org.w3.apng")
    #expect(try read(file).facts.metadata.xmp == Array("<x/>".utf8))
    let types = PNGFile(parsing: file).chunks.map(\.type.description)
    #expect(types == ["IHDR", "sRGB", "iTXt", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])
  }

  @Test("Colours of a palette stay indices")
  func palette() throws {
    let colours: [SIMD4<UInt8>] = [[0, 0, 0, 255], [9, 8, 7, 255], [200, 100, 0, 255]]
    var facts = PictureFacts(width: 8, height: 4, format: .rgb8, sampleDepth: 8, coding: "")
    facts.palette = .init(colours: colours, bitDepth: 2)
    facts.animation = Animation(durations: [1000, 1000])
    facts.frames = 2
    let picture = Picture(facts) { demand in
      let buffer = PixelBuffer(.rgb8, width: 8, height: 4)
      for y in 0..<4 {
        for x in 0..<8 {
          let colour = colours[(x / 3 + demand.frame) % 3]
          for channel in 0..<3 {
            buffer.planes[0].row(y, as: UInt8.self)[3 * x + channel] = colour[channel]
          }
        }
      }
      return BufferSource(buffer)
    }
    let back = try read(try encode(picture, as: "org.w3.apng"))
    #expect(back.facts.palette == facts.palette)
    #expect(try pixels(of: back, frame: 1, .rgb8) == pixels(of: picture, frame: 1, .rgb8))
  }

  /// The colours of an animation's pictures, and those of its one palette.
  private func colours(of file: [UInt8], frames: Int) throws -> (
    all: Set<[UInt8]>, palette: Set<[UInt8]>
  ) {
    let chunks = PNGFile(parsing: file).chunks
    let palettes = chunks.filter { $0.type == .palette }.map(\.bytes)
    try #require(palettes.count == 1)
    func triples(_ bytes: [UInt8]) -> [[UInt8]] {
      stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
    }
    let back = try read(file)
    var all: Set<[UInt8]> = []
    for frame in 0..<frames { all.formUnion(triples(try pixels(of: back, frame: frame, .rgb8))) }
    return (all, Set(triples(palettes[0])))
  }

  @Test(
    "All pictures share the colours that a preset leaves",
    arguments: [("small", 64), ("high", 256)])
  func preset(name: String, most: Int) throws {
    let picture = walk(.rgb8, [1000, 1000, 1000])
    let file = try encode(picture, as: "org.w3.apng", ["preset": name])
    let (all, palette) = try colours(of: file, frames: 3)
    #expect(palette.count <= most && palette.count > most / 2)
    #expect(all.isSubset(of: palette))
    // The colour of the square that walks through all pictures is there.
    #expect(palette.contains { $0.allSatisfy { abs(Int($0) - 77) < 24 } })
  }

  @Test("What is to be small has a palette where the colours of all pictures fit into one")
  func compressed() throws {
    var facts = PictureFacts(width: 64, height: 64, format: .rgb8, sampleDepth: 8, coding: "")
    facts.animation = Animation(durations: [1000, 1000])
    facts.frames = 2
    // 100 colours in each picture, 200 in both.
    let picture = Picture(facts) { demand in
      let buffer = PixelBuffer(.rgb8, width: 64, height: 64)
      for y in 0..<64 {
        for x in 0..<64 {
          let pixel = buffer.planes[0].row(y, as: UInt8.self) + 3 * x
          (pixel[0], pixel[1], pixel[2]) = (UInt8((x * 7 + y * 3) % 100), UInt8(demand.frame), 9)
        }
      }
      return BufferSource(buffer)
    }
    let context = ConversionContext(registry: Registry(), limits: .standard, purpose: .compress)
    let output = try OutputFile(.memory)
    try PNGWriter().write(
      picture, as: "org.w3.apng", to: output, options: try PNGWriterOptions(ConversionOptions()),
      in: WritingContext(context))
    #expect(try colours(of: output.bytes, frames: 2).palette.count == 200)
    #expect(context.ledger == [LedgerEntry("palette", .added, why: "it has 200 colours")])
    let back = try read(output.bytes)
    for frame in 0...1 {
      #expect(try pixels(of: back, frame: frame, .rgb8) == pixels(of: picture, frame: frame, .rgb8))
    }
    #expect(try output.bytes.count < encode(picture, as: "org.w3.apng").count)
  }

  @Test("A PNG file stays one picture")
  func still() throws {
    #expect(
      !PNGWriter().capabilities(for: "public.png", options: try PNGWriterOptions(.init())).animation
    )
    #expect(
      PNGWriter().capabilities(for: "org.w3.apng", options: try PNGWriterOptions(.init())).animation
    )
    let file = try encode(walk(.rgb8, [1000, 1000]), as: "public.png")
    #expect(!PNGFile(parsing: file).chunks.contains { $0.type == .animation })
  }

  @Test(
    "Delays are the nearest fractions",
    arguments: [
      (0, 0, 1000), (40_000, 40, 1000), (33_333, 1, 30), (70_000_000, 7000, 100),
      (16_667, 1, 60), (41_708, 1, 1), (65_535_000_000, 65535, 1), (.max, 65535, 1),
      (1, 0, 1),
    ] as [(Int, Int, Int)])
  func delays(microseconds: Int, numerator: Int, denominator: Int) {
    let delay = PNGDelay(microseconds: microseconds)
    let wanted = Double(min(microseconds, 65_535_000_000))
    #expect(abs(Double(delay.microseconds) - wanted) <= max(1, wanted * 1e-8))
    if numerator * 1_000_000 / denominator == microseconds {
      #expect(delay == PNGDelay(numerator: numerator, denominator: denominator))
    }
  }

  // MARK: What files may say

  @Test("What a part does to the canvas, and what becomes of it")
  func composition() throws {
    let clear: [UInt8] = [0, 0, 0, 0]
    let red: [UInt8] = [200, 0, 0, 255]
    let half: [UInt8] = [0, 100, 0, 128]
    let blue: [UInt8] = [0, 0, 50, 255]
    let mixed: [UInt8] = [100, 50, 0, 255]
    let file = try animated([
      // x, width, disposal, blending, colour
      (0, 3, 0, 0, red),
      // Over it, then what was before.
      (0, 1, 2, 1, half),
      // Removed after it was shown.
      (1, 1, 1, 0, blue),
      (2, 1, 0, 1, half),
      // In its place.
      (0, 1, 0, 0, half),
    ])
    let picture = try read(file)
    #expect(picture.facts.format == .rgba8)
    let expected = [
      [red, red, red], [mixed, red, red], [red, blue, red], [red, clear, mixed],
      [half, clear, mixed],
    ]
    for (frame, row) in expected.enumerated() {
      let shown = try pixels(of: picture, frame: frame, .rgba8)
      #expect(shown == Array((row + row).joined()), "\(frame)")
    }
  }

  @Test("The default picture need not be one of the animation")
  func defaultPicture() throws {
    let red: [UInt8] = [200, 0, 0, 255]
    let blue: [UInt8] = [0, 0, 50, 255]
    let file = try animated(
      [(0, 3, 0, 0, red), (0, 3, 0, 0, blue)], default: [1, 2, 3, 255])
    let picture = try read(file)
    #expect(picture.facts.animation?.durations.count == 2)
    #expect(picture.coded == nil)
    #expect(try pixels(of: picture, frame: 0, .rgba8).prefix(4) == red[...])
    #expect(try pixels(of: picture, frame: 1, .rgba8).prefix(4) == blue[...])
    #expect(try #require(Reference(file)).pixels.prefix(4) == [1, 2, 3, 255])
  }

  @Test("A damaged animation leaves its default picture", arguments: 0..<7)
  func damaged(kind: Int) throws {
    let red: [UInt8] = [200, 0, 0, 255]
    var file = PNGFile(parsing: try animated([(0, 3, 0, 0, red), (0, 3, 0, 0, red)]))
    let places = file.chunks.indices.filter { file.chunks[$0].type == .frame }
    switch kind {
    case 0: file.chunks[places[1]].bytes[3] = 7
    case 1: file.chunks[places[1]].bytes[7] = 4
    case 2: file.chunks[places[1]].bytes[24] = 3
    case 3: file.chunks[places[1]].bytes[25] = 2
    case 4: file.chunks[places[1]].bytes.removeLast()
    case 5: file.chunks.removeAll { $0.type == .animation }
    default: file.chunks[places[0]].bytes[7] = 2
    }
    let context = makeContext()
    let picture = try read(file.bytes, in: context)
    #expect(picture.facts.animation == nil)
    #expect(context.warnings.count == (kind == 5 ? 0 : 1), "\(context.warnings)")
    #expect(try pixels(of: picture, frame: 0, .rgba8).prefix(4) == red[...])
  }

  @Test("Damaged data of a picture are an error")
  func damagedData() throws {
    let red: [UInt8] = [200, 0, 0, 255]
    let whole = PNGFile(parsing: try animated([(0, 3, 0, 0, red), (0, 3, 0, 0, red)]))
    let place = try #require(whole.chunks.firstIndex { $0.type == .frameData })
    for change in 0..<3 {
      var file = whole
      switch change {
      case 0: file.chunks[place].bytes[3] = 9
      case 1: file.chunks[place].bytes.removeLast(3)
      default: file.chunks[place].bytes = Array(file.chunks[place].bytes.prefix(4))
      }
      let picture = try read(file.bytes)
      #expect(picture.facts.animation != nil)
      #expect(throws: ConversionError.self) { try pixels(of: picture, frame: 1, .rgba8) }
      // And the first is still there.
      #expect(try pixels(of: picture, frame: 0, .rgba8).prefix(4) == red[...])
    }
  }

  @Test("No part of a file is taken for all of it")
  func truncated() throws {
    let file = try encode(walk(.rgba8, [1000, 1000]), as: "org.w3.apng")
    for count in 0..<file.count {
      let error = #expect(throws: ConversionError.self) {
        try read(Array(file.prefix(count)))
      }
      #expect(error?.code == .damagedInput)
    }
  }

  @Test("Pictures are counted, and their memory is asked for")
  func limits() throws {
    let file = try encode(walk(.rgba8, [1000, 1000, 1000]), as: "org.w3.apng")
    var limits = Limits.standard
    limits.entries = 2
    let entries = #expect(throws: ConversionError.self) {
      try read(file, in: makeContext(limits))
    }
    #expect(entries?.code == .limitExceeded)
    limits = .standard
    limits.memory = 5000
    let picture = try read(file, in: makeContext(limits))
    let memory = #expect(throws: ConversionError.self) {
      try pixels(of: picture, frame: 1, .rgba8)
    }
    #expect(memory?.code == .limitExceeded)
  }

  // MARK: Making and reading

  /// A square that moves by three pixels each time.
  private func walk(_ format: PixelFormat, _ durations: [Int]) -> Picture {
    var facts = PictureFacts(
      width: 30, height: 20, format: format, sampleDepth: format.bitDepth, coding: "")
    facts.animation = Animation(durations: durations, repetitions: 4)
    facts.frames = durations.count
    return Picture(facts) { demand in
      let buffer = SyntheticPicture(width: 30, height: 20).buffer(format)
      for y in 4..<10 {
        let size = format.samplesPerPixel * format.bytesPerSample
        let start = buffer.planes[0].row(y) + 3 * demand.frame * size
        start.initializeMemory(as: UInt8.self, repeating: 77, count: 6 * size)
      }
      return BufferSource(buffer)
    }
  }

  /// A picture of 3×2 pixels whose parts are columns of one colour each.
  private func animated(
    _ parts: [(x: Int, width: Int, disposal: UInt8, blending: UInt8, colour: [UInt8])],
    default colour: [UInt8]? = nil
  ) throws -> [UInt8] {
    func rows(_ colour: [UInt8], _ width: Int) throws -> [UInt8] {
      let row: [UInt8] = [0] + [[UInt8]](repeating: colour, count: width).joined()
      return try #require(Zlib.compress(row + row))
    }
    var chunks = [PNGFile.header(3, 2, type: 6)]
    chunks.append(
      PNGChunk(type: .animation, bytes: parts.count.bigEndianBytes + 0.bigEndianBytes))
    if let colour { chunks.append(PNGChunk(type: .data, bytes: try rows(colour, 3))) }
    var number = 0
    for part in parts {
      let fields = [number, part.width, 2, part.x, 0, 1 << 16 | 10]
      chunks.append(
        PNGChunk(
          type: .frame, bytes: fields.flatMap(\.bigEndianBytes) + [part.disposal, part.blending]))
      number += 1
      let data = try rows(part.colour, part.width)
      if number == 1, colour == nil {
        chunks.append(PNGChunk(type: .data, bytes: data))
        continue
      }
      // In two chunks, with another between them.
      for half in [data.prefix(5), data.dropFirst(5)] {
        chunks.append(PNGChunk(type: .frameData, bytes: number.bigEndianBytes + half))
        chunks.append(PNGChunk(type: .text, bytes: Array("Comment\0x".utf8)))
        number += 1
      }
    }
    return PNGFile(chunks + [PNGFile.end]).bytes
  }

  private func encode(
    _ picture: Picture, as type: ContentType.ID = "public.png", _ settings: [String: String] = [:]
  ) throws -> [UInt8] {
    var options = ConversionOptions()
    options.settings = settings
    let output = try OutputFile(.memory)
    try PNGWriter().write(
      picture, as: type, to: output, options: try PNGWriterOptions(options),
      in: WritingContext(makeContext()))
    return output.bytes
  }

  @discardableResult
  private func pixels(
    of picture: Picture, frame: Int, _ format: PixelFormat
  ) throws -> [UInt8] {
    var demand = PixelDemand([format])
    demand.frame = frame
    let buffer = try PixelBuffer(
      collecting: picture.pixels(for: demand, in: makeContext()), in: makeContext())
    let plane = buffer.planes[0]
    var bytes: [UInt8] = []
    for y in 0..<plane.height {
      bytes += UnsafeRawBufferPointer(
        start: plane.row(y), count: plane.width * format.bytesPerSample)
    }
    return bytes
  }
}
