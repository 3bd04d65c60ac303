import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The rows of a source that its consumer can see: the present band, and copies of the last rows
/// before it that are still needed.
///
/// So a filter that looks at neighbouring rows never notices how the source cut its bands.
final class RowWindow {
  let source: any PixelSource
  /// The first row of the picture that has not come yet.
  private(set) var end = 0
  private let format: PixelFormat
  private var band: PixelBand?
  private var planes: [PixelBuffer.Plane] = []
  private var bandStart = 0
  private var keptStart = 0
  private var kept: PixelBuffer?
  private var spare: PixelBuffer?

  init(_ source: any PixelSource) {
    self.source = source
    format = source.format
  }

  var isComplete: Bool { end >= source.height }

  /// Row `y` of plane `index`, counted in the plane's own rows.
  ///
  /// - Precondition: the row has come, and is not older than what was kept.
  func row(_ index: Int, _ y: Int) -> UnsafeMutableRawPointer {
    let vertical = format.sampling(ofPlane: index).vertical
    let first = bandStart / vertical
    if y >= first { return unsafe planes[index].row(y - first) }
    guard let kept else { preconditionFailure("the row was not kept") }
    return unsafe kept.planes[index].row(y - keptStart / vertical)
  }

  /// Lets the next band come; rows before `first` may be forgotten.
  ///
  /// - Throws: what the source throws; `damagedInput` if it ends before its last row.
  func pull(keepingFrom first: Int) throws(ConversionError) {
    // Chroma rows are kept whole.
    let first = max(first & ~1, kept == nil ? bandStart : keptStart)
    if first < end {
      let count = end - first
      let target =
        if let spare, spare.height >= count { spare } else {
          PixelBuffer(format, width: source.width, height: max(count, 32))
        }
      copy(first..<end, to: target, at: 0)
      spare = kept
      kept = target
    }
    keptStart = min(first, end)
    guard let next = try source.nextBand() else {
      throw ConversionError(
        .damagedInput, "the picture ends after \(end) of its \(source.height) rows")
    }
    guard next.y == end, next.height > 0, next.height <= source.height - end,
      next.y.isMultiple(of: 2)
    else {
      throw ConversionError(
        .internalError,
        "a decoder gave rows \(next.y)…\(next.y + next.height) where \(end) had to follow")
    }
    band = next
    planes = (0..<format.planeCount).map { next.plane($0) }
    bandStart = end
    end += next.height
  }

  /// Copies rows that are in the window to row `y` of a buffer of the same format and width.
  func copy(_ rows: Range<Int>, to buffer: PixelBuffer, at y: Int) {
    for (index, plane) in buffer.planes.enumerated() {
      let vertical = format.sampling(ofPlane: index).vertical
      // Rows of the window are as long as those of the buffer, which has room for these.
      let count = plane.width * format.bytesPerSample
      let first = rows.lowerBound / vertical
      for row in first..<(rows.upperBound + vertical - 1) / vertical {
        unsafe memcpy(plane.row(y / vertical + row - first), self.row(index, row), count)
      }
    }
  }

  /// The whole picture where the source gives it as one band; otherwise the first band has come.
  func wholePicture() throws(ConversionError) -> PixelBand? {
    if end == 0 { try pull(keepingFrom: 0) }
    return isComplete ? band : nil
  }
}
