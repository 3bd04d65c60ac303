import BMPPlugin
import ConverterCore
import JPEGPlugin
import PNGPlugin
import PictureModel
import TestSupport

func context(limits: Limits = .standard) throws -> ConversionContext {
  var registry = Registry()
  try JPEGPlugin.register(in: &registry)
  try PNGPlugin.register(in: &registry)
  return ConversionContext(registry: registry, limits: limits)
}

func read(_ bytes: [UInt8], limits: Limits = .standard) throws -> Picture {
  try BMPReader().read(
    InputFile(bytes: bytes), type: "com.microsoft.bmp", in: ReadingContext(context(limits: limits)))
}

/// All samples in the format of the file.
func decode(_ bytes: [UInt8], limits: Limits = .standard) throws -> [Int] {
  let picture = try read(bytes, limits: limits)
  let buffer = try PixelBuffer(
    collecting: picture.open(PixelDemand([picture.facts.format])), in: context(limits: limits))
  return samples(buffer)
}

func encode(_ picture: Picture) throws -> [UInt8] {
  try BMPWriter().file(of: picture, in: context())
}

/// Bitmaps put together by hand.
struct TinyBMP {
  var width = 3
  var height = 2
  var bits = 24
  var compression = 0
  /// Bytes of the header.
  var size = 40
  var colours: [UInt8] = []
  var coloursUsed = 0
  var masks: [Int] = []
  var pixels: [UInt8] = []
  /// Puts the pixels elsewhere.
  var offset: Int?

  var bytes: [UInt8] {
    var header: [UInt8] = number(size, 4)
    if size == 12 {
      header += number(width, 2) + number(height, 2) + number(1, 2) + number(bits, 2)
    } else {
      header += number(width, 4) + number(height, 4) + number(1, 2) + number(bits, 2)
      header += number(compression, 4) + number(0, 4) + number(2835, 4) + number(5669, 4)
      header += number(coloursUsed, 4) + number(0, 4)
      header = Array(header.prefix(size))
    }
    let own = max(0, size - header.count)
    var more = masks.flatMap { number($0, 4) }
    if more.count < own { more += [UInt8](repeating: 0, count: own - more.count) }
    let before = header + more + colours
    let start = offset ?? 14 + before.count
    return Array("BM".utf8) + number(14 + before.count + pixels.count, 4) + number(0, 4)
      + number(start, 4) + before + pixels
  }

  func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
