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
  private let bytes: UnsafeMutableRawBufferPointer
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
    // Nothing throws any more: what is thrown before its initialiser has ended never frees what it holds.
    bytes = .allocate(byteCount: Self.windowSize, alignment: 16)
    memory = QOIMemory()
  }

  deinit {
    bytes.deallocate()
    memory.seen.deallocate()
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
          let next = decode(band.planes[0].row(row, as: UInt8.self), from: x)
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
    guard let start = bytes.baseAddress else { return }
    start.copyMemory(from: start + used, byteCount: left)
    let room = bytes[left..<min(bytes.count, left + end - offset)]
    let got = try input.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: room))
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
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return start }
    let step = format.samplesPerPixel
    let seen = memory.seen
    var (pixel, run, used, x) = (memory.pixel, run, used, start)
    // Near the end of the file every byte is looked at with care.
    let last = offset == end ? count : count - 4
    while x < width {
      if run > 0 {
        run &-= 1
      } else {
        guard used < last else { break }
        let byte = base[used]
        let length = Self.length(byte)
        guard used &+ length <= count else { break }
        let next = base + (used &+ 1)
        used &+= length
        switch byte >> 6 {
        case 0: pixel = seen[Int(byte)]
        case 1:
          pixel = SIMD4(
            pixel.x &+ (byte >> 4 & 3) &- 2, pixel.y &+ (byte >> 2 & 3) &- 2,
            pixel.z &+ (byte & 3) &- 2, pixel.w)
        case 2:
          let green = (byte & 63) &- 32
          pixel = SIMD4(
            pixel.x &+ green &- 8 &+ next[0] >> 4, pixel.y &+ green,
            pixel.z &+ green &- 8 &+ (next[0] & 15), pixel.w)
        default:
          if byte >= 0xFE {
            pixel = SIMD4(next[0], next[1], next[2], byte == 0xFF ? next[3] : pixel.w)
          } else {
            run = Int(byte & 63)
          }
        }
        seen[QOIMemory.place(of: pixel)] = pixel
      }
      let target = row + x &* step
      target[0] = pixel.x
      target[1] = pixel.y
      target[2] = pixel.z
      if step == 4 { target[3] = pixel.w }
      x &+= 1
    }
    memory.pixel = pixel
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
