public import ConverterCore
public import TableModel
public import TreeModel

/// Rows become objects, keyed by the header; without a header they become arrays.
///
/// Values stay what they are: text from formats that know nothing else, unless `--set types=infer` says
/// otherwise. A name with dots stays one key.
public struct TableToTree: Bridge {
  public let descriptors: [OptionDescriptor] = [.inferredTypes]
  static let keysDiffer = "keys of an object must differ"

  public let ledgerWords = ["column names", "columns", "tables", "text", "title"]

  public init() {}

  public func cross(
    _ model: Table, in context: ConversionContext
  ) throws(ConversionError) -> Tree {
    if !context.isViewing {
      context.noteDroppedTitle(of: model)
      context.noteDroppedTables(of: model, "a tree is made of one table, --table NAME chooses")
    }
    if !context.isViewing, model.hasHeader {
      ColumnNames(model.columns).note(Self.keysDiffer, in: context)
    }
    return Tree(
      isSequence: false,
      content: TableTree(
        content: model.content, columns: model.columns, hasHeader: model.hasHeader,
        infersTypes: try context.reading.value(of: .inferredTypes) == "infer"))
  }
}

struct TableTree: TreeContent {
  let content: any TableContent
  let columns: [Column]
  let hasHeader: Bool
  /// Whether text that is a number, `true` or `false` becomes one, and an empty text null.
  let infersTypes: Bool

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
  /// The row of the batch that comes next.
  private var nextRow = 0
  private let hasHeader: Bool
  private let infersTypes: Bool
  private let context: ConversionContext
  private var growth: RowGrowth
  /// The keys as tokens have them.
  private let keys: [[UInt8]]
  /// What the number of a column without a name is put behind.
  private let prefix: [UInt8]
  private let nested = TokenBatch()
  private var stage = Stage.begin
  private var hasReplaced = false
  private var hasRows = false

  private static let batchBytes = 1 << 20

  init(_ table: TableTree, in context: ConversionContext) throws(ConversionError) {
    rows = try table.content.rows(in: context)
    hasHeader = table.hasHeader
    infersTypes = table.infersTypes
    self.context = context
    growth = RowGrowth(of: table.content, within: context.limits)
    let names = ColumnNames(table.columns)
    keys = names.names.map(Self.lexical)
    prefix = Self.lexical(names.prefix)
    if hasHeader { names.note(TableToTree.keysDiffer, in: context) }
  }

  private static func lexical(_ name: [UInt8]) -> [UInt8] {
    let text = ByteBuffer(capacity: 256)
    TreeText.encode(name.span, into: text)
    return text.span.array
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    switch stage {
    case .begin:
      batch.append(.beginArray)
      stage = .rows
    case .rows:
      try context.checkpoint()
      if nextRow == self.batch.rowCount {
        guard try rows.claim(self.batch) else {
          if !hasRows, hasHeader, !keys.isEmpty {
            context.note(
              "columns", .dropped,
              why: "there is no row, and in a tree rows alone have the names of columns")
          }
          batch.append(.endArray)
          stage = .end
          return true
        }
        try rows.split(self.batch)
        nextRow = 0
        hasRows = hasRows || self.batch.rowCount > 0
      }
      var read = 0
      // Keys may be longer than all that they stand before.
      while nextRow < self.batch.rowCount, batch.bytes.count < Self.batchBytes {
        let row = self.batch.row(nextRow)
        try add(row, to: batch)
        read += self.batch.cells[row].reduce(0) { $0 + $1.readBytes }
        nextRow += 1
      }
      // Who only looks takes as much of it as the screen shows.
      if !context.isViewing { try growth.add(reading: read, writing: batch.bytes.count) }
    case .end: return false
    }
    return true
  }

  private func add(_ row: Range<Int>, to tokens: TokenBatch) throws(ConversionError) {
    tokens.append(hasHeader ? .beginObject : .beginArray)
    for (column, index) in row.enumerated() {
      if hasHeader, batch.cells[index].kind == .missing { continue }
      if hasHeader {
        let key = key(column)
        try context.limits.checkToken(tokens.bytes.count + key.count)
        tokens.append(.key, key)
      }
      try add(batch.cells[index], to: tokens)
    }
    tokens.append(hasHeader ? .endObject : .endArray)
  }

  /// Rows may be longer than the header: further cells are named by their number.
  private func key(_ column: Int) -> [UInt8] {
    column < keys.count ? keys[column] : prefix + Array("\(column + 1)".utf8)
  }

  private func add(_ cell: Cell, to tokens: TokenBatch) throws(ConversionError) {
    let batch = batch
    let text = batch.text(of: cell)
    switch cell.kind {
    case .null, .missing: tokens.append(.null)
    case .number: tokens.append(.number, text)
    case .boolean: tokens.append(text.first == UInt8(ascii: "t") ? .true : .false)
    case .json where addJSON(text, to: tokens): break
    case .text, .json:
      if infersTypes, cell.kind == .text, let kind = BareValue.kind(of: text) {
        return kind == .number ? tokens.append(kind, text) : tokens.append(kind)
      }
      let start = tokens.bytes.count
      try context.limits.checkToken(start + 6 * text.count)
      if !TreeText.encode(text, into: tokens.bytes) { noteReplacement() }
      let token = Token(.string, start: start, count: tokens.bytes.count - start)
      tokens.tokens.append(token)
    }
  }

  /// Takes JSON in a cell apart.
  ///
  /// - Returns: `false` where it is none, which leaves a text.
  private func addJSON(_ text: Span<UInt8>, to tokens: TokenBatch) -> Bool {
    let nested = nested
    let (count, size) = (tokens.tokens.count, tokens.bytes.count)
    let lexer = JSONLexer(InputFile(bytes: text.array), isSequence: false, in: context)
    do throws(ConversionError) {
      while try lexer.next(nested) {
        for token in nested.tokens { tokens.append(token.kind, nested.text(of: token)) }
      }
      return true
    } catch {
      tokens.tokens.removeLast(tokens.tokens.count - count)
      tokens.bytes.count = size
      return false
    }
  }

  private func noteReplacement() {
    guard !hasReplaced else { return }
    hasReplaced = true
    context.note("text", .changed, why: "bytes that are not UTF-8 became U+FFFD")
  }
}
