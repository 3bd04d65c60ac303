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

  /// Whether samples are mixed just as they are stored.
  var mixesStoredSamples: Bool {
    curve == nil && (alphaChannel == nil || format.alpha == .premultiplied)
  }

  /// A row of interleaved samples as numbers to mix.
  ///
  /// A row has the width's pixels of the format, and the line as many numbers: no loop goes further. The curve has a
  /// number for each code that a sample of the format may be.
  func load(_ row: UnsafeRawPointer, into line: UnsafeMutablePointer<Float>) {
    if format.bytesPerSample == 1 {
      unsafe load(row, UInt8.self, into: line)
    } else {
      unsafe load(row, UInt16.self, into: line)
    }
  }

  /// The row and the line have `width` pixels; a table of decoding has a value for each code of the depth.
  private func load<Sample: UnsignedInteger & FixedWidthInteger>(
    _ row: UnsafeRawPointer, _ type: Sample.Type, into line: UnsafeMutablePointer<Float>
  ) {
    let samples = unsafe row.assumingMemoryBound(to: type)
    let size = format.samplesPerPixel
    let count = width * size
    if let curve {
      unsafe curve.decoding.withUnsafeBufferPointer { table in
        for index in 0..<count { unsafe line[index] = table[Int(samples[index])] }
      }
    } else {
      for index in 0..<count { unsafe line[index] = Float(samples[index]) }
    }
    guard let alphaChannel else { return }
    let scale = 1 / highest
    for x in 0..<width {
      let first = x &* size
      let alpha = unsafe Float(samples[first &+ alphaChannel])
      unsafe line[first &+ alphaChannel] = alpha
      guard format.alpha == .straight else { continue }
      for channel in 0..<alphaChannel { unsafe line[first &+ channel] *= alpha * scale }
    }
  }

  /// Undoes on the lines of a result what was done to the input.
  ///
  /// The lines have `count` values each.
  func finish(_ lines: [FloatLine], count: Int) {
    if let alphaChannel {
      let alpha = unsafe lines[alphaChannel].samples
      for line in lines[..<alphaChannel] {
        let samples = unsafe line.samples
        if format.alpha == .straight {
          for x in 0..<count {
            unsafe samples[x] = alpha[x] <= 0 ? 0 : samples[x] * highest / alpha[x]
          }
        } else {
          // The filter may overshoot: no colour is more than its alpha.
          for x in 0..<count { unsafe samples[x] = min(samples[x], alpha[x]) }
        }
      }
    }
    guard let curve else { return }
    for (channel, line) in lines.enumerated() where channel != alphaChannel {
      unsafe curve.encode(line.samples, count: count)
    }
  }
}
