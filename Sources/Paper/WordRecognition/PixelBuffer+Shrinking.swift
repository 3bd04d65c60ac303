public import PictureModel

extension PixelBuffer {
  /// A smaller picture of gray samples, each the mean of those that it stands for, in whole or in part.
  ///
  /// - Precondition: it has at least one sample on each side and is not larger.
  public func shrunk(toWidth newWidth: Int, height newHeight: Int) -> PixelBuffer {
    precondition((1...width).contains(newWidth) && (1...height).contains(newHeight))
    let result = PixelBuffer(.gray8, width: newWidth, height: newHeight)
    let columns = Shares(from: width, to: newWidth)
    let rows = Shares(from: height, to: newHeight)
    // Beyond the last column stands nothing that has a share.
    var sums = [Float](repeating: 0, count: width + columns.most)
    for y in 0..<newHeight {
      for x in sums.indices { sums[x] = 0 }
      for index in 0..<rows.most where rows.share(index, of: y) > 0 {
        // What has a share is a row of the picture, of a byte for each pixel of the width.
        let row = unsafe planes[0].row(rows.first[y] + index, as: UInt8.self)
        let share = rows.share(index, of: y)
        for x in 0..<width { unsafe sums[x] += share * Float(row[x]) }
      }
      let target = unsafe result.planes[0].row(y, as: UInt8.self)
      for x in 0..<newWidth {
        var sum: Float = 0.5
        for index in 0..<columns.most {
          sum += columns.share(index, of: x) * sums[columns.first[x] + index]
        }
        unsafe target[x] = UInt8(min(255, sum))
      }
    }
    return result
  }

  /// What each of fewer samples stands for.
  private struct Shares {
    /// The first of those that each stands for.
    let first: [Int]
    /// The most that any stands for.
    let most: Int
    private let shares: [Float]

    init(from count: Int, to fewer: Int) {
      let factor = Double(count) / Double(fewer)
      most = Int(factor.rounded(.up)) + 1
      first = (0..<fewer).map { min(count - 1, Int(Double($0) * factor)) }
      var shares = [Float](repeating: 0, count: fewer * most)
      for position in 0..<fewer {
        let (start, end) = (Double(position) * factor, Double(position + 1) * factor)
        for index in first[position]..<min(count, first[position] + most) {
          let part = min(end, Double(index + 1)) - max(start, Double(index))
          shares[position * most + index - first[position]] = Float(max(0, part) / factor)
        }
      }
      self.shares = shares
    }

    /// The share of a sample, counted from the first; 0 for one that it does not stand for.
    func share(_ index: Int, of position: Int) -> Float { shares[position * most + index] }
  }
}
