public import ConverterCore

/// Pixels of another source, each changed for itself: converted colours.
///
/// Bands are cut so small that they stay in the processor's caches, and large ones are shared among
/// the conversion's threads.
@safe public final class PixelwiseSource: PixelSource {
  /// Changes a run of pixels, from the upstream format to this source's, on any thread. The runs do
  /// not overlap.
  public typealias Change =
    @Sendable (_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ pixelCount: Int) -> Void

  public let format: PixelFormat
  private let upstream: any PixelSource
  private let change: Change
  private let context: ConversionContext
  private let bandHeight: Int
  private var buffer: PixelBuffer?
  private var band: PixelBand?
  /// The rows of `band` that are done.
  private var done = 0

  /// Below this, starting a thread costs more than it saves.
  private static let pixelsWorthThreads = 1 << 16
  private static let pixelsOfBand = 1 << 19

  /// - Precondition: neither format is planar.
  public init(
    _ upstream: any PixelSource, to format: PixelFormat, in context: ConversionContext,
    change: @escaping Change
  ) {
    precondition(!upstream.format.isPlanar && !format.isPlanar)
    self.upstream = upstream
    self.format = format
    self.context = context
    unsafe self.change = change
    bandHeight = max(16, Self.pixelsOfBand / max(1, upstream.width) & ~15)
  }

  public var width: Int { upstream.width }
  public var height: Int { upstream.height }

  public func nextBand() throws(ConversionError) -> PixelBand? {
    if let band, done == band.height { self.band = nil }
    if band == nil {
      band = try upstream.nextBand()
      done = 0
    }
    guard let band else { return nil }
    let rows = min(bandHeight, band.height - done)
    let buffer = try outputBuffer()
    try convert(band, rows: rows, into: buffer)
    defer { done += rows }
    return PixelBand(buffer, y: band.y + done, height: rows)
  }

  private func outputBuffer() throws(ConversionError) -> PixelBuffer {
    if let buffer { return buffer }
    let rows = min(bandHeight, height)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(format, width: width, height: rows),
      for: "a band of converted pixels")
    let buffer = PixelBuffer(format, width: width, height: rows)
    self.buffer = buffer
    return buffer
  }

  private func convert(_ band: PixelBand, rows: Int, into buffer: PixelBuffer)
    throws(ConversionError)
  {
    let source = band.plane(0)
    let target = buffer.planes[0]
    // Each row is read and written by one thread, and this one, which has both buffers, waits for all of them.
    nonisolated(unsafe) let work = unsafe RowWork(
      source: source.base + done * source.stride, sourceStride: source.stride,
      target: target.base, targetStride: target.stride, width: width, change: change)
    guard context.threads > 1, rows * width >= Self.pixelsWorthThreads else {
      unsafe work.run(0..<rows)
      return
    }
    let shares = min(rows, 2 * context.threads)
    try context.parallel(shares) { share in
      unsafe work.run(rows * share / shares..<rows * (share + 1) / shares)
    }
  }
}

/// Rows that threads may share.
///
/// Both have `width` pixels in each of the rows, and no row is asked for that they lack.
@unsafe private struct RowWork {
  let source: UnsafeMutableRawPointer
  let sourceStride: Int
  let target: UnsafeMutableRawPointer
  let targetStride: Int
  let width: Int
  let change: PixelwiseSource.Change

  func run(_ rows: Range<Int>) {
    for row in rows {
      unsafe change(source + row * sourceStride, target + row * targetStride, width)
    }
  }
}
