import ConverterCore
import HEIFPlugin
import PictureModel
import Testing

/// Animations written as AVIF, and read again.
@Suite struct SequenceWritingTests {
  /// A square that moves over a ramp, half transparent where there is opacity.
  ///
  /// - Parameter first: how many steps it is further than at the beginning.
  private func walk(
    _ format: PixelFormat, _ durations: [Int], repetitions: Int = 0, from first: Int = 0,
    _ change: (inout PictureFacts) -> Void = { _ in }
  ) -> Picture {
    let (width, height) = (64, 48)
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: 8, coding: "")
    facts.animation = Animation(durations: durations, repetitions: repetitions)
    facts.frames = durations.count
    change(&facts)
    return Picture(facts) { demand in
      let buffer = PixelBuffer(format, width: width, height: height)
      for y in 0..<height {
        let row = buffer.planes[0].row(y, as: UInt8.self)
        let count = format.samplesPerPixel
        for x in 0..<width {
          let isInside = (8..<24).contains(y) && (0..<16).contains(x - 5 * (first + demand.frame))
          for channel in 0..<count {
            let isAlpha = format.hasAlpha && channel == count - 1
            row[x * count + channel] =
              isAlpha ? (isInside ? 128 : 255) : isInside ? 250 : UInt8(2 * x + 20 * channel)
          }
        }
      }
      return BufferSource(buffer)
    }
  }

  private func pixels(_ picture: Picture, _ frame: Int, _ format: PixelFormat) throws -> [UInt16] {
    var demand = PixelDemand([format])
    demand.frame = frame
    return try Samples(try picture.pixels(for: demand, in: try context())).planes.flatMap(\.samples)
  }

  private func read(_ bytes: [UInt8]) throws -> Picture {
    try HEIFReader().read(
      InputFile(bytes: bytes), type: "public.avis", in: ReadingContext(try context()))
  }

  @Test(arguments: [PixelFormat.rgb8, .rgba8, .gray8])
  func losslessPicturesComeBack(_ format: PixelFormat) throws {
    let durations = [100_000, 40_000, 40_000, 1_500_000]
    let picture = walk(format, durations, repetitions: 3)
    let file = try HEIFWriter.bytes(of: picture, as: "public.avif", settings: ["lossless": "true"])
    let back = try read(file)
    #expect(back.facts.animation == Animation(durations: durations, repetitions: 3))
    #expect(back.facts.format.hasAlpha == format.hasAlpha)
    for frame in [0, 1, 2, 3, 1] {
      #expect(try pixels(back, frame, format) == pixels(picture, frame, format), "\(frame)")
    }
  }

  @Test(arguments: [0, 1, 7])
  func repetitions(_ count: Int) throws {
    let picture = walk(.rgb8, [33_333, 33_334, 50_000], repetitions: count)
    let back = try read(try HEIFWriter.bytes(of: picture, as: "public.avis"))
    #expect(
      back.facts.animation
        == Animation(durations: [33_333, 33_334, 50_000], repetitions: count))
  }

  @Test func lossyPicturesComeNear() throws {
    let picture = walk(.rgba8, [100_000, 100_000, 100_000])
    let back = try read(try HEIFWriter.bytes(of: picture, as: "public.avif", quality: 0.9))
    for frame in 0..<3 {
      let (first, second) = (
        try pixels(picture, frame, .rgba8), try pixels(back, frame, .rgba8)
      )
      let differences = zip(first, second).map { abs(Int($0) - Int($1)) }
      #expect(Double(differences.reduce(0, +)) / Double(first.count) < 6)
    }
  }

  /// A program that knows no animations finds the first picture, and what is said of it.
  @Test func theFirstPictureIsAnItem() throws {
    let exif: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let profile = try #require(ICCProfile(.displayP3)).bytes
    let picture = walk(.rgba8, [100_000, 100_000]) { facts in
      facts.metadata.exif = exif
      facts.metadata.xmp = Array("<x:xmpmeta/>".utf8)
      facts.colour = .icc(profile)
    }
    var file = try HEIFWriter.bytes(of: picture, as: "public.avif", settings: ["lossless": "true"])
    #expect(file[4..<12].elementsEqual("ftypavis".utf8))
    // Without its tracks.
    let movie = try #require(file.indices.first { file[$0...].starts(with: Array("moov".utf8)) })
    file.replaceSubrange(movie..<movie + 4, with: Array("free".utf8))
    let still = try read(file)
    #expect(still.facts.animation == nil && still.facts.frames == 1)
    #expect(still.facts.metadata.exif == exif)
    #expect(still.facts.metadata.xmp == Array("<x:xmpmeta/>".utf8))
    #expect(still.facts.colour == .icc(profile))
    #expect(try pixels(still, 0, .rgba8) == pixels(picture, 0, .rgba8))
  }

  /// Where nothing moves, the primary item is shown, which need not be the first of the track.
  @Test func thePrimaryItemStandsStill() throws {
    let durations = [100_000, 40_000]
    func file(from first: Int) throws -> [UInt8] {
      try HEIFWriter.bytes(
        of: walk(.rgb8, durations, from: first), as: "public.avif", settings: ["lossless": "true"])
    }
    // The beginning and length of item 1, behind head, sizes, count, number, source and extents.
    func place(in file: [UInt8]) throws -> (field: Int, item: Range<Int>) {
      let field =
        try #require(file.indices.first { file[$0...].starts(with: Array("iloc".utf8)) }) + 18
      let numbers = [field, field + 4].map { start in
        file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      return (field, numbers[0]..<numbers[0] + numbers[1])
    }
    var bytes = try file(from: 0)
    let other = try file(from: 4)
    let item = other[try place(in: other).item]
    let field = try place(in: bytes).field
    bytes.replaceSubrange(field..<field + 8, with: be(bytes.count + 8, 4) + be(item.count, 4))
    bytes += box("mdat", Array(item))

    let picture = try read(bytes)
    #expect(picture.facts.animation == Animation(durations: durations, repetitions: 0))
    var registry = Registry()
    try PictureTransforms.register(in: &registry)
    for (moves, first) in [(true, 0), (false, 4)] {
      var shown = picture
      for transform in registry.transforms(of: Picture.self) where transform.stage < .finish {
        shown = try transform.apply(
          to: shown,
          for: Picture.Capabilities(
            format: "", items: [], alpha: true, maximumBitDepth: 8, animation: moves),
          options: ConversionOptions(), in: try context())
      }
      #expect(try pixels(shown, 0, .rgb8) == pixels(walk(.rgb8, durations, from: first), 0, .rgb8))
      #expect((shown.facts.animation != nil) == moves)
      // What is left out is still told of.
      #expect(shown.facts.frames == 2)
    }
  }

  @Test func onePictureIsStill() throws {
    let file = try HEIFWriter.bytes(of: walk(.rgb8, [100_000]), as: "public.avif")
    #expect(file[4..<12].elementsEqual("ftypavif".utf8))
  }

  @Test func memoryIsAskedFor() throws {
    var limits = Limits.standard
    limits.memory = 10_000
    let error = #expect(throws: ConversionError.self) {
      try HEIFWriter.bytes(
        of: walk(.rgb8, [1000, 1000]), as: "public.avif", context: .testing(limits: limits))
    }
    #expect(error?.code == .limitExceeded)
  }
}
