/// The lines of one plane on their way to another size: each input row is brought to the new width,
/// the last few of them are kept, and rows of the result are their weighted sums.
final class PlaneResampler {
  /// The first input row that has not been taken.
  private(set) var nextRow = 0
  private let horizontal: ResamplingKernel
  private let vertical: ResamplingKernel
  private let channels: Int
  private let inputWidth: Int
  private let outputWidth: Int
  private let input: FloatLine
  private let pitch: Int
  private let capacity: Int
  private let kept: UnsafeMutablePointer<Float>
  private let results: [FloatLine]

  /// - Parameter channels: of interleaved samples; each is a line.
  init(
    horizontal: ResamplingKernel, vertical: ResamplingKernel, channels: Int, inputWidth: Int
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.channels = channels
    self.inputWidth = inputWidth
    outputWidth = horizontal.firsts.count
    // Padding of the kernel may look past the end, at zeros.
    input = FloatLine(inputWidth + horizontal.pitch)
    pitch = (outputWidth + 15) & ~15
    capacity = vertical.counts.max() ?? 1
    kept = .allocate(capacity: pitch * capacity * channels)
    kept.initialize(repeating: 0, count: pitch * capacity * channels)
    results = (0..<channels).map { [outputWidth] _ in FloatLine(outputWidth) }
  }

  deinit { kept.deallocate() }

  /// The bytes that resampling to a size holds at a time.
  static func byteCount(_ vertical: ResamplingKernel, width: Int, channels: Int) -> Int {
    ((width + 15) & ~15) * (vertical.counts.max() ?? 1) * channels * 4
  }

  /// The input row that must have been taken before result `y` can be made.
  func lastRow(for y: Int) -> Int { vertical.firsts[y] + vertical.counts[y] - 1 }

  /// Leaves out input rows that result `y` and later ones do not need.
  func skip(to y: Int) { nextRow = max(nextRow, vertical.firsts[y]) }

  /// Takes the next input row, whose channels `load` writes one by one.
  func takeRow(_ load: (_ channel: Int, _ line: UnsafeMutablePointer<Float>) -> Void) {
    let slot = kept + nextRow % capacity * channels * pitch
    for channel in 0..<channels {
      load(channel, input.samples)
      resample(to: slot + channel * pitch)
    }
    nextRow += 1
  }

  /// Row `y` of the result, a line for each channel, valid until the next one is made.
  func makeRow(_ y: Int) -> [FloatLine] {
    for channel in 0..<channels { sumRows(y, channel) }
    return results
  }

  private func resample(to output: UnsafeMutablePointer<Float>) {
    let line = UnsafeRawPointer(input.samples)
    let (pitch, count) = (horizontal.pitch, outputWidth)
    horizontal.weights.withUnsafeBytes { weights in
      horizontal.firsts.withUnsafeBufferPointer { firsts in
        guard let base = weights.baseAddress else { return }
        for x in 0..<count {
          let samples = line + 4 &* firsts[x]
          let row = base + 4 &* x &* pitch
          var sum = SIMD4<Float>()
          var tap = 0
          while tap < pitch {
            sum +=
              samples.loadUnaligned(fromByteOffset: 4 &* tap, as: SIMD4<Float>.self)
              * row.loadUnaligned(fromByteOffset: 4 &* tap, as: SIMD4<Float>.self)
            tap &+= 4
          }
          output[x] = (sum[0] + sum[2]) + (sum[1] + sum[3])
        }
      }
    }
  }

  private func sumRows(_ y: Int, _ channel: Int) {
    let first = vertical.firsts[y]
    let output = UnsafeMutableRawPointer(results[channel].samples)
    let rowSize = channels * pitch
    let base = kept + channel * pitch
    vertical.weights.withUnsafeBufferPointer { all in
      let weights = UnsafeBufferPointer(
        rebasing: all[y * vertical.pitch..<y * vertical.pitch + vertical.counts[y]])
      var x = 0
      while x < outputWidth {
        var sum = SIMD8<Float>()
        var slot = first % capacity
        for weight in weights {
          let row = UnsafeRawPointer(base + (slot &* rowSize &+ x))
          sum += row.loadUnaligned(as: SIMD8<Float>.self) * weight
          slot &+= 1
          if slot == capacity { slot = 0 }
        }
        output.storeBytes(of: sum, toByteOffset: 4 &* x, as: SIMD8<Float>.self)
        x &+= 8
      }
    }
  }
}
