public import ConverterCore
public import PictureModel

/// How the lines of a page are bent upwards and downwards, such as in a book that does not lie flat.
///
/// The model is that of Leptonica (`dewarp`, D. Bloomberg): parabolas through the centres of long lines, and parabolas
/// again between them.
public struct PageBend: Sendable, Equatable {
  /// Of the grid that ``shifts`` is for, which goes from edge to edge of the page.
  public static let columns = 25
  public static let rows = 17

  /// How much lower than on a flat page each point of the grid is seen, row by row, in hundred-thousandths of the page's
  /// height.
  public let shifts: [Int]

  /// - Returns: `nil` unless there is a shift of at most half of the height for each point of the grid.
  public init?(shifts: [Int]) {
    guard shifts.count == Self.columns * Self.rows, shifts.allSatisfy({ abs($0) <= 50_000 })
    else { return nil }
    self.shifts = shifts
  }

  /// The largest difference between two shifts in one row of the grid, as a share of the height: how far a line is from
  /// straight.
  public var height: Double {
    let spans = stride(from: 0, to: shifts.count, by: Self.columns).map { first in
      let row = shifts[first..<first + Self.columns]
      return (row.max() ?? 0) - (row.min() ?? 0)
    }
    return Double(spans.max() ?? 0) / 100_000
  }

  /// The shifts of a row of pixels, in pixels.
  func shifts(ofRow y: Int, width: Int, height: Int) -> [Float] {
    let place = (Float(y) + 0.5) / Float(height) * Float(Self.rows - 1)
    let above = min(Int(place), Self.rows - 2)
    let dy = place - Float(above)
    let scale = Float(height) / 100_000
    let across = (0..<Self.columns).map { column in
      let (top, bottom) = (
        Float(shifts[above * Self.columns + column]),
        Float(shifts[(above + 1) * Self.columns + column])
      )
      return (top + (bottom - top) * dy) * scale
    }
    return (0..<width).map { x in
      let place = (Float(x) + 0.5) / Float(width) * Float(Self.columns - 1)
      let left = min(Int(place), Self.columns - 2)
      return across[left] + (across[left + 1] - across[left]) * (place - Float(left))
    }
  }
}

extension PageBend {
  /// What came of looking for bent lines.
  public enum Finding: Sendable, Equatable {
    /// - Parameter gain: how many times clearer lines are told from the spaces between them, 1.05 or more.
    case bent(PageBend, gain: Double)
    /// They are left as they are, for a reason.
    case left(String)
  }

  /// What a bend has to gain to be worth it.
  private static let leastGain = 1.05
  /// A line that is bent by less than this share of the page's height is straight: 0.3 mm of A4.
  private static let leastHeight = 0.001

  /// Looks for bent lines in a page.
  ///
  /// - Parameter page: black and white, samples of 0 and 255 (``Binarization``).
  /// - Throws: `missingLibrary`.
  public static func find(in page: PixelBuffer) throws(ConversionError) -> Finding {
    precondition(page.format == .gray8)
    let (shifts, lines) = try LeptonicaHandle.bend(of: page, columns: columns, rows: rows)
    guard let shifts, shifts.allSatisfy(\.isFinite),
      let bend = PageBend(shifts: anchored(shifts, height: Float(page.height)))
    else {
      return .left(
        "no model of bent lines was found (long lines: \(lines), of which 15 are needed)")
    }
    guard bend.height >= leastHeight else { return .left("its lines are straight") }
    let flat = Rectification(
      Quad(width: Double(page.width), height: Double(page.height)), width: page.width,
      height: page.height, bend: bend
    ).rectified(page)
    let (before, after) = (contrast(of: page), contrast(of: flat))
    let gain = before > 0 ? after / before : 0
    guard gain >= leastGain else {
      let words = (gain * 100).rounded() / 100
      return .left("lines would not be straighter: they would be told \(words) times as clearly")
    }
    return .bent(bend, gain: gain)
  }

  /// Shifts by which the ends of each row stay where they are, on average: the corners of the page tell where that is.
  private static func anchored(_ shifts: [Float], height: Float) -> [Int] {
    shifts.indices.map { index in
      let first = index - index % columns
      let ends = (shifts[first] + shifts[first + columns - 1]) / 2
      return Int(max(-1, min(1, (shifts[index] - ends) / height)) * 100_000)
    }
  }

  /// How much rows differ from the next: much where lines of print are level.
  private static func contrast(of page: PixelBuffer) -> Double {
    var last: Int?
    var sum = 0.0
    for y in 0..<page.height {
      // A row has a byte for each pixel of the width.
      let row = unsafe page.planes[0].row(y, as: UInt8.self)
      var ink = 0
      for x in 0..<page.width { unsafe ink += 255 - Int(row[x]) }
      if let last { sum += Double((ink - last) * (ink - last)) }
      last = ink
    }
    return sum
  }
}
