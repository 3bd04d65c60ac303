/// Samples on their way into and out of the resampling: as they are, in linear light, with alpha
/// multiplied in so that transparent pixels do not bleed.
struct SampleLoader {
  private let format: PixelFormat
  private let width: Int
  private let curve: LinearLightTables?
  private let highest: Float

  init(_ format: PixelFormat, width: Int, curve: LinearLightTables?) {
    self.format = format
    self.width = width
    self.curve = curve
    highest = Float(1 << format.bitDepth - 1)
  }

  private var alphaChannel: Int? {
    format.hasAlpha && !format.isPlanar ? format.samplesPerPixel - 1 : nil
  }

  /// One channel of a row of plane `index`.
  func load(
    _ row: UnsafeRawPointer, _ channel: Int, of index: Int, into line: UnsafeMutablePointer<Float>
  ) {
    let count = format.planeSize(index, width: width, height: 1).width / format.samplesPerPixel
    if format.bytesPerSample == 1 {
      load(row, UInt8.self, channel, count, into: line)
    } else {
      load(row, UInt16.self, channel, count, into: line)
    }
  }

  private func load<Sample: UnsignedInteger & FixedWidthInteger>(
    _ row: UnsafeRawPointer, _ type: Sample.Type, _ channel: Int, _ count: Int,
    into line: UnsafeMutablePointer<Float>
  ) {
    let size = format.samplesPerPixel
    let samples = row.assumingMemoryBound(to: type)
    if let curve, channel != alphaChannel {
      curve.decoding.withUnsafeBufferPointer { table in
        for x in 0..<count { line[x] = table[Int(samples[x &* size &+ channel])] }
      }
    } else if size == 1 {
      for x in 0..<count { line[x] = Float(samples[x]) }
    } else {
      for x in 0..<count { line[x] = Float(samples[x &* size &+ channel]) }
    }
    if let alphaChannel, channel != alphaChannel, format.alpha == .straight {
      let scale = 1 / highest
      for x in 0..<count { line[x] *= Float(samples[x &* size &+ alphaChannel]) * scale }
    }
  }

  /// Undoes on the lines of a result what was done to the input.
  func finish(_ lines: [FloatLine], count: Int) {
    if let alphaChannel {
      let alpha = lines[alphaChannel].samples
      for line in lines[..<alphaChannel] {
        let samples = line.samples
        if format.alpha == .straight {
          for x in 0..<count { samples[x] = alpha[x] <= 0 ? 0 : samples[x] * highest / alpha[x] }
        } else {
          // The filter may overshoot: no colour is more than its alpha.
          for x in 0..<count { samples[x] = min(samples[x], alpha[x]) }
        }
      }
    }
    guard let curve else { return }
    for (channel, line) in lines.enumerated() where channel != alphaChannel {
      curve.encode(line.samples, count: count)
    }
  }
}
