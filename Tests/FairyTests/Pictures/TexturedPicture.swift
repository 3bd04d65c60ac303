import TestSupport

/// A picture that no codec finds easy and none hopeless: squares on a ramp, under noise that is the same each time.
struct TexturedPicture {
  let width: Int
  let height: Int

  /// As a PPM file.
  var file: [UInt8] {
    var state: UInt64 = 1
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let noise = Int(((state >> 40) * 24) >> 24)
        let square = (x / 24 + y / 24).isMultiple(of: 2) ? 0 : 30
        let base = 48 + x * 100 / width + y * 40 / height + square + noise
        for channel in 0..<3 {
          let tint = x * channel * 20 / width - y * channel * 10 / height
          bytes.append(UInt8(max(0, min(255, base + tint))))
        }
      }
    }
    return bytes
  }

  /// How light each pixel of a PPM file of 8 bits is (BT.601), with its size.
  static func light(of ppm: [UInt8]) -> (width: Int, height: Int, samples: [Double])? {
    let fields = ppm.prefix(32).split(separator: 0x0A, maxSplits: 3).dropFirst()
    guard
      let size = fields.first.map({ String(decoding: $0, as: UTF8.self) })?.split(separator: " "),
      size.count == 2, let width = Int(size[0]), let height = Int(size[1])
    else { return nil }
    let samples = ppm.suffix(3 * width * height).map(Double.init)
    let light = stride(from: 0, to: samples.count, by: 3).map { pixel -> Double in
      let (red, green, blue) = (samples[pixel], samples[pixel + 1], samples[pixel + 2])
      return 0.299 * red + 0.587 * green + 0.114 * blue
    }
    return (width, height, light)
  }
}
