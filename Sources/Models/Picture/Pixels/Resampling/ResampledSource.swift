import ConverterCore

/// The pixels of a source in another size.
///
/// Rows stream: what is held are the few rows that the filter sees, not the picture.
@safe final class ResampledSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let window: RowWindow
  private let input: PixelFormat
  private let planes: [PlaneResampler]
  private let loader: SampleLoader
  /// Rows that are mixed otherwise than they are stored.
  private let loaded: [FloatLine]
  private let output: PixelBuffer
  private let codes: UnsafeMutablePointer<UInt16>
  private let context: ConversionContext
  private var y = 0

  /// - Parameters:
  ///   - target: the size, and the part of `source` that is brought to it, in its pixels.
  ///   - subsampling: the chroma of a planar result.
  ///   - curve: for filtering in linear light; `nil` for filtering the code values.
  /// - Precondition: with alpha or a curve the source is interleaved, with a curve not premultiplied.
  /// - Throws: `limitExceeded` if the rows held are too large.
  init(
    _ source: any PixelSource, to target: ResizeGeometry.Result, subsampling: ChromaSubsampling,
    curve: LinearLightTables?, in context: ConversionContext
  ) throws(ConversionError) {
    input = source.format
    var format = source.format
    if case .ycbcr(_, let matrix, let range) = format.channels {
      format.channels = .ycbcr(subsampling, matrix, range)
    }
    self.format = format
    (width, height) = (target.width, target.height)
    self.context = context
    window = RowWindow(source)
    loader = SampleLoader(source.format, width: source.width, curve: curve)
    let channels = format.samplesPerPixel
    var planes: [PlaneResampler] = []
    var byteCount = 0
    for index in 0..<format.planeCount {
      let (from, to) = (input.sampling(ofPlane: index), format.sampling(ofPlane: index))
      let size = input.planeSize(index, width: source.width, height: source.height)
      let result = format.planeSize(index, width: width, height: height)
      func kernel(
        _ count: Int, _ origin: Double, _ length: Double, _ pixels: Int, _ from: Int, _ to: Int,
        _ inputCount: Int
      ) -> ResamplingKernel {
        // Sizes are those of pixels: with odd ones the last chroma sample is only half in the picture.
        ResamplingKernel.shared(
          count: count, origin: origin / Double(from),
          step: length / Double(from) / (Double(pixels) / Double(to)), inputCount: inputCount)
      }
      let horizontal = kernel(
        result.width / channels, target.cropX, target.cropWidth, width, from.horizontal,
        to.horizontal, size.width / channels)
      let vertical = kernel(
        result.height, target.cropY, target.cropHeight, height, from.vertical, to.vertical,
        size.height)
      byteCount += PlaneResampler.byteCount(
        vertical, inputWidth: size.width / channels, channels: channels)
      try context.limits.check(.memory, byteCount, for: "resizing to \(width)×\(height)")
      planes.append(
        PlaneResampler(
          horizontal: horizontal, vertical: vertical, channels: channels,
          inputWidth: size.width / channels))
    }
    self.planes = planes
    loaded =
      loader.mixesStoredSamples
      ? [] : (0..<SampleSums.rowsAtOnce).map { _ in FloatLine(source.width * channels) }
    output = PixelBuffer(
      format, width: width, height: min(height, bandHeight(format, width: width)))
    unsafe codes = .allocate(capacity: width + 32)
    unsafe codes.initialize(repeating: 0, count: width + 32)
  }

  deinit { unsafe codes.deallocate() }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    try context.checkpoint()
    let count = min(output.height, height - y)
    for row in y..<y + count {
      for (index, plane) in output.planes.enumerated() {
        let vertical = format.sampling(ofPlane: index).vertical
        guard row.isMultiple(of: vertical) else { continue }
        try takeRows(for: row / vertical, ofPlane: index)
        let lines = planes[index].makeRow()
        let columns = plane.width / format.samplesPerPixel
        loader.finish(lines, count: columns)
        unsafe store(lines, columns, to: plane.row((row - y) / vertical))
      }
    }
    defer { y += count }
    return PixelBand(output, y: y, height: count)
  }

  /// Lets a plane have all the rows that row `y` of its result is made of, and what else has come with them.
  private func takeRows(for y: Int, ofPlane index: Int) throws(ConversionError) {
    let plane = planes[index]
    let vertical = input.sampling(ofPlane: index).vertical
    let kind: SampleSums.Kind =
      !loader.mixesStoredSamples ? .floats : input.bytesPerSample == 1 ? .bytes : .words
    plane.skip(to: y)
    while plane.nextRow <= plane.lastRow(for: y) {
      while !window.isComplete && (plane.nextRow + 1) * vertical > window.end {
        try context.checkpoint()
        try window.pull(keepingFrom: oldestNeededRow)
      }
      let end = window.isComplete ? (window.end + vertical - 1) / vertical : window.end / vertical
      let first = plane.nextRow
      let count = min(SampleSums.rowsAtOnce, plane.room, end - first)
      unsafe plane.takeRows(count, of: kind) { row in
        let samples = unsafe UnsafeRawPointer(window.row(index, row))
        guard kind == .floats else { return unsafe samples }
        let line = unsafe loaded[row - first].samples
        unsafe loader.load(samples, into: line)
        return UnsafeRawPointer(line)
      }
    }
  }

  private var oldestNeededRow: Int {
    planes.indices.map { planes[$0].nextRow * input.sampling(ofPlane: $0).vertical }.min() ?? 0
  }

  /// Rounds the lines of a row and puts their samples in turn.
  ///
  /// A row has `count` pixels of as many samples as there are lines. Codes are made eight at a time, from places
  /// below `count`, and have room for 32 more.
  private func store(_ lines: [FloatLine], _ count: Int, to row: UnsafeMutableRawPointer) {
    let (channels, codes) = unsafe (lines.count, codes)
    let highest = SIMD8<Float>(repeating: Float(1 << format.bitDepth - 1))
    for (channel, line) in lines.enumerated() {
      var x = 0
      while x < count {
        unsafe line.lanes(x).held(from: .zero, to: highest).storeRounded(to: codes + x)
        x += 8
      }
      if format.bytesPerSample == 1 {
        let samples = unsafe row.assumingMemoryBound(to: UInt8.self) + channel
        // With a constant stride there are vector instructions for it.
        if channels == 1 {
          for x in 0..<count { unsafe samples[x] = UInt8(truncatingIfNeeded: codes[x]) }
        } else {
          for x in 0..<count {
            unsafe samples[x &* channels] = UInt8(truncatingIfNeeded: codes[x])
          }
        }
      } else {
        let samples = unsafe row.assumingMemoryBound(to: UInt16.self) + channel
        for x in 0..<count { unsafe samples[x &* channels] = codes[x] }
      }
    }
  }
}
