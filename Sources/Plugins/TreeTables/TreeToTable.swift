public import ConverterCore
public import TableModel
public import TreeModel

/// Objects become rows, their keys columns.
///
/// The columns have to be known before the first row, so the values are gone over twice: once for their
/// keys alone. Who only looks gets the columns of the first MiB of tokens; what later rows have beside
/// them stands in one further cell.
public struct TreeToTable: Bridge {
  public let shownAcross: [ContentType.ID] = ["public.ndjson"]

  /// The bytes of tokens that columns are guessed from for viewing.
  static let sampleSize = 1 << 20

  public let ledgerWords = ["repeated keys", "rows without keys", "text"]

  public init() {}

  public func cross(
    _ model: Tree, in context: ConversionContext
  ) throws(ConversionError) -> Table {
    let survey = try Survey(of: model, in: context)
    let layout = survey.layout
    if !context.isViewing { survey.note(in: context) }
    return Table(
      columns: layout.columns, hasHeader: layout.shape != .positional,
      content: TreeRows(
        content: model.content, isSequence: model.isSequence, layout: layout),
      rowCount: survey.isComplete ? survey.rowCount : nil)
  }
}

/// How the elements of a tree make up rows.
enum Shape: Sendable {
  /// Objects, by their keys. What is no object stands in a column of its own.
  case keyed
  /// Arrays, by position.
  case positional
  /// Values alone, in one column.
  case single
}

/// What the rows of a table are made of.
struct Layout: Sendable {
  var shape: Shape
  var keys: KeyTree
  var columns: [Column]
}

struct TreeRows: TableContent {
  let content: any TreeContent
  let isSequence: Bool
  let layout: Layout

  var byteCount: Int { content.byteCount }
  var isSeekable: Bool { false }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    try TreeRowSource(
      try Elements(content, isSequence: isSequence, in: context), layout, in: context)
  }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    let elements = try Elements(content, isSequence: isSequence, in: context)
    var count = 0
    while let first = try elements.next() {
      try elements.skip(first)
      count += 1
    }
    return count
  }
}
