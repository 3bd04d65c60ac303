public import PictureModel

/// What is written on a page, so that pages without anything can be told.
///
/// Not counted are specks of less than a millimetre, dark edges, punch holes, and what is much paler than ink, such as
/// print that shows through from the other side.
public struct PageInk: Sendable, Equatable {
  /// The area of what counts, as a share of the page.
  public let share: Double
  /// In square millimetres.
  public let area: Double

  /// What a page number has at least, in square millimetres.
  private static let least = 0.5
  /// Samples of evenly lit paper below this are ink: what shows through thin paper is lighter.
  private static let threshold: UInt8 = 175

  /// Whether nothing is written on the page.
  public var isBlank: Bool { area < Self.least }

  /// - Parameters:
  ///   - gray: 8 bits a sample, with its light made even (``PaperLight``).
  ///   - dpi: pixels an inch, by which specks are told from letters.
  public init(of gray: PixelBuffer, dpi: Double) {
    precondition(gray.format == .gray8)
    let cells = InkCells(gray, size: max(1, Int(dpi / 75)), threshold: Self.threshold)
    let pixel = 25.4 / max(dpi, 1)
    let counted = cells.marks().reduce(0) { $0 + Self.counted($1, in: cells, pixel: pixel) }
    area = Double(counted) * pixel * pixel
    share = Double(counted) / Double(gray.width * gray.height)
  }

  /// How many pixels of a mark count as ink.
  private static func counted(_ mark: InkCells.Mark, in cells: InkCells, pixel: Double) -> Int {
    let cell = Double(cells.size) * pixel
    let (width, height) = (Double(mark.columns.count) * cell, Double(mark.rows.count) * cell)
    let touchesEdge = cells.isAtEdge(mark)
    let count = touchesEdge ? mark.inner : mark.count
    guard max(width, height) >= 1, Double(count) * pixel * pixel >= 0.2 else { return 0 }
    return isHole(mark, in: cells, cell: cell, pixel: pixel) ? 0 : count
  }

  /// Whether a mark is as round, large and near to an edge as a punch hole: 5 to 8 mm, 12 mm from the edge.
  private static func isHole(
    _ mark: InkCells.Mark, in cells: InkCells, cell: Double, pixel: Double
  ) -> Bool {
    let (width, height) = (Double(mark.columns.count) * cell, Double(mark.rows.count) * cell)
    guard (4...9).contains(width), (4...9).contains(height), (0.75...1.34).contains(width / height)
    else { return false }
    let fill = Double(mark.count) * pixel * pixel / (width * height)
    let reach = Int(20 / cell)
    let isNearEdge =
      mark.columns.upperBound <= reach || mark.columns.lowerBound >= cells.width - reach
      || mark.rows.upperBound <= reach || mark.rows.lowerBound >= cells.height - reach
    return isNearEdge && (0.5...0.9).contains(fill)
  }
}

/// A page in small squares, with the dark pixels of each.
struct InkCells {
  /// Squares that touch, with ink in them.
  struct Mark {
    var columns: Range<Int>
    var rows: Range<Int>
    /// Dark pixels.
    var count: Int
    /// Those of them that are farther than a twentieth from all edges of the page.
    var inner: Int
  }

  /// The side of a square in pixels.
  let size: Int
  let width: Int
  let height: Int
  private var counts: [UInt16]

  init(_ gray: PixelBuffer, size: Int, threshold: UInt8) {
    self.size = size
    (width, height) = ((gray.width + size - 1) / size, (gray.height + size - 1) / size)
    counts = [UInt16](repeating: 0, count: width * height)
    for y in 0..<gray.height {
      // A row has a byte for each pixel of the width, a part of one of `width` squares.
      let row = unsafe gray.planes[0].row(y, as: UInt8.self)
      let first = y / size * width
      for x in 0..<gray.width where unsafe row[x] < threshold { counts[first + x / size] += 1 }
    }
  }

  /// Whether a mark reaches the outermost hundredth of the page.
  func isAtEdge(_ mark: Mark) -> Bool {
    let (across, down) = (1 + width / 100, 1 + height / 100)
    return mark.columns.lowerBound < across || mark.columns.upperBound > width - across
      || mark.rows.lowerBound < down || mark.rows.upperBound > height - down
  }

  func marks() -> [Mark] {
    var left = counts
    var marks: [Mark] = []
    for start in left.indices where left[start] > 0 { marks.append(mark(from: start, of: &left)) }
    return marks
  }

  /// Takes away all squares that hang together with one.
  private func mark(from start: Int, of left: inout [UInt16]) -> Mark {
    let (x, y) = (start % width, start / width)
    var mark = Mark(columns: x..<x + 1, rows: y..<y + 1, count: 0, inner: 0)
    var stack = [(x, y, Int(left[start]))]
    left[start] = 0
    while let (x, y, count) = stack.popLast() {
      mark.columns = min(mark.columns.lowerBound, x)..<max(mark.columns.upperBound, x + 1)
      mark.rows = min(mark.rows.lowerBound, y)..<max(mark.rows.upperBound, y + 1)
      mark.count += count
      let isInner =
        x >= width / 20 && x < width - width / 20 && y >= height / 20 && y < height - height / 20
      if isInner { mark.inner += count }
      for row in max(0, y - 1)..<min(height, y + 2) {
        for column in max(0, x - 1)..<min(width, x + 2) where left[row * width + column] > 0 {
          stack.append((column, row, Int(left[row * width + column])))
          left[row * width + column] = 0
        }
      }
    }
    return mark
  }
}
