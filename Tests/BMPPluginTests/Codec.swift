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
    InputFile(bytes: bytes), type: "com.microsoft.bmp", in: context(limits: limits))
}

/// All samples in the format of the file.
func decode(_ bytes: [UInt8], limits: Limits = .standard) throws -> [Int] {
  let picture = try read(bytes, limits: limits)
  let buffer = try PixelBuffer(
    collecting: picture.open(PixelDemand([picture.facts.format])), in: context(limits: limits))
  return samples(buffer)
}

func samples(_ buffer: PixelBuffer) -> [Int] {
  let plane = buffer.planes[0]
  return (0..<plane.height).flatMap { y in
    (0..<plane.width).map { x in
      buffer.format.bitDepth > 8
        ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
    }
  }
}

func encode(_ picture: Picture) throws -> [UInt8] {
  let output = try OutputFile(.memory)
  try BMPWriter().write(
    picture, as: "com.microsoft.bmp", to: output, options: .init(ConversionOptions()),
    in: context())
  return output.bytes
}

/// The code of the error that `body` throws; `nil` if it throws none.
func errorCode(_ body: () throws -> Void) -> ConversionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ConversionError)?.code
  }
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
