import ConverterCore
import TableModel
import TreeModel

/// Turns elements into rows. To take them off the tree is all the work, so there is nothing to split.
final class TreeRowSource: RowSource {
  let splitter: any RowSplitter = WholeRows()
  /// What a batch holds, roughly.
  private static let batchBytes = 1 << 18
  private static let batchCells = 1 << 16

  private let layout: Layout
  private let elements: Elements
  private let walk: ObjectWalk
  private let context: ConversionContext
  private var nextRow = 1
  private var cells: [Cell]
  /// Members without a column, as those of a JSON object without its end.
  private let rest = ByteBuffer(capacity: 256)
  private var hasReplaced = false
  private let looseColumn: Int?

  init(
    _ elements: Elements, _ layout: Layout, in context: ConversionContext
  ) throws(ConversionError) {
    self.layout = layout
    self.context = context
    self.elements = elements
    walk = ObjectWalk(elements, layout.keys, mayGrow: false)
    looseColumn = try walk.looseColumn()
    let nothing = Cell(start: 0, count: 0, layout.shape == .keyed ? .missing : .null)
    cells = Array(repeating: nothing, count: layout.columns.count)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    batch.firstRow = nextRow
    while batch.bytes.count < Self.batchBytes, batch.cells.count < Self.batchCells,
      let first = try elements.next()
    {
      try add(first, to: batch)
      batch.endRow()
      nextRow += 1
    }
    return batch.rowCount > 0
  }

  private func add(_ first: Token, to batch: RowBatch) throws(ConversionError) {
    switch (layout.shape, first.kind) {
    case (.keyed, .beginObject): try addObject(to: batch)
    case (.keyed, _): try addLoose(first, to: batch)
    case (.positional, .beginArray):
      while let token = try elements.cursor.next(), token.kind != .endArray {
        batch.cells.append(try cell(token, in: batch))
      }
    case (.positional, .null): batch.cells += cells
    default: batch.cells.append(try cell(first, in: batch))
    }
  }

  private func addObject(to batch: RowBatch) throws(ConversionError) {
    let start = batch.cells.count
    batch.cells += cells
    try walk.walk { (column, value) throws(ConversionError) in
      batch.cells[start + column] = try cell(value, in: batch)
    } rest: { (path, value) throws(ConversionError) in
      rest.append(rest.count == 0 ? "{\"" : ",\"")
      let name = Array(path.joined(separator: [UInt8(ascii: ".")]))
      TreeText.encode(name.span, into: rest)
      rest.append("\":")
      try elements.appendJSON(value, to: rest)
    }
    guard rest.count > 0 else { return }
    rest.append(UInt8(ascii: "}"))
    let object = rest
    batch.append(object.span, .json)
    rest.removeAll()
    context.warn(
      "keys that first come after the beginning, which the columns are taken from, are shown as "
        + "JSON behind the last column; a conversion finds all")
  }

  /// What is no object has a column for all of its kind; only a sample may not have seen any.
  private func addLoose(_ first: Token, to batch: RowBatch) throws(ConversionError) {
    let start = batch.cells.count
    batch.cells += cells
    if first.kind == .null { return }
    let value = try cell(first, in: batch)
    if let looseColumn {
      batch.cells[start + looseColumn] = value
    } else {
      batch.cells.append(value)
    }
  }

  /// Goes to the end of a value and adds its text.
  private func cell(_ token: Token, in batch: RowBatch) throws(ConversionError) -> Cell {
    let (start, cursor) = (batch.bytes.count, elements.cursor)
    var kind = Cell.Kind.text
    switch token.kind {
    case .string: decode(cursor.text(of: token), into: batch.bytes)
    case .number:
      batch.bytes.append(cursor.text(of: token))
      kind = .number
    case .true:
      batch.bytes.append("true")
      kind = .boolean
    case .false:
      batch.bytes.append("false")
      kind = .boolean
    case .null: kind = .null
    case .beginObject, .beginArray:
      try elements.appendJSON(token, to: batch.bytes)
      kind = .json
    case .endObject, .endArray, .key: break
    }
    let count = batch.bytes.count - start
    guard count <= Cell.mostBytes else { throw .cellTooLarge }
    try batch.checkRoom(for: 0, within: context.limits)
    return Cell(start: start, count: count, kind)
  }

  private func decode(_ text: Span<UInt8>, into buffer: ByteBuffer) {
    guard !TreeText.decode(text, into: buffer), !hasReplaced else { return }
    hasReplaced = true
    context.note("text", .changed, why: "halves of surrogate pairs became U+FFFD")
  }
}
