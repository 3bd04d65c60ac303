import PictureModel

/// A reproducible source of noise (SplitMix64).
struct Noise: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension PixelBuffer {
  func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    format.bytesPerSample == 1
      ? Int(planes[plane].row(y, as: UInt8.self)[x]) : Int(planes[plane].row(y, as: UInt16.self)[x])
  }

  func set(_ plane: Int, _ x: Int, _ y: Int, _ value: Int) {
    if format.bytesPerSample == 1 {
      planes[plane].row(y, as: UInt8.self)[x] = UInt8(value)
    } else {
      planes[plane].row(y, as: UInt16.self)[x] = UInt16(value)
    }
  }

  /// All samples, plane by plane.
  var samples: [[Int]] {
    planes.indices.map { plane in
      (0..<planes[plane].height).flatMap { y in
        (0..<planes[plane].width).map { sample(plane, $0, y) }
      }
    }
  }

  /// Noise over all code values, with the extremes often; premultiplied colours stay under alpha.
  static func noise(
    _ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64 = 1
  ) -> PixelBuffer {
    var noise = Noise(seed &+ UInt64(width * 1000 + height))
    let buffer = PixelBuffer(format, width: width, height: height)
    let highest = 1 << format.bitDepth - 1
    for (index, plane) in buffer.planes.enumerated() {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let value =
            switch Int.random(in: 0..<8, using: &noise) {
            case 0: 0
            case 1: highest
            default: Int.random(in: 0...highest, using: &noise)
            }
          buffer.set(index, x, y, value)
        }
      }
    }
    guard format.alpha == .premultiplied, !format.isPlanar else { return buffer }
    let size = format.samplesPerPixel
    for y in 0..<height {
      for x in 0..<width {
        let alpha = buffer.sample(0, x * size + size - 1, y)
        for channel in 0..<size - 1 {
          let position = x * size + channel
          buffer.set(0, position, y, min(alpha, buffer.sample(0, position, y)))
        }
      }
    }
    return buffer
  }
}
