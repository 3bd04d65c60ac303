/// How likely each pixel is the middle of a line of text, as the network for detection says (Liao and others, Real-time
/// scene text detection with differentiable binarization, 2020), and the boxes that follow from it.
struct LineMap {
  let width: Int
  let height: Int
  private let likely: [Float]

  /// From here on a pixel is text.
  private static let threshold: Float = 0.3
  /// A box in which pixels are less likely on average is none.
  private static let leastMean: Float = 0.5
  private static let growth = 1.6
  private static let leastSide = 3.0
  private static let mostBoxes = 1000

  /// - Parameter likely: 0…1, row by row.
  init(width: Int, height: Int, likely: [Float]) {
    precondition(likely.count == width * height)
    (self.width, self.height, self.likely) = (width, height, likely)
  }

  /// The lines, in pixels of the map, in the order of their first pixels.
  func boxes() -> [SlantedBox] {
    var isText = thick()
    var found: [SlantedBox] = []
    for start in isText.indices where isText[start] {
      let outline = takeOut(at: start, from: &isText)
      guard let core = SlantedBox(around: outline), min(core.width, core.height) >= Self.leastSide,
        mean(in: core) >= Self.leastMean
      else { continue }
      let box = core.grown(by: Self.growth)
      guard min(box.width, box.height) >= Self.leastSide + 2 else { continue }
      found.append(box)
      if found.count == Self.mostBoxes { break }
    }
    return found
  }

  /// Text, a pixel thicker to the right and below, which joins what a thin gap divides.
  private func thick() -> [Bool] {
    var result = [Bool](repeating: false, count: width * height)
    for y in 0..<height {
      for x in 0..<width where likely[y * width + x] > Self.threshold {
        for line in y...min(y + 1, height - 1) {
          for column in x...min(x + 1, width - 1) { result[line * width + column] = true }
        }
      }
    }
    return result
  }

  /// Takes a connected part out, and answers the first and the last pixel of each of its rows.
  private func takeOut(at start: Int, from isText: inout [Bool]) -> [(x: Double, y: Double)] {
    var rows: [Int: (first: Int, last: Int)] = [:]
    var open = [start]
    isText[start] = false
    while let place = open.popLast() {
      let (x, y) = (place % width, place / width)
      let known = rows[y] ?? (x, x)
      rows[y] = (min(known.first, x), max(known.last, x))
      for line in max(y - 1, 0)...min(y + 1, height - 1) {
        for column in max(x - 1, 0)...min(x + 1, width - 1) where isText[line * width + column] {
          isText[line * width + column] = false
          open.append(line * width + column)
        }
      }
    }
    return rows.flatMap { y, row in
      [(x: Double(row.first), y: Double(y)), (x: Double(row.last), y: Double(y))]
    }
  }

  private func mean(in box: SlantedBox) -> Float {
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { box.point($0.0, $0.1) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let columns = Self.pixels(xs, below: width)
    var (sum, count): (Float, Int) = (0, 0)
    for y in Self.pixels(ys, below: height) {
      for x in columns {
        let (dx, dy) = (Double(x) - box.x, Double(y) - box.y)
        guard abs(dx * box.alongX + dy * box.alongY) <= box.width / 2 + 0.5,
          abs(-dx * box.alongY + dy * box.alongX) <= box.height / 2 + 0.5
        else { continue }
        sum += likely[y * width + x]
        count += 1
      }
    }
    return count == 0 ? 0 : sum / Float(count)
  }

  private static func pixels(_ values: [Double], below end: Int) -> ClosedRange<Int> {
    let first = Int((values.min() ?? 0).rounded(.down))
    let last = Int((values.max() ?? 0).rounded(.up))
    return min(max(first, 0), end - 1)...min(max(last, 0), end - 1)
  }
}
