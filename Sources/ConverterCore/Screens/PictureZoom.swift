/// How closely a picture is looked at, and at which place of it.
public struct PictureZoom: Sendable, Hashable {
  /// How many times as large as the whole picture it can be shown.
  public static let factors = 1...5

  /// 1 shows all of it.
  public let factor: Int
  /// The place that is in the middle, as shares of the width and height.
  public let x: Double
  public let y: Double

  /// What cannot be is brought to what can.
  public init(_ factor: Int = 1, x: Double = 0.5, y: Double = 0.5) {
    self.factor = min(max(factor, Self.factors.lowerBound), Self.factors.upperBound)
    (self.x, self.y) = (Self.share(x), Self.share(y))
  }

  private static func share(_ value: Double) -> Double {
    value.isFinite ? min(max(value, 0), 1) : 0.5
  }
}

extension PictureZoom: CustomStringConvertible {
  /// `3,0.25,0.5`
  public var description: String { "\(factor),\(x),\(y)" }

  /// Reads ``description``.
  ///
  /// - Returns: `nil` for anything else.
  public init?(_ words: String) {
    let parts = words.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let factor = Int(parts[0]), let x = Double(parts[1]),
      let y = Double(parts[2])
    else { return nil }
    self.init(factor, x: x, y: y)
  }
}

extension TerminalGraphics {
  /// The part of a picture that is seen, and the part of the window that shows it.
  public struct Sight: Sendable, Equatable {
    public let area: Area
    /// What the whole picture would take, as closely as it is looked at.
    public let whole: Area
    /// What is seen, as shares of the picture's width and height.
    public let x: Range<Double>
    public let y: Range<Double>
  }

  /// What is seen of a picture, in the width of the window and `rows` of its height: never more than the picture has,
  /// wherever the middle is.
  ///
  /// - Returns: `nil` where ``area(forWidth:height:rows:)`` is.
  public func sight(ofWidth width: Int, height: Int, rows: Int, _ zoom: PictureZoom) -> Sight? {
    guard let fitting = area(forWidth: width, height: height, rows: rows) else { return nil }
    let whole = area(fitting.columns * zoom.factor, fitting.rows * zoom.factor)
    let across = Self.seen(of: whole.columns, most: min(size.columns, 500) - 1, around: zoom.x)
    let down = Self.seen(of: whole.rows, most: min(rows, 200), around: zoom.y)
    return Sight(
      area: area(across.cells, down.cells), whole: whole, x: across.part, y: down.part)
  }

  private func area(_ columns: Int, _ rows: Int) -> Area {
    Area(columns: columns, rows: rows, width: columns * cell.width, height: rows * cell.height)
  }

  private static func seen(
    of cells: Int, most: Int, around middle: Double
  ) -> (cells: Int, part: Range<Double>) {
    let shown = min(cells, most)
    let share = Double(shown) / Double(cells)
    let start = min(max(middle - share / 2, 0), 1 - share)
    return (shown, start..<start + share)
  }
}
