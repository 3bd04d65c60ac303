import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A picture that has to be seen whole before its first row can be given: flipped or turned.
///
/// The stored picture is held once; turned rows are made a band at a time.
final class TurnedSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let source: any PixelSource
  private let orientation: Orientation
  private let context: ConversionContext
  private var stored: PixelBuffer?
  private var output: PixelBuffer?
  private var y = 0

  /// - Precondition: the source's chroma allows it (``PixelFormat/canTurn(_:_:)``).
  init(_ source: any PixelSource, by orientation: Orientation, in context: ConversionContext) {
    self.source = source
    self.orientation = orientation
    self.context = context
    format = source.format.turned(by: orientation)
    (width, height) =
      orientation.swapsSides ? (source.height, source.width) : (source.width, source.height)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    try context.checkpoint()
    let stored: PixelBuffer
    let output: PixelBuffer
    if let whole = self.stored, let buffer = self.output {
      (stored, output) = (whole, buffer)
    } else {
      stored = try PixelBuffer(collecting: source, in: context)
      // More rows at a time than elsewhere: each stored row is visited once for every band.
      let rows = max(64, bandHeight(format, width: width))
      output = PixelBuffer(format, width: width, height: min(height, rows))
      (self.stored, self.output) = (stored, output)
    }
    let count = min(output.height, height - y)
    for (index, plane) in output.planes.enumerated() {
      let vertical = format.sampling(ofPlane: index).vertical
      let rows = y / vertical..<(y + count + vertical - 1) / vertical
      let size = format.samplesPerPixel * format.bytesPerSample
      if orientation.swapsSides {
        let input = stored.planes[index]
        Transposition(
          input: input, output: plane, rows: rows, orientation: orientation,
          columns: input.width / format.samplesPerPixel
        ).run(pixelSize: size)
      } else {
        flip(stored.planes[index], rows, to: plane, pixelSize: size)
      }
    }
    defer { y += count }
    return PixelBand(output, y: y, height: count)
  }

  /// Rows of both planes have the same width, and `rows` are some of the input's.
  private func flip(
    _ input: PixelBuffer.Plane, _ rows: Range<Int>, to output: PixelBuffer.Plane, pixelSize: Int
  ) {
    let byteCount = input.width * format.bytesPerSample
    for y in rows {
      let row = unsafe input.row(orientation.reversesRows ? input.height - 1 - y : y)
      if orientation.reversesColumns {
        unsafe RowMirroring(
          input: row, output: output.row(y - rows.lowerBound), count: byteCount / pixelSize
        ).run(pixelSize: pixelSize)
      } else {
        unsafe memcpy(output.row(y - rows.lowerBound), row, byteCount)
      }
    }
  }
}

/// Makes rows of the columns of a plane.
///
/// A row of the output has a pixel for each row of the input, and `rows` are some of the input's columns: each
/// address is that of a pixel of the input.
private struct Transposition: PixelTask {
  let input: PixelBuffer.Plane
  let output: PixelBuffer.Plane
  /// Of the turned plane; `output` begins with the first.
  let rows: Range<Int>
  let orientation: Orientation
  /// Pixels in a row of `input`.
  let columns: Int

  func run<Pixel: BitwiseCopyable>(_ type: Pixel.Type) {
    // Blocks whose rows stay in the first-level cache on both sides.
    let block = 32
    let step = orientation.reversesRows ? -input.stride : input.stride
    for start in stride(from: 0, to: input.height, by: block) {
      let end = min(start + block, input.height)
      let first = unsafe input.row(orientation.reversesRows ? input.height - 1 - start : start)
      for y in rows {
        let column = orientation.reversesColumns ? columns - 1 - y : y
        let pixels = unsafe output.row(y - rows.lowerBound, as: Pixel.self)
        var address = unsafe first + column * MemoryLayout<Pixel>.stride
        for x in start..<end {
          unsafe pixels[x] = address.assumingMemoryBound(to: Pixel.self).pointee
          unsafe address += step
        }
      }
    }
  }
}
