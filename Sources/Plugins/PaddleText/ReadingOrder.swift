import RecognizedTextModel

/// Puts lines in the order in which they are read.
///
/// From the top on, as many rows as share a gutter are columns, read one after the other; other rows are read from left
/// to right. A gutter is a gap as wide as letters are high, which no line crosses, between two sides of long lines: the
/// prices beside the goods of a receipt are no column.
enum ReadingOrder {
  /// How often as long as high the usual line of a column is at least.
  private static let leastLength = 8.0
  private static let leastRows = 3

  static func blocks(of lines: [RecognizedPage.Line]) -> [RecognizedPage.Block] {
    var blocks: [RecognizedPage.Block] = []
    var single: [RecognizedPage.Line] = []
    func finish() {
      if !single.isEmpty { blocks.append(.init([.init(single)])) }
      single = []
    }
    let rows = rows(of: lines)
    var start = 0
    while start < rows.count {
      guard let end = columnsEnd(rows, from: start), let gutter = gutter(rows[start..<end]) else {
        single.append(joined(rows[start]))
        start += 1
        continue
      }
      finish()
      let inside = rows[start..<end].flatMap(\.self)
      blocks += self.blocks(of: inside.filter { $0.box.right <= gutter })
      blocks += self.blocks(of: inside.filter { $0.box.right > gutter })
      start = end
    }
    finish()
    return blocks
  }

  /// Lines beside each other, on a page that may lie a little aslant.
  ///
  /// A line is compared with the nearest one of each of the two rows before it: the middle of both, along the slope of
  /// the page, differs by less than 0.4 of the lower one's height.
  static func rows(of lines: [RecognizedPage.Line]) -> [[RecognizedPage.Line]] {
    let slope = slope(of: lines)
    var rows: [[RecognizedPage.Line]] = []
    for line in lines.sorted(by: { level($0, slope) < level($1, slope) }) {
      let near = rows.indices.suffix(2).map { index in
        (index: index, distance: distance(of: line, to: rows[index], slope))
      }
      if let row = near.min(by: { $0.distance < $1.distance }), row.distance <= 0.4 {
        rows[row.index].append(line)
      } else {
        rows.append([line])
      }
    }
    return rows.map { row in row.sorted { ($0.box.left, $0.box.top) < ($1.box.left, $1.box.top) } }
  }

  /// How much lines of some length fall for a pixel to the right; the middle one of them.
  private static func slope(of lines: [RecognizedPage.Line]) -> Double {
    median(lines.filter { $0.box.width >= 4 * $0.box.height }.map(\.baseline.slope))
  }

  /// Where the middle of a line would be at the left edge of the page.
  private static func level(_ line: RecognizedPage.Line, _ slope: Double) -> Double {
    let box = line.box
    return Double(box.top + box.bottom) / 2 - slope * Double(box.left + box.right) / 2
  }

  /// How far a line is from the nearest one of a row, for a height of 1; infinite where it lies above or below one.
  private static func distance(
    of line: RecognizedPage.Line, to row: [RecognizedPage.Line], _ slope: Double
  ) -> Double {
    guard !row.contains(where: { isAbove($0, line) }),
      let near = row.min(by: { gap($0, line) < gap($1, line) })
    else { return .infinity }
    let heights = [near, line].map {
      Double($0.box.height) - abs(slope) * Double($0.box.width)
    }
    return abs(level(near, slope) - level(line, slope)) / max(heights.min() ?? 1, 1)
  }

  /// How far lines are from each other along a row; negative where they overlap.
  private static func gap(_ one: RecognizedPage.Line, _ other: RecognizedPage.Line) -> Int {
    max(one.box.left, other.box.left) - min(one.box.right, other.box.right)
  }

  /// Whether both take the same columns of the page.
  private static func isAbove(_ one: RecognizedPage.Line, _ other: RecognizedPage.Line) -> Bool {
    let overlap = min(one.box.right, other.box.right) - max(one.box.left, other.box.left)
    return 2 * overlap > min(one.box.width, other.box.width)
  }

  /// The end of the rows from a place on that share a gutter; `nil` where they are too few.
  private static func columnsEnd(_ rows: [[RecognizedPage.Line]], from start: Int) -> Int? {
    var end = start
    var most: Int?
    while end < rows.count {
      end += 1
      let some = rows[start..<end]
      if gutter(some) != nil {
        most = end
      } else if some.contains(where: { $0.count > 1 }) {
        break
      }
    }
    guard let most, most - start >= leastRows else { return nil }
    return most
  }

  /// Where the first gutter of some rows begins: the last pixel that lines on its left side take.
  private static func gutter(_ rows: ArraySlice<[RecognizedPage.Line]>) -> Int? {
    let lines = rows.flatMap(\.self).sorted { $0.box.left < $1.box.left }
    let letters = median(lines.map { Double($0.box.height) })
    var reach = lines.first?.box.right ?? 0
    for (index, line) in lines.enumerated().dropFirst() {
      if Double(line.box.left - reach) >= letters, isColumn(lines[..<index]),
        isColumn(lines[index...])
      {
        return reach
      }
      reach = max(reach, line.box.right)
    }
    return nil
  }

  private static func isColumn(_ lines: ArraySlice<RecognizedPage.Line>) -> Bool {
    median(lines.map { Double($0.box.width) / Double(max($0.box.height, 1)) }) >= leastLength
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  /// The parts of a row as one line.
  private static func joined(_ row: [RecognizedPage.Line]) -> RecognizedPage.Line {
    guard let first = row.first, let last = row.last, row.count > 1 else { return row[0] }
    return RecognizedPage.Line(
      row.flatMap(\.words), box: .init(around: row.map(\.box)),
      baseline: .init(
        x1: first.baseline.x1, y1: first.baseline.y1, x2: last.baseline.x2, y2: last.baseline.y2))
  }
}
