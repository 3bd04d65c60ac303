public import ConverterCore
public import TableModel

/// A table on the whole of a terminal, through which the user goes with keys.
///
/// Nothing that takes long is done here: rows are found, searched, filtered and sorted in the background,
/// and what is known so far is shown.
public final class TableScreen {
  let table: Table
  let title: String
  let screen: any Screen
  let usesColour: Bool
  /// Whether not all rows of the file are here.
  let leavesRowsOut: Bool
  let index: TableIndex
  var cache: RowCache
  var layout: ScreenColumns
  var view: RowView

  /// The cell that the cursor is on: a position in ``view``, and a column.
  var row = 0
  var column = 0
  /// The position of the first row on the screen.
  var top = 0
  /// The widest number of a row so far.
  var numberWidth = 2
  /// Said in the last line until the next key.
  var note: String?
  var mode = Mode.browsing
  /// What is to be done as soon as the rows for it are found.
  var pending: Pending?
  var search: RowSearch?
  var sortingUnderWay: SortingUnderWay?
  var entered: [Purpose: [String]] = [:]

  enum Mode {
    case browsing
    case writing(InputLine, Purpose)
    case reading(TextPanel, Subject)
  }

  /// What a line is written for.
  enum Purpose: Hashable {
    case search, filter, furtherFilter, row
  }

  /// What a panel is about.
  enum Subject {
    case help, table, cell
    /// What a row stands for.
    case row
    case column(BackgroundWork<ColumnSummary>, name: String)
  }

  enum Pending: Equatable {
    case lastRow
    case row(number: Int)
    case match(forward: Bool)
    /// From one end to the other, since there was no match up to the first.
    case wrappedMatch(forward: Bool)
  }

  struct SortingUnderWay {
    let column: Int
    let isDescending: Bool
    let work: BackgroundWork<[UInt32]>
  }

  private init(
    _ table: Table, title: String, on screen: any Screen, usesColour: Bool, leavesRowsOut: Bool,
    in context: ConversionContext
  ) {
    self.table = table
    self.leavesRowsOut = leavesRowsOut || table.content.leavesRowsOut
    self.title = title
    self.screen = screen
    self.usesColour = usesColour
    index = TableIndex(table, in: context)
    cache = RowCache(index)
    layout = ScreenColumns(table.columns)
    view = RowView(index: index)
  }

  /// Shows the table until the user has seen enough.
  ///
  /// - Parameters:
  ///   - table: the one that is shown.
  ///   - selection: what of the table is shown at first.
  ///   - title: what the table is called: the file's name.
  ///   - screen: the terminal, in full.
  ///   - usesColour: whether it may use colours.
  ///   - context: made for this file, with ``/ConverterCore/ConversionContext/isViewing``.
  /// - Throws: `usage` for columns that do not exist and words that are no condition.
  public static func run(
    _ table: Table, _ selection: TableSelection = TableSelection(), title: String,
    on screen: any Screen, usesColour: Bool = true, in context: ConversionContext
  ) throws(ConversionError) {
    // Conditions and an order are the viewer's own work, which goes on in the background, where nothing else
    // depends on them.
    var selection = selection
    var (filters, sort): ([String], SortOrder.Term?) = ([], nil)
    if selection.columns.isEmpty, selection.limit == nil, selection.sort.count < 2 {
      sort = try SortOrder(selection.sort, of: table).terms.first
      filters = selection.filters
      (selection.filters, selection.sort) = ([], [])
    }
    // What a limit leaves is numbered like the file.
    var chosen = selection
    chosen.limit = nil
    let viewer = TableScreen(
      try table.selecting(selection, in: context), title: title, on: screen,
      usesColour: usesColour,
      leavesRowsOut: chosen.rowWords != nil, in: context)
    defer { viewer.stop() }
    viewer.index.start()
    viewer.measure()
    if !filters.isEmpty { try viewer.setFilter(filters) }
    if let sort { viewer.startSorting(by: sort.column, descending: sort.isDescending) }
    var isBusy: Bool
    repeat {
      // Asked before drawing: what ends meanwhile is to be drawn once more.
      isBusy = viewer.isBusy
      try viewer.draw()
    } while try viewer.handle(screen.nextEvent(timeout: isBusy ? 100 : nil))
  }

  /// Looks at the first rows, so that columns keep their widths while the user scrolls.
  private func measure() {
    let rows = Array(0..<min(100, index.rowCount))
    cache.load(rows, layout.window(in: room))
    layout.fit(rows.compactMap { cache[$0] })
  }

  /// Whether something goes on that changes what is shown.
  private var isBusy: Bool {
    if case .reading(_, .column(let work, _)) = mode, !work.progress.isOver { return true }
    return pending != nil || sortingUnderWay != nil || !view.isComplete
      || !index.status.isComplete || search.map { !$0.work.progress.isOver } ?? false
  }

  private func stop() {
    index.stop()
    view.filter?.work.cancel()
    search?.work.cancel()
    sortingUnderWay?.work.cancel()
    if case .reading(_, .column(let work, _)) = mode { work.cancel() }
  }
}

extension TableScreen {
  /// - Returns: whether the viewer stays.
  private func handle(_ event: ScreenEvent) throws(ConversionError) -> Bool {
    switch event {
    case .end: return false
    case .tick, .resize: break
    default:
      if try !handleKey(event) { return false }
    }
    finishSorting()
    resolvePending()
    return true
  }

  private func handleKey(_ event: ScreenEvent) throws(ConversionError) -> Bool {
    switch mode {
    case .browsing:
      note = nil
      return try browse(event)
    case .writing(var line, let purpose):
      switch line.handle(event) {
      case .editing:
        note = nil
        mode = .writing(line, purpose)
      case .ignored: mode = .writing(line, purpose)
      case .cancelled:
        note = nil
        mode = .browsing
      case .done(let text):
        mode = .browsing
        note = nil
        // What is refused can be mended.
        if !take(text, for: purpose) { mode = .writing(line, purpose) }
      }
    case .reading(var panel, let subject):
      switch panel.handle(event) {
      case .open: mode = .reading(panel, subject)
      case .closed: closePanel()
      case .ignored: try read(event, subject)
      }
    }
    return true
  }

  /// A key while a panel is open that the panel has no use for.
  private func read(_ event: ScreenEvent, _ subject: Subject) throws(ConversionError) {
    switch (event, subject) {
    case (.character("y"), .cell), (.character("c"), .cell): try copyCell()
    case (.key(.left), .cell), (.character("h"), .cell):
      moveColumn(to: column - 1)
      openCell()
    case (.key(.right), .cell), (.character("l"), .cell):
      moveColumn(to: column + 1)
      openCell()
    case (.key(.left), .row), (.character("h"), .row), (.character("p"), .row):
      moveRow(to: row - 1)
      openRow()
    case (.key(.right), .row), (.character("l"), .row), (.character("n"), .row):
      moveRow(to: row + 1)
      openRow()
    case (.character("d"), .column), (.character("i"), .column), (.character("t"), .table):
      closePanel()
    default: break
    }
  }

  private func closePanel() {
    if case .reading(_, .column(let work, _)) = mode { work.cancel() }
    mode = .browsing
    note = nil
  }

  /// Takes what was written in the last line.
  ///
  /// - Returns: whether it was of use.
  private func take(_ text: String, for purpose: Purpose) -> Bool {
    // The name that stands in the line from the start is no condition yet.
    let isFilter = purpose == .filter || purpose == .furtherFilter
    let condition = text == columnWord ? "" : text
    if isFilter ? !condition.isEmpty : !text.isEmpty, entered[purpose]?.last != text {
      entered[purpose, default: []].append(text)
    }
    switch purpose {
    case .search: find(text)
    case .filter: return filter(by: condition.isEmpty ? [] : [condition])
    case .furtherFilter:
      guard !condition.isEmpty else { return true }
      return filter(by: (view.filter?.conditions ?? []) + [condition])
    case .row: jump(to: text)
    }
    return true
  }

  func write(_ prompt: String, for purpose: Purpose, _ text: String = "") {
    mode = .writing(
      InputLine(prompt: prompt, text: text, earlier: entered[purpose] ?? []), purpose)
  }

  /// The name of a column for people: its number where it has none.
  func name(of column: Int) -> String {
    guard column < table.columns.count, !table.columns[column].name.isEmpty else {
      return "column \(column + 1)"
    }
    return String(decoding: table.columns[column].name.prefix(200), as: UTF8.self).printable
  }
}
