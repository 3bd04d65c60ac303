public import ConverterCore
public import TableModel
public import TreeModel

/// Rows become objects, keyed by the header; without a header they become arrays.
///
/// Values stay what they are: text from formats that know nothing else. A name with dots stays one key.
public struct TableToTree: Bridge {
  public init() {}

  public func cross(
    _ model: Table, in context: ConversionContext
  ) throws(ConversionError) -> Tree {
    Tree(isSequence: false, content: TableTree(
        content: model.content, columns: model.columns, hasHeader: model.hasHeader))
  }
}

struct TableTree: TreeContent {
  let content: any TableContent
  let columns: [Column]
  let hasHeader: Bool

  var byteCount: Int { content.byteCount }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    try TableTokens(self, in: context)
  }
}

/// An array of the rows of a table.
final class TableTokens: TokenSource {
  private enum Stage {
    case begin, rows, end
  }

  private let rows: any RowSource
  private let batch = RowBatch()
  private let hasHeader: Bool
  private let context: ConversionContext
  /// The keys as tokens have them.
  private var keys: [[UInt8]]
  private var stage = Stage.begin
  private var hasReplaced = false

  init(_ table: TableTree, in context: ConversionContext) throws(ConversionError) {
    rows = try table.content.rows(in: context)
    hasHeader = table.hasHeader
    self.context = context
    var names = DistinctNames()
    let text = ByteBuffer(capacity: 256)
    keys = table.columns.map { column in
      text.removeAll()
      names.add(column.name).withUnsafeBytes { _ = TreeText.encode($0, into: text) }
      return Array(text.bytes)
    }
    distinct = names
    if hasHeader, names.hasRenamed {
      context.note("columns", .changed, why: "keys are unique: name_2, column_7")
    }
  }

  private var distinct: DistinctNames

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    switch stage {
    case .begin:
      batch.append(.beginArray)
      stage = .rows
    case .rows:
      try context.checkpoint()
      guard try rows.claim(self.batch) else {
        batch.append(.endArray)
        stage = .end
        return true
      }
      try rows.split(self.batch)
      for row in 0..<self.batch.rowCount { try add(self.batch.row(row), to: batch) }
    case .end: return false
    }
    return true
  }

  private func add(_ row: Range<Int>, to tokens: TokenBatch) throws(ConversionError) {
    tokens.append(hasHeader ? .beginObject : .beginArray)
    for (column, index) in row.enumerated() {
      if hasHeader { tokens.append(.key, key(column)) }
      try add(batch.cells[index], to: tokens)
    }
    tokens.append(hasHeader ? .endObject : .endArray)
  }

  /// Rows may be longer than the header: further cells are named by their number.
  private func key(_ column: Int) -> [UInt8] {
    while column >= keys.count { keys.append(distinct.add([])) }
    return keys[column]
  }

  private func add(_ cell: Cell, to tokens: TokenBatch) throws(ConversionError) {
    let text = batch.text(of: cell)
    switch cell.kind {
    case .null: tokens.append(.null)
    case .number: tokens.append(.number, text)
    case .boolean: tokens.append(text.first == UInt8(ascii: "t") ? .true : .false)
    case .text, .json:
      let start = tokens.bytes.count
      if !TreeText.encode(text, into: tokens.bytes) { noteReplacement() }
      let token = Token(.string, start: start, count: tokens.bytes.count - start)
      tokens.tokens.append(token)
    }
  }

  private func noteReplacement() {
    guard !hasReplaced else { return }
    hasReplaced = true
    context.note("text", .changed, why: "bytes that are not UTF-8 became U+FFFD")
  }
}

/// Names that are told apart: `name`, `name_2`; `column_7` for one without a name.
struct DistinctNames {
  private var taken: Set<[UInt8]> = []
  /// The last number that each name got, so that many of one name do not all count from 2.
  private var numbers: [[UInt8]: Int] = [:]
  private var count = 0
  private(set) var hasRenamed = false

  mutating func add(_ name: [UInt8]) -> [UInt8] {
    count += 1
    let stem = name.isEmpty ? Array("column_\(count)".utf8) : name
    var result = stem
    var number = numbers[stem] ?? 1
    while !taken.insert(result).inserted {
      number += 1
      result = stem + Array("_\(number)".utf8)
    }
    numbers[stem] = number
    if result != name { hasRenamed = true }
    return result
  }
}
