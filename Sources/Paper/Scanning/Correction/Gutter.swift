public import PictureModel

/// Where the two pages of an open book meet: a dark valley from the top of the picture to its bottom, near the middle.
public struct Gutter: Sendable, Equatable {
  /// Where it begins at the top, and ends at the bottom, as shares of the width.
  public let top: Double
  public let bottom: Double
  /// How much darker than the paper beside it: 0…1.
  public let depth: Double

  /// What is wider than this for its height may be an open book.
  private static let leastAspect = 1.15
  private static let leastDepth = 0.03
  /// The share of rows that are darker there, of all and of those near the top and the bottom.
  private static let leastShare = (all: 0.75, ends: 0.5)

  /// - Parameter page: upright, 8 bits a sample, gray or RGB, in the light in which it was taken.
  /// - Returns: `nil` where it is one page.
  public init?(in page: PixelBuffer) {
    guard Double(page.width) >= Self.leastAspect * Double(page.height), page.width >= 64,
      page.height >= 32
    else { return nil }
    let paper = PaperColumns(page)
    guard let best = paper.deepest(), best.depth >= Self.leastDepth else { return nil }
    let darker = paper.depths(from: best.top, to: best.bottom).map { $0 > 0.012 }
    let end = max(1, darker.count / 10)
    func share(_ rows: ArraySlice<Bool>) -> Double {
      Double(rows.count { $0 }) / Double(max(1, rows.count))
    }
    guard share(darker[...]) >= Self.leastShare.all,
      share(darker.prefix(end)) >= Self.leastShare.ends,
      share(darker.suffix(end)) >= Self.leastShare.ends
    else { return nil }
    top = (Double(best.top) + 0.5) / Double(paper.width)
    bottom = (Double(best.bottom) + 0.5) / Double(paper.width)
    depth = best.depth
  }
}

/// How light the paper is, in columns that are a three-hundredth of the page wide, with lines of print closed.
///
/// Print is closed upwards and downwards only: a valley of shadow stays, as does a rule between columns of text, but
/// that is narrow.
private struct PaperColumns {
  let width: Int
  let height: Int
  private var samples: [Float]

  init(_ page: PixelBuffer) {
    let (width, height) = (
      min(300, page.width), max(8, min(300, page.width) * page.height / page.width)
    )
    (self.width, self.height) = (width, min(height, page.height))
    samples = Self.means(of: page, self.width, self.height)
    close(reach: max(2, self.height / 24))
  }

  private static func means(of page: PixelBuffer, _ width: Int, _ height: Int) -> [Float] {
    let count = page.format.samplesPerPixel
    let channel = count / 2
    var sums = [Float](repeating: 0, count: width * height)
    var areas = sums
    let columns = (0..<page.width).map { $0 * width / page.width }
    for y in 0..<page.height {
      // A row has `count` bytes for each pixel, and `columns` is one of `width` for each.
      let row = unsafe page.planes[0].row(y, as: UInt8.self)
      let first = y * height / page.height * width
      for x in 0..<page.width {
        unsafe sums[first + columns[x]] += Float(row[x * count + channel])
        areas[first + columns[x]] += 1
      }
    }
    for index in sums.indices { sums[index] /= max(1, areas[index]) }
    return sums
  }

  /// The lightest of the rows around each, then the darkest of these.
  private mutating func close(reach: Int) {
    for choose in [{ max($0, $1) }, { min($0, $1) }] as [(Float, Float) -> Float] {
      let before = samples
      for y in 0..<height {
        let rows = max(0, y - reach)..<min(height, y + reach + 1)
        for x in 0..<width {
          samples[y * width + x] = rows.dropFirst().reduce(before[rows.lowerBound * width + x]) {
            choose($0, before[$1 * width + x])
          }
        }
      }
    }
  }

  /// The line from the top to the bottom, not far from the middle, that is darkest beside what is left and right of it.
  func deepest() -> (top: Int, bottom: Int, depth: Double)? {
    var best: (top: Int, bottom: Int, depth: Double)?
    let middle = width * 38 / 100..<width * 62 / 100
    let slant = width * 8 / 100
    for top in middle {
      for bottom in max(middle.lowerBound, top - slant)..<min(middle.upperBound, top + slant + 1) {
        let depths = depths(from: top, to: bottom)
        let depth = Double(depths.reduce(0) { $0 + min(max($1, -0.05), 0.25) }) / Double(height)
        if depth > best?.depth ?? 0 { best = (top, bottom, depth) }
      }
    }
    return best
  }

  /// In each row, how much darker the line is than the paper on both sides of it; negative where one side is darker.
  ///
  /// Rules are no wider than two columns: the lightest of three is what counts.
  func depths(from top: Int, to bottom: Int) -> [Float] {
    (0..<height).map { y in
      let x = top + (bottom - top) * y / max(1, height - 1)
      func sample(_ offset: Int) -> Float {
        samples[y * width + min(max(x + offset, 0), width - 1)]
      }
      let dark = max(sample(-1), sample(0), sample(1))
      let light = [6, 12, 24].map { min(sample(-$0), sample($0)) }.max() ?? 0
      return light > 0 ? 1 - dark / light : 0
    }
  }
}
