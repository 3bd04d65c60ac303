public import ConverterCore

extension PixelSource {
  /// The same pixels, decoded by a thread of their own while the last ones are worked on; or the source itself
  /// where there is no thread to spare, or too little to do.
  public func readAhead(in context: ConversionContext) -> any PixelSource {
    let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
    guard context.threads > 1, isOverflow || pixels >= ReadAheadSource.leastPixelCount else {
      return self
    }
    return ReadAheadSource(self)
  }
}

/// Bands that a thread decodes before they are asked for.
private final class ReadAheadSource: PixelSource {
  /// Below it a thread costs more than it saves.
  static let leastPixelCount = 1 << 20

  let format: PixelFormat
  let width: Int
  let height: Int
  private let queue: BandQueue
  private var worker: WorkerThread?
  private var isStarted = false

  init(_ source: any PixelSource) {
    (format, width, height) = (source.format, source.width, source.height)
    queue = BandQueue(source)
  }

  deinit {
    queue.abandon()
    worker?.join()
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    if !isStarted {
      isStarted = true
      let queue = queue
      worker = WorkerThread { queue.run() }
      if worker == nil { queue.isAlone = true }
    }
    return try queue.next()
  }
}
