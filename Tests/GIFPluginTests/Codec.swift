import ConverterCore
import PictureModel
import TestSupport

@testable import GIFPlugin

func context(limits: Limits = .standard, isPlanning: Bool = false) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits, isPlanning: isPlanning)
}

/// The picture in a file that is in memory.
func read(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> Picture {
  try GIFReader().read(
    InputFile(bytes: bytes), type: "com.compuserve.gif", in: ReadingContext(context))
}

/// A picture of a file, four samples a pixel.
func decode(
  _ bytes: [UInt8], frame: Int = 0, in context: ConversionContext = context()
) throws(ConversionError) -> [UInt8] {
  try pixels(of: read(bytes, in: context), frame: frame, in: context)
}

func pixels(
  of picture: Picture, frame: Int = 0, in context: ConversionContext = context()
) throws(ConversionError) -> [UInt8] {
  var demand = PixelDemand([.rgba8])
  demand.frame = frame
  let buffer = try PixelBuffer(
    collecting: picture.pixels(for: demand, in: context), in: context)
  return (0..<buffer.height).flatMap { y in
    (0..<buffer.width * 4).map { buffer.planes[0].row(y, as: UInt8.self)[$0] }
  }
}

/// A picture whose pixels are given, all of the same size.
func picture(
  width: Int, height: Int, frames: [[UInt8]], format: PixelFormat = .rgba8,
  durations: [Int]? = nil, repetitions: Int = 0
) -> Picture {
  var facts = PictureFacts(
    width: width, height: height, format: format, sampleDepth: 8, coding: "")
  if frames.count > 1 {
    facts.frames = frames.count
    facts.animation = Animation(
      durations: durations ?? frames.map { _ in 100_000 }, repetitions: repetitions)
  }
  return Picture(facts) { demand in
    let buffer = PixelBuffer(format, width: width, height: height)
    let rowCount = width * format.samplesPerPixel
    for y in 0..<height {
      for index in 0..<rowCount {
        buffer.planes[0].row(y, as: UInt8.self)[index] = frames[demand.frame][y * rowCount + index]
      }
    }
    return BufferSource(buffer)
  }
}

func encode(
  _ picture: Picture, _ settings: [String: String] = [:],
  in context: ConversionContext = context()
) throws(ConversionError) -> [UInt8] {
  try GIFWriter().file(of: picture, settings, in: context)
}

/// GIF files put together by hand, with codes that need no table: every few indices the table is emptied.
enum TinyGIF {
  /// Red, green, blue and white.
  static let colours: [UInt8] = [200, 0, 0, 0, 200, 0, 0, 0, 200, 255, 255, 255]
  static let red: [UInt8] = [200, 0, 0, 255]
  static let green: [UInt8] = [0, 200, 0, 255]
  static let blue: [UInt8] = [0, 0, 200, 255]
  static let white: [UInt8] = [255, 255, 255, 255]
  static let empty: [UInt8] = [0, 0, 0, 0]

  static func file(
    _ width: Int, _ height: Int, colours: [UInt8]? = colours, _ blocks: [[UInt8]]
  ) -> [UInt8] {
    let flags: UInt8 = colours == nil ? 0 : 0x80 | 1
    return Array("GIF89a".utf8) + word(width) + word(height) + [flags, 0, 0] + (colours ?? [])
      + blocks.flatMap { $0 } + [0x3B]
  }

  static func control(
    disposal: UInt8 = 0, delay: Int = 0, transparent: UInt8? = nil
  ) -> [UInt8] {
    [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)] + word(delay)
      + [transparent ?? 0, 0]
  }

  static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ indices: [UInt8],
    isInterlaced: Bool = false, own colours: [UInt8] = []
  ) -> [UInt8] {
    let flags: UInt8 = (isInterlaced ? 0x40 : 0) | (colours.isEmpty ? 0 : 0x81)
    return [0x2C] + word(x) + word(y) + word(width) + word(height) + [flags] + colours
      + data(indices)
  }

  static func data(_ indices: [UInt8]) -> [UInt8] {
    // Codes of three bits: 4 empties the table, 5 ends.
    var bits: [UInt8] = []
    func put(_ code: UInt8) { for bit in 0..<3 { bits.append(code >> UInt8(bit) & 1) } }
    for (number, index) in indices.enumerated() {
      if number.isMultiple(of: 2) { put(4) }
      put(index)
    }
    put(5)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(bits.count, start + 8)].enumerated().reduce(UInt8(0)) {
        $0 | $1.element << UInt8($1.offset)
      }
    }
    return [2]
      + stride(from: 0, to: bytes.count, by: 255).flatMap { start -> [UInt8] in
        let part = bytes[start..<min(bytes.count, start + 255)]
        return [UInt8(part.count)] + part
      } + [0]
  }

  static func loop(_ count: Int) -> [UInt8] {
    [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(count) + [0]
  }

  static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
