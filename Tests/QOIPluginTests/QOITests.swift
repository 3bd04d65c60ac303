import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import QOIPlugin

private func context(limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits)
}

private func read(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> Picture {
  try QOIReader().read(
    InputFile(bytes: bytes), type: "org.qoiformat.qoi", in: ReadingContext(context))
}

private func decode(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> [UInt8] {
  let picture = try read(bytes, in: context)
  return samples(
    try PixelBuffer(
      collecting: picture.open(PixelDemand([picture.facts.format])), in: context))
}

private func samples(_ buffer: PixelBuffer) -> [UInt8] {
  let plane = buffer.planes[0]
  return (0..<plane.height).flatMap { y in
    (0..<plane.width).map { plane.row(y, as: UInt8.self)[$0] }
  }
}

private func encode(
  _ samples: [UInt8], width: Int, height: Int, _ format: PixelFormat
) throws -> [UInt8] {
  let facts = PictureFacts(
    width: width, height: height, format: format, sampleDepth: 8, coding: "")
  let picture = Picture(facts) { _ in
    let buffer = PixelBuffer(format, width: width, height: height)
    let count = width * format.samplesPerPixel
    for index in samples.indices {
      buffer.planes[0].row(index / count, as: UInt8.self)[index % count] = samples[index]
    }
    return BufferSource(buffer)
  }
  let output = try OutputFile(.memory)
  try QOIWriter().write(
    picture, as: "org.qoiformat.qoi", to: output, options: .init(ConversionOptions()),
    in: WritingContext(context()))
  return output.bytes
}

private func file(_ width: Int, _ height: Int, _ channels: UInt8, _ data: [UInt8]) -> [UInt8] {
  Array("qoif".utf8) + [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height), channels, 0] + data
    + QOIHeader.end
}

@Suite struct QOITests {
  private typealias Chunk = (data: [UInt8], channels: UInt8, samples: [UInt8])

  /// Each kind of chunk, as the specification has it.
  private static let chunks: [Chunk] = [
    // Samples; samples with opacity; what was seen.
    ([0xFE, 1, 2, 3], 3, [1, 2, 3]),
    ([0xFF, 1, 2, 3, 4], 4, [1, 2, 3, 4]),
    ([0xFE, 1, 2, 3, 0xFE, 9, 9, 9, 23], 3, [1, 2, 3, 9, 9, 9, 1, 2, 3]),
    // What was never seen is nothing.
    ([0x05], 4, [0, 0, 0, 0]),
    // Differences of −2…1, which run over.
    ([0b01_00_01_10], 3, [254, 255, 0]),
    ([0b01_11_10_10], 3, [1, 0, 0]),
    // Differences of green, and of the others from it.
    ([0b10_000000, 0x0F], 3, [216, 224, 231]),
    ([0b10_111111, 0xF0], 3, [38, 31, 23]),
    // Runs of the first pixel, which is black.
    ([0xC2], 3, [0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ]

  @Test(arguments: chunks)
  private func chunksAreRead(_ chunk: Chunk) throws {
    let (data, channels, expected) = chunk
    let count = expected.count / Int(channels)
    #expect(try decode(file(count, 1, channels, data)) == expected)
  }

  @Test(arguments: [1, 2, 3, 17, 64, 200])
  func samplesComeBack(width: Int) throws {
    var state: UInt32 = 3
    for format in [PixelFormat.rgb8, .rgba8] {
      let step = format.samplesPerPixel
      // Alike, near each other, and far from each other in turns.
      var pixel = [UInt8](repeating: 100, count: 4)
      var samples: [UInt8] = []
      for index in 0..<width * 90 {
        state = state &* 1_664_525 &+ 1_013_904_223
        change(&pixel, UInt8(state >> 24), way: index / 50 % 4)
        samples += pixel.prefix(step)
      }
      #expect(samples.count == width * 90 * step)
      let bytes = try encode(samples, width: width, height: 90, format)
      #expect(try decode(bytes) == samples)
      #expect(try read(bytes).facts.format == format)
    }
  }

  private func change(_ pixel: inout [UInt8], _ value: UInt8, way: Int) {
    switch way {
    case 0: break
    case 1: for channel in 0..<3 { pixel[channel] &+= (value >> UInt8(channel)) & 3 }
    case 2: pixel = [value, value &* 3, value &* 7, value < 80 ? value : pixel[3]]
    default: for channel in 0..<3 { pixel[channel] &+= value & 15 }
    }
  }

  /// More than the decoder holds at a time.
  @Test func longFilesComeBack() throws {
    var state: UInt32 = 9
    let samples = (0..<300 * 300 * 4).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let bytes = try encode(samples, width: 300, height: 300, .rgba8)
    #expect(bytes.count > 3 << 17)
    #expect(try decode(bytes) == samples)
  }

  @Test func golden() throws {
    let samples: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 9, 0, 0, 255, 10, 0, 0, 255, 9, 0, 0, 255]
    let place = UInt8((9 * 3 + 255 * 11) & 63)
    let data: [UInt8] = [0xC1, 0xFE, 9, 0, 0, 0b01_11_10_10, place]
    #expect(try encode(samples, width: 5, height: 1, .rgba8) == file(5, 1, 4, data))
  }

  @Test func factsAreThoseOfTheHeader() throws {
    var bytes = file(1, 1, 3, [0xC0])
    #expect(try read(bytes).facts.colour == .cicp(.sRGB))
    #expect(try read(bytes).facts.isLossless)
    bytes[13] = 1
    #expect(try read(bytes).facts.colour == .calibrated(gamma: 1, nil))
  }

  @Test func noPrefixIsTakenForTheWhole() throws {
    let samples = (0..<40 * 3).map { UInt8($0 * $0 % 251) }
    let whole = try encode(samples, width: 8, height: 5, .rgb8)
    for count in 0..<whole.count {
      let context = context()
      do throws(ConversionError) {
        let pixels = try decode(Array(whole.prefix(count)), in: context)
        // All that may be missing is the mark of the end, and a warning says so.
        #expect(pixels == samples && count >= whole.count - 8, "\(count)")
        #expect(context.warnings.count == 1)
      } catch {
        #expect(error.code == .damagedInput, "\(count)")
      }
    }
  }

  @Test func theMarkOfTheEndIsNoPixel() {
    let short = file(3, 1, 3, [0xFE, 1, 2, 3])
    #expect(throws: ConversionError.self) { _ = try decode(short) }
  }

  @Test(arguments: [(4, 0xFF), (7, 0), (11, 0), (12, 2), (12, 5), (13, 2)] as [(Int, UInt8)])
  func headersAreChecked(_ place: Int, _ value: UInt8) {
    var bytes = file(1, 1, 3, [0xC0])
    bytes[place] = value
    let error = #expect(throws: ConversionError.self) { _ = try read(bytes) }
    #expect(error?.code == (place == 4 ? .limitExceeded : .damagedInput) || place == 4)
  }

  @Test func hugeSizesAreRefused() {
    var limits = Limits.standard
    limits.pixels = 10
    let bytes = file(11, 1, 3, [0xCA])
    let error = #expect(throws: ConversionError.self) {
      _ = try read(bytes, in: context(limits: limits))
    }
    #expect(error?.code == .limitExceeded)
    limits.pixels = 1 << 40
    let huge = Array("qoif".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 3, 0, 0xC0] + QOIHeader.end
    let cut = #expect(throws: ConversionError.self) {
      _ = try read(huge, in: context(limits: limits))
    }
    #expect(cut?.code == .damagedInput)
  }

  @Test func isToldByItsBytes() throws {
    var registry = Registry()
    try QOIPlugin.register(in: &registry)
    let file = InputFile(bytes: Array("qoif".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 4, 0])
    #expect(try Converter(registry: registry).detector.detect(file).type.id == "org.qoiformat.qoi")
  }
}
