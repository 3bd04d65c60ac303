import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Pixels coded as runs (Microsoft, "Bitmap Compression"; of 24 bits: OS/2 2.0).
///
/// They come from the bottom, so the picture is held whole.
struct RunLengths {
  private let bitmap: Bitmap
  private let samples: BitmapSamples
  private let bytes: [UInt8]
  private let buffer: PixelBuffer
  private let context: ConversionContext
  private var x = 0
  /// Rows from the bottom.
  private var row = 0

  /// - Throws: `limitExceeded`, `readFailed`.
  init(_ bitmap: Bitmap, in context: ConversionContext) throws(ConversionError) {
    self.bitmap = bitmap
    self.context = context
    let format = bitmap.format
    samples = BitmapSamples(bitmap, format)
    let byteCount = PixelBuffer.byteCount(format, width: bitmap.width, height: bitmap.height)
    try context.limits.check(
      .memory, byteCount + bitmap.pixels.count, for: "a bitmap that is coded as runs")
    bytes = try bitmap.input.read(at: bitmap.pixels.lowerBound, count: bitmap.pixels.count)
    buffer = PixelBuffer(format, width: bitmap.width, height: bitmap.height)
    clear()
  }

  /// What is skipped has the first colour.
  ///
  /// Rows have the width of the buffer, in pixels of the bitmap's format: three bytes, or as the samples have it.
  private func clear() {
    for y in 0..<buffer.height {
      let target = unsafe buffer.planes[0].row(y, as: UInt8.self)
      if bitmap.header.bitCount > 8 {
        unsafe memset(target, 0, buffer.planes[0].width)
      } else {
        for x in 0..<buffer.width { unsafe samples.put(0, at: x, of: target) }
      }
    }
  }

  /// - Throws: `damagedInput` where the data end before the picture does.
  mutating func decoded() throws(ConversionError) -> PixelBuffer {
    let perPixel = bitmap.header.bitCount == 24 ? 3 : 1
    var offset = 0
    while row < buffer.height {
      guard offset + 1 < bytes.count else {
        // The mark of the end may be missing.
        if row == buffer.height - 1, x >= buffer.width { return buffer }
        throw cutOff
      }
      let (count, value) = (Int(bytes[offset]), Int(bytes[offset + 1]))
      if count > 0 {
        guard offset + 1 + perPixel <= bytes.count else { throw cutOff }
        run(count, at: offset + 1)
        offset += 1 + perPixel
        continue
      }
      offset += 2
      switch value {
      case 0:
        x = 0
        row += 1
        if row.isMultiple(of: 64) { try context.checkpoint() }
      case 1: return buffer
      case 2:
        guard offset + 1 < bytes.count else { throw cutOff }
        x += Int(bytes[offset])
        row += Int(bytes[offset + 1])
        offset += 2
      default:
        let length = bitmap.header.bitCount == 4 ? (value + 1) / 2 : value * perPixel
        guard offset + length <= bytes.count else { throw cutOff }
        literal(value, at: offset)
        // Whole words.
        offset += length + length % 2
      }
    }
    return buffer
  }

  private var cutOff: ConversionError {
    ConversionError(
      .damagedInput, "the file is cut off: its runs end before the picture does",
      file: bitmap.input.path)
  }

  private mutating func run(_ count: Int, at offset: Int) {
    for number in 0..<count { put(offset, number, isRun: true) }
  }

  private mutating func literal(_ count: Int, at offset: Int) {
    for number in 0..<count { put(offset, number, isRun: false) }
  }

  /// Puts the next pixel; what reaches beyond the row is lost.
  private mutating func put(_ offset: Int, _ number: Int, isRun: Bool) {
    defer { x += 1 }
    guard x < buffer.width, row < buffer.height else { return }
    // Row and column lie within the buffer, as was just seen.
    let target = unsafe buffer.planes[0].row(buffer.height - 1 - row, as: UInt8.self)
    switch bitmap.header.bitCount {
    case 4:
      let byte = bytes[offset + (isRun ? 0 : number / 2)]
      unsafe samples.put(number.isMultiple(of: 2) ? byte >> 4 : byte & 15, at: x, of: target)
    case 8: unsafe samples.put(bytes[offset + (isRun ? 0 : number)], at: x, of: target)
    default:
      let place = offset + (isRun ? 0 : 3 * number)
      for channel in 0..<3 { unsafe target[3 * x + channel] = bytes[place + 2 - channel] }
    }
  }
}
