import PictureModel

/// Samples of a page that can be looked at along rows and along columns.
struct GraySamples {
  let width: Int
  let height: Int
  private var samples: [UInt8]

  init(_ gray: PixelBuffer) {
    (width, height) = (gray.width, gray.height)
    samples = []
    samples.reserveCapacity(width * height)
    for y in 0..<height {
      // A row has a byte for each pixel of the width.
      unsafe samples += UnsafeBufferPointer(
        start: gray.planes[0].row(y, as: UInt8.self), count: width)
    }
  }

  private init(width: Int, height: Int, _ samples: [UInt8]) {
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// With columns for rows.
  func transposed() -> GraySamples {
    var turned = [UInt8](repeating: 0, count: samples.count)
    // In squares, for the sake of the processor's cache.
    for top in stride(from: 0, to: height, by: 32) {
      for left in stride(from: 0, to: width, by: 32) {
        for y in top..<min(top + 32, height) {
          for x in left..<min(left + 32, width) { turned[x * height + y] = samples[y * width + x] }
        }
      }
    }
    return GraySamples(width: height, height: width, turned)
  }

  /// The mean of some rows at each place.
  func means(ofRows rows: Range<Int>) -> [UInt8] {
    var sums = [UInt32](repeating: 0, count: width)
    for y in rows {
      for x in 0..<width { sums[x] += UInt32(samples[y * width + x]) }
    }
    return sums.map { UInt8($0 / UInt32(rows.count)) }
  }

  /// What paper is, nearly: the sample that a quarter of the page is lighter than.
  var paper: UInt8 {
    var counts = [Int](repeating: 0, count: 256)
    for sample in samples { counts[Int(sample)] += 1 }
    var left = samples.count / 4
    for value in counts.indices.reversed() {
      left -= counts[value]
      if left < 0 { return UInt8(value) }
    }
    return 255
  }
}

/// What is dark on a line: halfway between what is lightest and what is darkest around it.
struct InkThreshold {
  private let block: Int
  private let thresholds: [UInt8]

  /// What differs by less is one thing: paper or ink.
  private static let leastContrast = 60

  /// - Parameters:
  ///   - paper: what paper is on the page.
  ///   - block: how many places have one threshold, a tenth of an inch; five on each side of it count.
  init(_ line: [UInt8], paper: UInt8, block: Int) {
    self.block = block
    let blocks = stride(from: 0, to: line.count, by: block).map { start in
      let part = line[start..<min(start + block, line.count)]
      return (low: part.min() ?? paper, high: part.max() ?? paper)
    }
    thresholds = blocks.indices.map { index in
      let around = blocks[max(0, index - 5)..<min(blocks.count, index + 6)]
      let low = around.map(\.low).min() ?? paper
      let high = around.map(\.high).max() ?? paper
      guard Int(high) - Int(low) >= Self.leastContrast else { return paper / 2 }
      return UInt8((Int(low) + Int(high)) / 2)
    }
  }

  func dark(_ line: [UInt8]) -> [Bool] {
    line.indices.map { line[$0] < thresholds[$0 / block] }
  }
}
