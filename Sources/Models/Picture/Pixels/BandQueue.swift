import ConverterCore

/// A few bands between the thread that decodes them and the one that works on them.
///
/// Unchecked: two threads have it. The source belongs to the one that runs ``run()`` and never leaves it, or to the only
/// one where it is alone. All else is touched under the lock, but for the samples of buffers: a buffer is the decoder's
/// from ``nextFree()`` to ``put(_:)``, the consumer's while it is borrowed, and in between nobody's.
final class BandQueue: @unchecked Sendable {
  private let source: any PixelSource
  private let monitor = Monitor(())

  /// Buffers that wait to be filled; one that is not made yet is `nil`.
  private var free: [PixelBuffer?] = [nil, nil, nil]
  private var full: [PixelBand] = []
  private var borrowed: PixelBuffer?
  private var isAtEnd = false
  private var isAbandoned = false
  private var failure: ConversionError?

  /// Set before the first band is asked for where no thread decodes.
  var isAlone = false

  init(_ source: any PixelSource) {
    self.source = source
  }

  /// The next band, which stays valid until the next call.
  func next() throws(ConversionError) -> PixelBand? {
    if isAlone { return try source.nextBand() }
    giveBack()
    let hasNext = monitor.wait { _ -> Bool? in full.isEmpty ? (isAtEnd ? false : nil) : true }
    guard hasNext else {
      if let failure = monitor.withLock({ _ in failure }) { throw failure }
      return nil
    }
    return monitor.withLock { _ in
      let band = full.removeFirst()
      borrowed = band.buffer
      return band
    }
  }

  /// Frees the buffer of the band that was asked for last.
  private func giveBack() {
    monitor.withLock { _ in
      if let buffer = borrowed { free.append(buffer) }
      borrowed = nil
    }
    monitor.signal()
  }

  /// Lets the decoding thread end at the next band.
  func abandon() {
    monitor.withLock { _ in isAbandoned = true }
    monitor.signal()
  }

  /// Decodes all bands.
  func run() {
    do throws(ConversionError) {
      while let buffer = nextFree(), let band = try source.nextBand() {
        put(copy(of: band, in: buffer))
      }
      end(with: nil)
    } catch {
      end(with: error)
    }
  }

  private func end(with error: ConversionError?) {
    monitor.withLock { _ in
      failure = error
      isAtEnd = true
    }
    monitor.signal()
  }

  /// - Returns: room for a band, perhaps not made yet; `nil` when nobody wants more.
  private func nextFree() -> PixelBuffer?? {
    let isWanted = monitor.wait { _ -> Bool? in isAbandoned ? false : free.isEmpty ? nil : true }
    guard isWanted else { return nil }
    return monitor.withLock { _ in .some(free.removeLast()) }
  }

  private func put(_ band: PixelBand) {
    monitor.withLock { _ in full.append(band) }
    monitor.signal()
  }

  private func copy(of band: PixelBand, in buffer: PixelBuffer?) -> PixelBand {
    // What comes as a whole is not decoded over again.
    if band.height == source.height { return band }
    let room =
      if let buffer, buffer.height >= band.height { buffer } else {
        PixelBuffer(source.format, width: source.width, height: band.height)
      }
    let target = PixelBand(room, y: band.y, height: band.height)
    for index in room.planes.indices {
      let (from, to) = (band.plane(index), target.plane(index))
      let count = to.width * source.format.bytesPerSample
      for row in 0..<to.height {
        unsafe to.row(row).copyMemory(from: from.row(row), byteCount: count)
      }
    }
    return target
  }
}
