import ConverterCore

/// Turns rows of one format into rows of another.
protocol RowConverter: AnyObject {
  /// Whether the rows above and below a band change it: chroma is spread over rows.
  var looksAtNeighbours: Bool { get }

  /// Converts `rows` into the first rows of `buffer`.
  ///
  /// - Parameters:
  ///   - rows: begin at an even row, and end at one unless the picture ends there.
  ///   - window: holds `rows` and, if asked for, two rows around them.
  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer)
}

/// The pixels of a source in another format, a band at a time.
final class ConvertedSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let window: RowWindow
  private let converter: any RowConverter
  private let output: PixelBuffer
  private let context: ConversionContext
  private var y = 0

  init(
    _ source: any PixelSource, _ converter: any RowConverter, to format: PixelFormat,
    in context: ConversionContext
  ) {
    self.format = format
    self.converter = converter
    self.context = context
    (width, height) = (source.width, source.height)
    window = RowWindow(source)
    output = PixelBuffer(
      format, width: width, height: min(height, bandHeight(format, width: width)))
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    try context.checkpoint()
    let context = converter.looksAtNeighbours ? 2 : 0
    while readyRows(context: context) == 0 {
      try window.pull(keepingFrom: y - context)
    }
    let count = min(output.height, readyRows(context: context))
    converter.convert(y..<y + count, of: window, into: output)
    defer { y += count }
    return PixelBand(output, y: y, height: count)
  }

  /// The rows that can be converted now: all that are left, or a multiple of 16.
  private func readyRows(context: Int) -> Int {
    window.isComplete ? height - y : max(0, window.end - context - y) & ~15
  }
}

/// A multiple of 16 rows that together stay in a core's second-level cache.
func bandHeight(_ format: PixelFormat, width: Int) -> Int {
  let row = max(1, PixelBuffer.byteCount(format, width: width, height: 16) / 16)
  return max(1, (256 << 10) / (row * 16)) * 16
}
