package import ConverterCore
package import TableModel

/// A table that stays open: any of its rows can be asked for, filtered, sorted and searched.
///
/// A question says which rows it means (`filter`, `sort`); what is made for it is kept for the next question that says the
/// same.
package final class TableSession: ViewSession {
  private let table: Table
  private let index: TableIndex
  private var cache: RowCache
  private var arranged: ArrangedRows
  private var search: (word: String, search: RowSearch)?
  private var summarized: (column: Int, conditions: [String], work: BackgroundWork<ColumnSummary>)?

  /// The most rows and cells of an answer, and bytes of their texts together.
  private static let most = (rows: 1000, cells: 20_000, bytes: 1 << 20)
  /// The most bytes of a cell among others, and alone.
  private static let mostOfCell = (among: 1000, alone: 1 << 20)

  package init(_ table: Table, in context: ConversionContext) {
    self.table = table
    index = TableIndex(table, in: context)
    cache = RowCache(index)
    arranged = ArrangedRows(of: index)
    index.start()
  }

  deinit {
    index.stop()
    arranged.cancel()
    search?.search.work.cancel()
    summarized?.work.cancel()
  }

  package var summary: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("columns", .array(table.columns.map { .string(Self.text($0.name)) })),
      .init("header", .bool(table.hasHeader)),
    ]
    if let title = table.title { members.append(.init("title", .string(title))) }
    if let count = table.rowCount { members.append(.init("rows", .integer(count))) }
    if !table.siblings.isEmpty {
      members.append(.init("tables", .array(table.siblings.map { .string($0.name) })))
    }
    let findings = table.findings.map { finding in
      JSONValue.object([
        .init("key", .string(finding.key)), .init("value", finding.json),
        .init("confidence", .number(finding.confidence)),
        .init("flag", finding.flag.map { .string($0) } ?? .null),
      ])
    }
    if !findings.isEmpty { members.append(.init("findings", .array(findings))) }
    return members
  }

  package func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    switch question.word {
    case "rows":
      try question.check(takes: "from", "count", "column", "columns", "filter", "sort", "wait")
      return try rows(question)
    case "cell":
      try question.check(takes: "row", "column", "filter", "sort", "wait")
      return try cell(question)
    case "position":
      try question.check(takes: "number", "filter", "sort", "wait")
      return try position(question)
    case "find":
      try question.check(takes: "text", "from", "backward", "filter", "sort", "wait")
      return try find(question)
    case "column":
      try question.check(takes: "column", "filter", "wait")
      return try column(question)
    default: throw question.unknown("rows", "cell", "position", "find", "column")
    }
  }

  /// Where reading can begin to come to the row with a number of the file; `nil` for its beginning.
  package func mark(ofRow number: Int) throws(ConversionError) -> RowMark? {
    try index.row(number: number).flatMap { index.mark(of: $0) }
  }

  /// Brings the rows into the order that a question means.
  private func arrange(_ question: ViewQuestion) throws(ConversionError) {
    let words = ArrangedRows.Words(
      conditions: try question.texts("filter"), sort: try question.textIfAny("sort"))
    try arranged.arrange(words, table)
  }

  /// How many rows there are as far as is known, and how sure that is.
  private func state() throws(ConversionError) -> [JSONValue.Member] {
    let (count, isComplete, fraction, _) = try arranged.state()
    var members: [JSONValue.Member] = [
      .init("rowCount", .integer(count)), .init("complete", .bool(isComplete)),
    ]
    if !isComplete {
      members.append(.init("fraction", .number((fraction * 1000).rounded() / 1000)))
    }
    let status = index.status
    if status.isCut { members.append(.init("limited", .bool(true))) }
    if let failure = status.failure {
      members.append(.init("failure", .string(failure.message)))
    }
    return members
  }

  static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: Rows and cells

extension TableSession {
  /// `{"ask":"rows","from":0,"count":50}`
  private func rows(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    try arrange(question)
    let from = try question.count("from", or: 0)
    let count = try question.count("count", or: 50, atMost: Self.most.rows)
    let first = try question.count("column", or: 0)
    let columns = try question.count("columns", or: Self.most.cells, atMost: Self.most.cells)
    try question.wait { () throws(ConversionError) in
      try arranged.state().isComplete || arranged.shown.count >= from.clampedSum(count)
    }
    let state = try state()
    let places = arranged.shown.rows(from: min(from, arranged.shown.count), count: count)
    let window = ColumnWindow(head: 0, columns: first..<first.clampedSum(columns))
    cache.load(places, window)
    if let failure = cache.failure, !places.isEmpty, cache[places[0]] == nil { throw failure }
    var text = RowText(columns: window.columns, mostOfCell: Self.mostOfCell.among)
    for place in places {
      guard let row = cache[place], text.byteCount < Self.most.bytes,
        text.cellCount < Self.most.cells
      else { break }
      text.add(row)
    }
    return [.init("from", .integer(from))] + text.members + state
  }

  /// `{"ask":"cell","row":12,"column":3}`: all of it, or its first MiB.
  private func cell(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    try arrange(question)
    let (row, column) = (try question.count("row"), try question.count("column"))
    try question.wait { () throws(ConversionError) in
      try arranged.state().isComplete || row < arranged.shown.count
    }
    guard let place = arranged.shown.row(at: row),
      let cell = try cache.text(row: place, column: column, atMost: Self.mostOfCell.alone)
    else { return [.init("value", .null)] + (try state()) }
    return [
      .init("value", cell.kind.isNothing ? .null : .string(Self.text(cell.text))),
      .init("bytes", .integer(cell.count)),
    ]
  }

  /// `{"ask":"position","number":1000}`: where the row with a number of the file is.
  private func position(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    try arrange(question)
    let number = try question.count("number")
    var position: Int?
    try question.wait { () throws(ConversionError) in
      let isComplete = try arranged.state().isComplete
      position = try index.row(number: number).flatMap { arranged.shown.position(of: $0) }
        .flatMap { $0 < arranged.shown.count ? $0 : nil }
      return isComplete || position != nil
    }
    return [.init("position", position.map { .integer($0) } ?? .null)] + (try state())
  }
}

// MARK: Searching and summaries

extension TableSession {
  /// `{"ask":"find","text":"smith","from":0}`: the first row with it from there on, or before it.
  private func find(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    try arrange(question)
    let word = try question.text("text")
    let isBackward = try question.flag("backward")
    let from = try question.count("from", or: isBackward ? arranged.shown.count : 0)
    guard let wanted = TextSearch(word) else {
      throw ConversionError(.usage, "\"text\" is empty, and there is nothing to look for")
    }
    if search?.word != word {
      search?.search.work.cancel()
      let start = RowSearch.start(wanted, in: index, from: arranged.shown.row(at: from) ?? 0)
      search = (word, start)
    }
    guard let search = search?.search else { return [] }
    var answer = RowSearch.Answer.unknown
    try question.wait { () throws(ConversionError) in
      guard try arranged.state().isSorted else { return false }
      // Forwards the row itself counts, too.
      let isFromEnd = isBackward ? from >= arranged.shown.count : from == 0
      answer = arranged.shown.match(
        of: search, from: isBackward ? from : from - 1, forward: !isBackward,
        isWrapped: isFromEnd)
      return answer != .unknown
    }
    if let failure = search.work.progress.failure { throw failure }
    let progress = search.work.progress
    var members: [JSONValue.Member] = [
      .init("matches", .integer(search.count)), .init("allMatches", .bool(progress.isOver)),
    ]
    switch answer {
    case .found(let position): members.insert(.init("row", .integer(position)), at: 0)
    case .nothing: members.insert(.init("row", .null), at: 0)
    case .unknown: members.append(.init("searched", .number(progress.fraction)))
    }
    return members
  }

  /// `{"ask":"column","column":3}`: what is known of the column.
  private func column(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    // The order makes no difference, and stays for questions to which it does.
    let conditions = try question.texts("filter")
    try arranged.arrange(
      ArrangedRows.Words(conditions: conditions, sort: arranged.words.sort), table)
    let number = try question.count("column")
    guard number < table.columns.count else {
      throw ConversionError(
        .usage,
        "there is no column \(number): columns count from 0, and the table has \(table.columns.count)"
      )
    }
    if summarized?.column != number || summarized?.conditions != conditions {
      summarized?.work.cancel()
      summarized = (number, conditions, ColumnSummary.start(of: number, arranged.filtered))
    }
    guard let work = summarized?.work else { return [] }
    try question.wait { work.progress.isOver }
    let progress = work.progress
    if let failure = progress.failure { throw failure }
    return work.with { $0.members } + [
      .init("complete", .bool(progress.isOver)), .init("fraction", .number(progress.fraction)),
    ]
  }
}

/// The cells of some rows.
private struct RowText {
  let columns: Range<Int>
  let mostOfCell: Int
  private(set) var byteCount = 0
  private(set) var cellCount = 0
  private var rows: [JSONValue] = []
  private var numbers: [JSONValue] = []
  private var cut: [JSONValue] = []

  init(columns: Range<Int>, mostOfCell: Int) {
    (self.columns, self.mostOfCell) = (columns, mostOfCell)
  }

  mutating func add(_ row: ShownRow) {
    let wanted = columns.clamped(to: 0..<row.cellCount)
    rows.append(.array(wanted.map { value(of: row[$0], at: $0) }))
    numbers.append(.integer(row.number))
    cellCount += wanted.count
  }

  private mutating func value(of cell: ShownRow.Cell?, at column: Int) -> JSONValue {
    guard let cell, !cell.kind.isNothing else { return .null }
    byteCount += min(cell.text.count, mostOfCell)
    if cell.text.count > mostOfCell {
      cut.append(.array([.integer(rows.count), .integer(column)]))
    }
    return .string(TableSession.text(cell.text.prefix(mostOfCell)))
  }

  /// `cut` has the place of each cell that is longer, among these rows.
  var members: [JSONValue.Member] {
    [.init("rows", .array(rows)), .init("numbers", .array(numbers))]
      + (cut.isEmpty ? [] : [.init("cut", .array(cut))])
  }
}
