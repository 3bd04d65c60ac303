import ConverterCore
import PictureModel

extension ImageDecoder {
  /// Lays images over a canvas, the first lowest.
  func lay(
    _ layers: [ImagePlan.Layer], over fill: SIMD4<UInt16>, onto canvas: PixelBuffer
  ) throws(ConversionError) {
    if canvas.format.bitDepth > 8 {
      try lay(layers, over: fill, onto: canvas, UInt16.self)
    } else {
      try lay(layers, over: fill, onto: canvas, UInt8.self)
    }
  }

  private func lay<Sample: FixedWidthInteger & UnsignedInteger>(
    _ layers: [ImagePlan.Layer], over fill: SIMD4<UInt16>, onto canvas: PixelBuffer,
    _ type: Sample.Type
  ) throws(ConversionError) {
    let plane = canvas.planes[0]
    let samples = canvas.format.samplesPerPixel
    let colour = (0..<samples).map { channel in
      Sample(UInt32(fill[channel]) * UInt32(Sample.max) / UInt32(UInt16.max))
    }
    for y in 0..<canvas.height {
      // `width` of a plane counts samples.
      let row = unsafe plane.row(y, as: Sample.self)
      for index in 0..<plane.width { unsafe row[index] = colour[index % samples] }
    }
    for layer in layers {
      try context.checkpoint()
      let format = PixelFormat(
        .rgb, alpha: layer.image.format.hasAlpha ? .straight : .none,
        bitDepth: canvas.format.bitDepth)
      let source = try picture(of: layer.image).pixels(for: PixelDemand([format]), in: context)
      guard source.format == format else {
        throw .unsupported("item \(layer.image.item) cannot be laid on a canvas of RGB")
      }
      while let band = try source.nextBand() {
        let pixels = band.plane(0)
        for row in 0..<band.height {
          let y = layer.y + band.y + row
          guard (0..<canvas.height).contains(y) else { continue }
          unsafe Self.lay(
            pixels.row(row, as: Sample.self), samples: format.samplesPerPixel, count: source.width,
            x: layer.x, onto: plane.row(y, as: Sample.self), samples: samples, count: canvas.width)
        }
      }
    }
  }

  /// Source over destination, both straight (Porter and Duff, 1984).
  ///
  /// Columns are those of `sourceCount` that lie within `count`, and each pixel has three samples or four.
  private static func lay<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafeMutablePointer<Sample>, samples sourceSamples: Int, count sourceCount: Int,
    x: Int, onto row: UnsafeMutablePointer<Sample>, samples: Int, count: Int
  ) {
    let most = Float(Sample.max)
    for column in max(0, -x)..<max(max(0, -x), min(sourceCount, count - x)) {
      let input = unsafe source + column * sourceSamples
      let output = unsafe row + (x + column) * samples
      let alpha = unsafe sourceSamples == 4 ? Float(input[3]) / most : 1
      let below = unsafe (samples == 4 ? Float(output[3]) / most : 1) * (1 - alpha)
      let whole = alpha + below
      guard whole > 0 else { continue }
      for channel in 0..<3 {
        let value = unsafe (Float(input[channel]) * alpha + Float(output[channel]) * below) / whole
        unsafe output[channel] = Sample(min(value.rounded(), most))
      }
      if samples == 4 { unsafe output[3] = Sample(min((whole * most).rounded(), most)) }
    }
  }
}
