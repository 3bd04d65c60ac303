/// How far layers are from the page that they are made of, by squares of it.
struct LayerLoss {
  /// Squares in which there is something, and those of them that look different.
  private var (marked, different) = (0, 0)

  /// The side of a square in pixels of the paper.
  private static let side = 2
  /// By how much the mean of a square may change, of 255.
  private static let tolerance = 56
  /// The share of squares that may change more.
  private static let mostDifferent = 0.05

  var isSmall: Bool { Double(different) <= Self.mostDifferent * Double(marked) + 8 }

  init(_ page: Raster, _ mask: InkMask, _ paper: PaperPlane, _ colours: InkColours) {
    let side = Self.side * paper.step
    let channels = page.channels
    for top in stride(from: 0, to: page.height, by: side) {
      for left in stride(from: 0, to: page.width, by: side) {
        var (before, after) = (SIMD3<Int>(), SIMD3<Int>())
        var count = 0
        for y in top..<min(page.height, top + side) {
          for x in left..<min(page.width, left + side) {
            let place = (y * page.width + x) * channels
            let isInk = mask.kinds[y * page.width + x] == InkMask.ink
            let ink = isInk ? colours.number(x: x, y: y) : 0
            let around =
              (y / paper.step * paper.raster.width + x / paper.step) * channels
            for channel in 0..<channels {
              before[channel] += Int(page.bytes[place + channel])
              after[channel] += Int(
                isInk ? colours.colours[ink][channel] : paper.raster.bytes[around + channel])
            }
            count += 1
          }
        }
        add(before, after, count, channels)
      }
    }
  }

  private mutating func add(
    _ before: SIMD3<Int>, _ after: SIMD3<Int>, _ count: Int, _ channels: Int
  ) {
    var (darkest, difference) = (255, 0)
    for channel in 0..<channels {
      darkest = min(darkest, before[channel] / count, after[channel] / count)
      difference = max(difference, abs(before[channel] - after[channel]) / count)
    }
    guard darkest < 225 else { return }
    marked += 1
    if difference > Self.tolerance { different += 1 }
  }
}
