import PictureModel

/// A small picture in gray, 0…255.
struct GrayGrid {
  let width: Int
  let height: Int
  private(set) var samples: [Float]

  /// The first channel of 8-bit pixels; of ink the black, which has all that photos of one ink have.
  init(_ pixels: PixelBuffer) {
    (width, height) = (pixels.width, pixels.height)
    let step = pixels.format.samplesPerPixel
    samples = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      // A row has `step` bytes for each pixel of the width.
      let row = unsafe pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<width { samples[y * width + x] = Float(unsafe row[x * step + step - 1]) }
    }
  }

  private init(width: Int, height: Int, samples: [Float]) {
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// The same with a longer side of so many pixels; a smaller picture stays as it is.
  func reduced(toLongSide side: Int) -> GrayGrid {
    let longer = max(width, height)
    guard longer > side else { return self }
    return reduced(
      to: max(1, (width * side + longer / 2) / longer),
      max(1, (height * side + longer / 2) / longer))
  }

  /// The means of equal parts of the picture.
  ///
  /// - Precondition: it is no larger than the picture.
  func reduced(to width: Int, _ height: Int) -> GrayGrid {
    precondition(width <= self.width && height <= self.height)
    let (columns, rows) = (Shares(self.width, to: width), Shares(self.height, to: height))
    var result = [Float](repeating: 0, count: width * height)
    var line = [Float](repeating: 0, count: width + 1)
    for y in 0..<self.height {
      for x in 0..<width { line[x] = 0 }
      for x in 0..<self.width {
        let (target, value) = (columns.targets[x], samples[y * self.width + x])
        line[target] += value * columns.first[x]
        line[target + 1] += value * columns.second[x]
      }
      let start = rows.targets[y] * width
      let below = min(start + width, result.count - width)
      for x in 0..<width {
        result[start + x] += line[x] * rows.first[y]
        result[below + x] += line[x] * rows.second[y]
      }
    }
    return GrayGrid(width: width, height: height, samples: result)
  }

  /// Into which of fewer parts each pixel of a side falls, and with which share; the rest falls into the next.
  private struct Shares {
    var targets: [Int] = []
    var first: [Float] = []
    var second: [Float] = []

    init(_ count: Int, to fewer: Int) {
      let scale = Double(fewer) / Double(count)
      for index in 0..<count {
        let target = min(fewer - 1, index * fewer / count)
        let border = Double(target + 1)
        let end = Double(index + 1) * scale
        let inside = min(end, border) - Double(index) * scale
        targets.append(target)
        first.append(Float(inside))
        second.append(target + 1 < fewer ? Float(max(0, end - border)) : 0)
      }
    }
  }
}

extension GrayGrid {
  /// How light the lightest twentieth is, 0…1.
  var light: Double {
    var counts = SampleCounts()
    for sample in samples { counts.add(sample) }
    return min(1, counts.value(at: 0.95) / 255)
  }

  /// How fast gray changes where it changes most: 0.7 and more of what is in focus, 0.2 of what is blurred; `nil` where
  /// nothing in the picture has contrast.
  var sharpness: Double? {
    guard width > 5, height > 5 else { return nil }
    var (bends, steps) = (SampleCounts(), SampleCounts())
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let place = y * width + x
        let around =
          samples[place - 1] + samples[place + 1] + samples[place - width] + samples[place + width]
        bends.add(abs(4 * samples[place] - around))
        if x + 4 < width { steps.add(abs(samples[place + 4] - samples[place])) }
        if y + 4 < height { steps.add(abs(samples[place + 4 * width] - samples[place])) }
      }
    }
    let step = steps.value(at: 0.99)
    return step < Self.leastStep ? nil : bends.value(at: 0.99) / step
  }

  /// Less than this over four pixels is no edge.
  private static let leastStep = 8.0
}

/// How often values of 0 to 1023 occur, to a quarter.
private struct SampleCounts {
  private var counts = [Int](repeating: 0, count: 4096)
  private var total = 0

  mutating func add(_ value: Float) {
    counts[min(counts.count - 1, Int(value * 4))] += 1
    total += 1
  }

  /// What such a share of the values does not exceed.
  func value(at share: Double) -> Double {
    var rest = Int(Double(total) * share)
    for (index, count) in counts.enumerated() {
      rest -= count
      if rest < 0 { return Double(index) / 4 }
    }
    return 0
  }
}

extension PixelBuffer {
  /// Of all pixels, how many are as light as the one beside them: much of what was drawn, little of what was taken.
  var evenShare: Double {
    guard width > 1, height > 0 else { return 1 }
    let step = format.samplesPerPixel
    var same = 0
    for y in 0..<height {
      // A row has `step` bytes for each pixel of the width.
      let row = unsafe planes[0].row(y, as: UInt8.self)
      for x in 1..<width where unsafe row[x * step] == row[(x - 1) * step] { same += 1 }
    }
    return Double(same) / Double((width - 1) * height)
  }
}
