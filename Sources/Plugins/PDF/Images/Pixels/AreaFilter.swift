/// Brings a picture to a smaller size: each new sample is the mean of the area that it covers.
struct AreaFilter {
  /// Which samples of a line a new one covers, and with what weights out of 65536.
  private struct Line {
    var firsts: [Int] = []
    var counts: [Int] = []
    /// Where the weights of each begin.
    var offsets: [Int] = []
    var weights: [UInt32] = []
    /// How many samples there are to cover.
    let length: Int

    init(from length: Int, to count: Int) {
      self.length = length
      // In units of 1/count of a sample, everything is whole.
      for index in 0..<count {
        let (start, end) = (index * length, (index + 1) * length)
        let (first, last) = (start / count, (end - 1) / count)
        firsts.append(first)
        counts.append(last - first + 1)
        offsets.append(weights.count)
        var rest = 65536
        for sample in first...last {
          let covered = min(end, (sample + 1) * count) - max(start, sample * count)
          let weight = sample == last ? rest : min(rest, (covered * 65536 + length / 2) / length)
          weights.append(UInt32(weight))
          rest -= weight
        }
      }
    }
  }

  private let horizontal: Line
  private let vertical: Line
  private let width: Int
  private let height: Int

  /// - Parameter width: and `height`: of the result; from 1, and not larger than the picture.
  init(_ raster: Raster, toWidth width: Int, height: Int) {
    horizontal = Line(from: raster.width, to: width)
    vertical = Line(from: raster.height, to: height)
    (self.width, self.height) = (width, height)
  }

  func apply(to raster: Raster) -> Raster {
    let channels = raster.channels
    precondition(
      horizontal.length == raster.width && vertical.length == raster.height
        && raster.bytes.count >= raster.rowBytes * raster.height, "all rows are there")
    // What a line covers is within its length: rows of the raster, and pixels of a row, which `sums` has room for. The
    // result has `width` pixels for each of its `height` rows.
    var sums = [UInt32](repeating: 0, count: raster.rowBytes)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * channels) {
      room, made in
      unsafe raster.bytes.withUnsafeBufferPointer { source in
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          guard let from = source.baseAddress, let to = room.baseAddress,
            let sums = sums.baseAddress
          else { return }
          for y in 0..<height {
            unsafe sumRows(y, from, raster.rowBytes, sums)
            unsafe sumColumns(sums, channels, to + y * width * channels)
          }
        }
      }
      made = width * height * channels
    }
    return Raster(width: width, height: height, channels: channels, bytes: bytes)
  }

  /// The rows that row `y` covers, weighted: sums of 8 bits above 16, of which 8 of the fraction stay.
  private func sumRows(
    _ y: Int, _ source: UnsafePointer<UInt8>, _ rowBytes: Int, _ sums: UnsafeMutablePointer<UInt32>
  ) {
    unsafe sums.update(repeating: 128, count: rowBytes)
    for index in 0..<vertical.counts[y] {
      let weight = vertical.weights[vertical.offsets[y] + index]
      let row = unsafe source + (vertical.firsts[y] + index) * rowBytes
      for x in 0..<rowBytes { unsafe sums[x] &+= UInt32(row[x]) &* weight }
    }
    for x in 0..<rowBytes { unsafe sums[x] >>= 8 }
  }

  private func sumColumns(
    _ sums: UnsafePointer<UInt32>, _ channels: Int, _ output: UnsafeMutablePointer<UInt8>
  ) {
    unsafe horizontal.weights.withUnsafeBufferPointer { weights in
      for x in 0..<width {
        let (first, count) = (horizontal.firsts[x] &* channels, horizontal.counts[x])
        let offset = horizontal.offsets[x]
        for channel in 0..<channels {
          // 16 bits by 16: at most 65280 × 65536, and half a unit still fits.
          var sum: UInt32 = 1 << 23
          var place = first &+ channel
          for index in 0..<count {
            unsafe sum &+= sums[place] &* weights[offset &+ index]
            place &+= channels
          }
          unsafe output[x &* channels &+ channel] = UInt8(truncatingIfNeeded: sum >> 24)
        }
      }
    }
  }
}
