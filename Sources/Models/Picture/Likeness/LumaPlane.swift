import ConverterCore

/// How light each pixel is, 0…255: what eyes judge likeness by.
struct LumaPlane {
  let width: Int
  let height: Int
  private(set) var samples: [Float]

  init(width: Int, height: Int, samples: [Float]) {
    precondition(samples.count == width * height)
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// Of planes the first one, brought to the full range; of other pixels the sum of their colours with the weights of
  /// BT.601. Alpha is left out, and ink is taken for the lack of light.
  init(_ buffer: PixelBuffer) {
    (width, height) = (buffer.width, buffer.height)
    samples = [Float](repeating: 0, count: width * height)
    let format = buffer.format
    let isDeep = format.bytesPerSample == 2
    // Interlaced words use the whole range, planar ones as many bits as there are.
    let highest = Float((1 << (isDeep && !format.isPlanar ? 16 : format.bitDepth)) - 1)
    let weights: [Float] =
      switch format.channels {
      case .rgb: [0.299, 0.587, 0.114]
      case .cmyk: [-0.299, -0.587, -0.114, -1]
      case .gray, .ycbcr: [1]
      }
    var offset: Float = format.channels == .cmyk ? 255 : 0
    var scale = 255 / highest
    if case .ycbcr(_, _, .limited) = format.channels {
      // Black is 16 and white 235, of 255.
      scale *= 255 / Float(219)
      offset = -16 * 255 / Float(219)
    }
    for y in 0..<height {
      // A row has `samplesPerPixel` samples for each pixel of the width.
      let row = unsafe buffer.planes[0].row(y)
      for x in 0..<width {
        var sum = offset
        for (channel, weight) in weights.enumerated() {
          let index = x * format.samplesPerPixel + channel
          let value =
            unsafe isDeep
            ? Float(row.load(fromByteOffset: 2 * index, as: UInt16.self))
            : Float(row.load(fromByteOffset: index, as: UInt8.self))
          sum += weight * value * scale
        }
        samples[y * width + x] = max(0, sum)
      }
    }
  }
}
