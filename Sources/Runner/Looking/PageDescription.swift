public import ConverterCore

/// Describes where a look at a file is shown, for a worker, which never holds the terminal itself.
public struct PageDescription: Sendable, Equatable {
  /// Whether it is for scripts: JSON, one value a line.
  public var isJSON = false
  /// Whether words may be coloured (ECMA-48).
  public var usesColour = false
  /// Columns, where people look at it on a terminal; `nil` where lines may have any length.
  public var width: Int?
  /// Rows of that terminal.
  public var height: Int?
  /// How pictures can be drawn; `nil` where they cannot, or are not wanted.
  public var graphics: TerminalGraphics?
  /// Whether a viewer may take the whole terminal.
  public var mayTakeScreen = false

  public init() {}
}

extension PageDescription {
  var json: JSONValue {
    func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
    return .object([
      .init("json", .bool(isJSON)), .init("colour", .bool(usesColour)),
      .init("width", number(width)), .init("height", number(height)),
      .init("graphics", graphics?.json ?? .null), .init("screen", .bool(mayTakeScreen)),
    ])
  }

  /// - Throws: `damagedInput` for what is no such description.
  init(_ json: JSONValue) throws(ConversionError) {
    isJSON = json["json"] == .bool(true)
    usesColour = json["colour"] == .bool(true)
    width = json["width"]?.int
    height = json["height"]?.int
    if let form = json["graphics"], form != .null { graphics = try TerminalGraphics(form) }
    mayTakeScreen = json["screen"] == .bool(true)
  }
}

extension TerminalGraphics {
  fileprivate var json: JSONValue {
    .object([
      .init("form", .string(form.word)), .init("columns", .integer(size.columns)),
      .init("rows", .integer(size.rows)), .init("cellWidth", .integer(cell.width)),
      .init("cellHeight", .integer(cell.height)),
    ])
  }

  fileprivate init(_ json: JSONValue) throws(ConversionError) {
    guard let form = Form.all.first(where: { $0.word == json["form"]?.text }),
      let columns = json["columns"]?.int, let rows = json["rows"]?.int,
      let width = json["cellWidth"]?.int, let height = json["cellHeight"]?.int
    else { throw ConversionError(.damagedInput, "no message of a supervisor") }
    self.init(
      form, size: ScreenSize(columns: columns, rows: rows),
      cell: Cell(width: width, height: height))
  }
}

extension TerminalGraphics.Form {
  fileprivate static let all: [Self] = [
    .kitty, .sixel, .blocks(.trueColour), .blocks(.indexed),
  ]

  fileprivate var word: String {
    switch self {
    case .kitty: "kitty"
    case .sixel: "sixel"
    case .blocks(.trueColour): "blocks"
    case .blocks(.indexed): "indexedBlocks"
    }
  }
}
