/// How pictures can be drawn on a terminal, and how much of it there is.
public struct TerminalGraphics: Sendable, Equatable {
  /// What the terminal understands.
  public enum Form: Sendable, Equatable {
    /// Pixels, as kitty takes them.
    case kitty
    /// Bands of six rows of pixels, as DEC's terminals and many of today take them.
    case sixel
    /// Characters that divide their cell into two colours.
    case blocks(Palette)
  }

  /// The colours that a terminal has.
  public enum Palette: Sendable, Equatable {
    /// 24 bits.
    case trueColour
    /// The 240 beside a terminal's own 16.
    case indexed
  }

  public var form: Form
  /// Of the window.
  public var size: ScreenSize
  /// A guess, where the terminal does not say.
  public let cell: Cell

  /// The pixels of a cell.
  public struct Cell: Sendable, Equatable {
    public let width: Int
    public let height: Int

    /// Rather too small than larger than the window.
    static let usual = Cell(width: 8, height: 16)

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// - Parameters:
  ///   - form: what the terminal understands.
  ///   - size: of its window.
  ///   - cell: the pixels of a character; `nil` where the terminal does not say. What cannot be is taken for that, too.
  public init(_ form: Form, size: ScreenSize, cell: Cell? = nil) {
    self.form = form
    self.size = size
    let isSound = cell.map { (4...128).contains($0.width) && (4...256).contains($0.height) }
    self.cell = isSound == true ? cell ?? .usual : .usual
  }

  /// A part of the window, in cells, and as many pixels as are worth having for it.
  public struct Area: Sendable, Equatable {
    public var columns: Int
    public var rows: Int
    public var width: Int
    public var height: Int
  }

  /// The largest area with the shape of a picture, in the width of the window and `rows` of its height.
  ///
  /// A small picture is not made larger than it is; of blocks, each of its pixels gets one at most.
  ///
  /// - Returns: `nil` where there is no room for a picture that shows anything, or it has no shape.
  public func area(forWidth width: Int, height: Int, rows: Int) -> Area? {
    guard width > 0, height > 0, rows >= 4, size.columns >= 8 else { return nil }
    // The last column stays free: some terminals begin a new line behind it.
    let room = (
      width: (min(size.columns, 500) - 1) * cell.width, height: min(rows, 200) * cell.height
    )
    let largest =
      if case .blocks = form { Double(cell.width) } else { 1.0 }
    let scale = min(
      Double(room.width) / Double(width), Double(room.height) / Double(height), largest)
    func cells(_ length: Int, of cell: Int, most: Int) -> Int {
      max(1, min(Int((Double(length) * scale / Double(cell)).rounded()), most / cell))
    }
    let columns = cells(width, of: cell.width, most: room.width)
    let rows = cells(height, of: cell.height, most: room.height)
    return Area(
      columns: columns, rows: rows, width: columns * cell.width, height: rows * cell.height)
  }
}
