import ConverterCore
import PictureModel

/// Decodes band by band.
final class QOIRows: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let input: InputFile
  private let context: ConversionContext
  private let band: PixelBuffer
  private var memory: QOIMemory
  /// How often the last pixel is still to be repeated.
  private var run = 0
  private var y = 0
  /// A piece of the file, how much of it is there and used, and where the next one begins.
  private var bytes: [UInt8]
  private var count = 0
  private var used = 0
  private var offset = QOIHeader.byteCount
  /// Where the data end, as far as is known.
  private let end: Int

  private static let windowSize = 1 << 17
  private static let bandByteCount = 1 << 19

  static let cutOff = ConversionError(
    .damagedInput, "the file is cut off: it ends before the picture does")

  /// - Throws: `limitExceeded`.
  init(
    _ header: QOIHeader, of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.context = context
    (width, height) = (header.width, header.height)
    format = header.hasAlpha ? .rgba8 : .rgb8
    let row = PixelBuffer.byteCount(format, width: width, height: 1)
    let rows = min(height, max(16, Self.bandByteCount / row & ~15))
    let (size, isTooMuch) = row.multipliedReportingOverflow(by: rows)
    try context.limits.check(.memory, isTooMuch ? .max : size, for: "decoding \(rows) rows")
    let tail = try input.read(at: input.byteCount - 8, count: 8)
    end = max(offset, tail == QOIHeader.end ? input.byteCount - 8 : input.byteCount)
    band = PixelBuffer(format, width: width, height: rows)
    bytes = [UInt8](repeating: 0, count: Self.windowSize)
    memory = QOIMemory()
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    try context.checkpoint()
    do throws(ConversionError) {
      for row in 0..<rows {
        // A pixel takes five bytes at most.
        var x = 0
        while x < width {
          try refill()
          let next = unsafe decode(band.planes[0].row(row, as: UInt8.self), from: x)
          guard next > x else { throw Self.cutOff }
          x = next
        }
      }
      if y + rows == height { try checkEnd() }
    } catch {
      throw error.about(input.path)
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }

  /// Sees to it that five bytes are there, unless the file has fewer.
  private func refill() throws(ConversionError) {
    guard count - used < 5 else { return }
    let left = count - used
    for place in 0..<left { bytes[place] = bytes[used + place] }
    let room = left..<min(bytes.count, left + end - offset)
    let got = try input.read(at: offset, into: &bytes, room)
    guard got == room.count else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    offset += got
    (count, used) = (left + got, 0)
  }

  /// Decodes pixels of a row until it is full or bytes run short.
  ///
  /// - Returns: the number of pixels that the row has.
  private func decode(_ row: UnsafeMutablePointer<UInt8>, from start: Int) -> Int {
    let window = bytes
    let bytes = window.span.extracting(..<count)
    let step = format.samplesPerPixel
    var seen = memory.seen
    var (pixel, run, used, x) = (memory.pixel, run, used, start)
    // Near the end of the file every byte is looked at with care.
    let last = offset == end ? count : count - 4
    while x < width {
      if run > 0 {
        run &-= 1
      } else {
        guard used < last else { break }
        let byte = bytes[used]
        let length = Self.length(byte)
        guard used &+ length <= count else { break }
        switch byte >> 6 {
        case 0: pixel = seen[Int(byte)]
        case 1:
          pixel = SIMD4(
            pixel.x &+ (byte >> 4 & 3) &- 2, pixel.y &+ (byte >> 2 & 3) &- 2,
            pixel.z &+ (byte & 3) &- 2, pixel.w)
        case 2:
          let (green, others) = ((byte & 63) &- 32, bytes[used &+ 1])
          pixel = SIMD4(
            pixel.x &+ green &- 8 &+ others >> 4, pixel.y &+ green,
            pixel.z &+ green &- 8 &+ (others & 15), pixel.w)
        default:
          if byte >= 0xFE {
            pixel = SIMD4(
              bytes[used &+ 1], bytes[used &+ 2], bytes[used &+ 3],
              byte == 0xFF ? bytes[used &+ 4] : pixel.w)
          } else {
            run = Int(byte & 63)
          }
        }
        used &+= length
        seen[QOIMemory.place(of: pixel)] = pixel
      }
      // x is less than the width, and the row has that many pixels of `step` samples.
      let target = unsafe row + x &* step
      unsafe target[0] = pixel.x
      unsafe target[1] = pixel.y
      unsafe target[2] = pixel.z
      if step == 4 { unsafe target[3] = pixel.w }
      x &+= 1
    }
    (memory.pixel, memory.seen) = (pixel, seen)
    self.run = run
    self.used = used
    return x
  }

  /// Bytes of what begins with `byte`.
  @inline(__always)
  private static func length(_ byte: UInt8) -> Int {
    byte >> 6 == 2 ? 2 : byte == 0xFE ? 4 : byte == 0xFF ? 5 : 1
  }

  /// All pixels are there: what is wrong behind them is worth a word, no more.
  private func checkEnd() throws(ConversionError) {
    let start = offset - (count - used)
    let rest = try input.read(at: start, count: 8)
    if rest != QOIHeader.end { context.warn("the picture data end without the mark of their end") }
  }
}
