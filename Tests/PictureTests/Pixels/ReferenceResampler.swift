import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A plain Lanczos resampler in double precision, one pixel at a time.
struct ReferenceResampler {
  let target: ResizeGeometry.Result
  /// Between code values of 0…1 and what is mixed.
  var decode: (Double) -> Double = { $0 }
  var encode: (Double) -> Double = { $0 }

  /// Samples of interleaved pixels, 0…`highest`, unrounded but held within the range.
  func resample(
    _ samples: [Int], width: Int, height: Int, channels: Int, alpha: PixelFormat.Alpha,
    highest: Double
  ) -> [Double] {
    let columns = weights(target.width, target.cropX, target.cropWidth, width)
    let rows = weights(target.height, target.cropY, target.cropHeight, height)
    let colours = alpha == .none ? channels : channels - 1
    var mixed = samples.map { Double($0) / highest }
    for pixel in 0..<width * height {
      for channel in 0..<colours {
        let index = pixel * channels + channel
        mixed[index] = decode(mixed[index])
        if alpha == .straight { mixed[index] *= mixed[pixel * channels + channels - 1] }
      }
    }
    var result: [Double] = []
    for row in rows {
      for column in columns {
        var sums = [Double](repeating: 0, count: channels)
        for (y, rowWeight) in row {
          for (x, weight) in column {
            for channel in 0..<channels {
              sums[channel] += rowWeight * weight * mixed[(y * width + x) * channels + channel]
            }
          }
        }
        for channel in 0..<colours {
          if alpha == .straight {
            let opacity = sums[channels - 1]
            sums[channel] = opacity <= 0 ? 0 : sums[channel] / opacity
          } else if alpha == .premultiplied {
            sums[channel] = min(sums[channel], sums[channels - 1])
          }
          sums[channel] = encode(max(0, min(1, sums[channel])))
        }
        result += sums.map { max(0, min(1, $0)) * highest }
      }
    }
    return result
  }

  private func weights(
    _ count: Int, _ origin: Double, _ length: Double, _ inputCount: Int
  ) -> [[(Int, Double)]] {
    (0..<count).map { index in
      let step = length / Double(count)
      let centre = origin + (Double(index) + 0.5) * step
      let all = (0..<inputCount).map { sample -> (Int, Double) in
        let x = (Double(sample) + 0.5 - centre) / max(1, step)
        if x == 0 { return (sample, 1) }
        if abs(x) >= 3 { return (sample, 0) }
        return (sample, sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3))
      }
      let sum = all.reduce(0) { $0 + $1.1 }
      return all.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
    }
  }
}
