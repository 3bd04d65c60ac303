public import ConverterCore

/// What a writer that lines columns up must know of all cells before it writes the first.
public struct TableSurvey: Sendable {
  public struct Column: Sendable, Equatable {
    /// Columns of a terminal that the widest cell takes.
    public var width = 0
    /// Whether all cells that are not empty look like numbers, and there is one.
    public var isNumeric: Bool { numbers > 0 && others == 0 }
    var numbers = 0
    var others = 0
  }

  /// How often something is, and in which row it is first.
  public struct Count: Sendable, Equatable {
    public var number = 0
    public var firstRow = 0

    mutating func add(_ row: Int) {
      if number == 0 { firstRow = row }
      number += 1
    }

    mutating func add(_ other: Count) {
      if number == 0 { firstRow = other.firstRow }
      number += other.number
    }
  }

  /// What of a cell's text a writer cannot show as it is.
  public struct Changes: OptionSet, Sendable {
    public let rawValue: UInt8
    public static let lineBreaks = Changes(rawValue: 1)
    /// Spaces that mean nothing where they will stand.
    public static let blanks = Changes(rawValue: 2)
    public static let controls = Changes(rawValue: 4)

    public init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// How a writer will show a cell.
  public struct Appearance {
    /// Columns of a terminal.
    public var width: Int
    public var changes: Changes

    public init(width: Int, changes: Changes = []) {
      self.width = width
      self.changes = changes
    }
  }

  /// As many as the table has, or more where a row has more cells.
  public private(set) var columns: [Column]
  public private(set) var rows = 0
  /// Rows with fewer cells than the table has columns, and with more.
  public private(set) var shortRows = Count()
  public private(set) var longRows = Count()
  /// Cells that are changed, by how.
  private var changed: [Changes.RawValue: Count] = [:]
  public private(set) var kinds: CellKinds = []

  /// Goes over all rows once, on all threads of the context.
  ///
  /// - Parameters:
  ///   - table: the one that will be written.
  ///   - context: has the threads, and is told how much is done.
  ///   - appearance: how a cell will look; several threads call it at once.
  /// - Throws: `unsupportedContent` for more columns than are lined up; what reading rows throws.
  public init(
    of table: Table, in context: ConversionContext,
    _ appearance: @escaping @Sendable (Span<UInt8>) -> Appearance
  ) throws(ConversionError) {
    final class Piece {
      let batch = RowBatch()
      var survey: TableSurvey
      init(_ survey: TableSurvey) { self.survey = survey }
    }
    try table.checkColumnsLineUp()
    let named = table.columns.count
    let rows = try table.content.rows(in: context)
    let splitter = rows.splitter
    let empty = TableSurvey(columns: named)
    var whole = empty
    try context.inOrder(from: rows) {
      Piece(empty)
    } claim: { rows, piece throws(ConversionError) in
      try rows.claim(piece.batch)
    } work: { piece throws(ConversionError) in
      try splitter.split(piece.batch)
      piece.survey = empty
      try piece.survey.add(piece.batch, named, appearance)
    } finish: { piece throws(ConversionError) in
      whole.add(piece.survey)
      return true
    }
    self = whole
  }

  private init(columns: Int) {
    self.columns = Array(repeating: Column(), count: columns)
  }

  private mutating func add(
    _ batch: RowBatch, _ named: Int, _ appearance: (Span<UInt8>) -> Appearance
  ) throws(ConversionError) {
    for row in 0..<batch.rowCount {
      let cells = batch.row(row)
      let number = batch.number(ofRow: row)
      if cells.count < named { shortRows.add(number) }
      if cells.count > named { longRows.add(number) }
      try Table.checkLinesUp(cells.count, "row \(number)")
      while columns.count < cells.count { columns.append(Column()) }
      for (column, index) in cells.enumerated() {
        let cell = batch.cells[index]
        kinds.insert(CellKinds(cell.kind))
        guard cell.count > 0 else { continue }
        let text = batch.text(of: cell)
        let look = appearance(text)
        if !look.changes.isEmpty { changed[look.changes.rawValue, default: Count()].add(number) }
        columns[column].width = max(columns[column].width, look.width)
        // One cell that is no number decides.
        if columns[column].others == 0 {
          if cell.kind == .number || Numeral.matches(text) {
            columns[column].numbers = 1
          } else {
            columns[column].others = 1
          }
        }
      }
    }
    rows += batch.rowCount
  }

  private mutating func add(_ other: TableSurvey) {
    while columns.count < other.columns.count { columns.append(Column()) }
    for (index, column) in other.columns.enumerated() {
      columns[index].width = max(columns[index].width, column.width)
      columns[index].numbers |= column.numbers
      columns[index].others |= column.others
    }
    rows += other.rows
    shortRows.add(other.shortRows)
    longRows.add(other.longRows)
    kinds.formUnion(other.kinds)
    changed.merge(other.changed) { mine, theirs in
      var sum = mine
      sum.add(theirs)
      return sum
    }
  }

  /// Cells with one of the changes.
  public func changed(_ changes: Changes) -> Count {
    var sum = Count()
    for (kinds, count) in changed where !Changes(rawValue: kinds).isDisjoint(with: changes) {
      sum.number += count.number
      sum.firstRow = sum.firstRow == 0 ? count.firstRow : min(sum.firstRow, count.firstRow)
    }
    return sum
  }
}

extension Table {
  /// Columns of a table that is lined up for people, who could not read more.
  private static let mostLinedUp = 100_000

  /// - Throws: `unsupportedContent` for more columns than are lined up.
  public func checkColumnsLineUp() throws(ConversionError) {
    try Self.checkLinesUp(columns.count, "the table")
  }

  fileprivate static func checkLinesUp(_ count: Int, _ what: String) throws(ConversionError) {
    guard count > mostLinedUp else { return }
    throw ConversionError(
      .unsupportedContent,
      "\(what) has \(count.grouped) columns, and no more than \(mostLinedUp.grouped) are lined up as "
        + "text; --columns chooses some")
  }
}

extension TextWidth {
  /// The columns of text in UTF-8; a byte that is none counts as one.
  public static func columns(of text: Span<UInt8>) -> Int {
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    return columns(of: String(decoding: text))
  }
}

extension ConversionContext {
  /// Notes cells that a text which lines columns up cannot show as they are.
  ///
  /// - Parameters:
  ///   - what: the word in the ledger: "line breaks".
  ///   - count: the cells, of which there may be none.
  ///   - how: what became of them, with the comma before it: ", written as <br>".
  public func noteChanged(
    _ what: String, _ count: TableSurvey.Count, _ how: String
  ) {
    guard count.number > 0 else { return }
    let cells =
      count.number == 1
      ? "a cell in row \(count.firstRow) has some"
      : "\(count.number) cells, the first in row \(count.firstRow), have some"
    note(what, .changed, why: "\(cells)\(how)")
  }

  /// Notes what a text that lines columns up does to rows that are not like the header, and to cells that
  /// are more than text.
  ///
  /// - Parameters:
  ///   - survey: of the table.
  ///   - format: as people call it: "Markdown".
  public func noteShapes(of survey: TableSurvey, in format: String) {
    func rows(_ count: TableSurvey.Count) -> String {
      count.number == 1
        ? "row \(count.firstRow) has" : "\(count.number) rows, the first is \(count.firstRow), have"
    }
    if survey.shortRows.number > 0 {
      note(
        "ragged rows", .changed,
        why: "\(rows(survey.shortRows)) fewer cells than there are columns, and got empty ones")
    }
    if survey.longRows.number > 0 {
      note(
        "ragged rows", .changed,
        why: "\(rows(survey.longRows)) more cells than the header, which got empty names for them")
    }
    noteText(survey.kinds, in: format)
  }
}
