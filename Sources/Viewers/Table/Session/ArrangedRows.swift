import ConverterCore
import TableModel

/// The rows of a table that some words mean, in the order that they say.
struct ArrangedRows {
  /// As a question has them.
  struct Words: Equatable {
    var conditions: [String] = []
    /// A column, `-` before it for downwards.
    var sort: String?
  }

  private(set) var words = Words()
  /// What is there so far; nothing while it is being sorted.
  var shown: RowView { sorting == nil ? view : RowView(index: view.index, sorting: .nothing) }
  /// All that the conditions let through, sorted or not.
  var filtered: RowView { RowView(index: view.index, filter: view.filter) }
  private var view: RowView
  private var sorting: (term: SortOrder.Term, work: BackgroundWork<[UInt32]>)?

  init(of index: TableIndex) { view = RowView(index: index) }

  func cancel() {
    view.filter?.work.cancel()
    sorting?.work.cancel()
  }

  /// Begins to bring the rows into another order. What both have in common is kept.
  ///
  /// - Throws: `usage` for words that are no conditions or columns of `table`.
  mutating func arrange(_ words: Words, _ table: Table) throws(ConversionError) {
    guard words != self.words else { return }
    var filters: [RowFilter] = []
    for condition in words.conditions { filters.append(try RowFilter(condition, of: table)) }
    let term = try words.sort.map { word throws(ConversionError) in
      try SortOrder([word], of: table)
    }?.terms.first
    sorting?.work.cancel()
    if words.conditions != self.words.conditions {
      view.filter?.work.cancel()
      view.filter = filters.isEmpty ? nil : .start(words.conditions, filters, over: view.index)
    }
    (view.sorting, sorting) = (nil, nil)
    if let term {
      let work = RowSorting.start(by: term.column, isDescending: term.isDescending, of: view)
      sorting = (term, work)
    }
    self.words = words
  }

  /// How many rows are known, whether these are all, and else how far they were looked for.
  ///
  /// - Throws: why they cannot be filtered or sorted.
  mutating func state() throws(ConversionError) -> (
    count: Int, isComplete: Bool, fraction: Double, isSorted: Bool
  ) {
    if let failure = view.filter?.work.progress.failure { throw failure }
    if let (term, work) = sorting {
      let progress = work.progress
      if let failure = progress.failure { throw failure }
      guard progress.isOver else { return (0, false, progress.fraction, false) }
      view.sorting = RowView.Sorting(
        column: term.column, isDescending: term.isDescending, order: work.with { $0 })
      sorting = nil
    }
    let isComplete = view.isComplete
    let fraction = view.filter?.work.progress.fraction ?? view.index.status.fraction
    return (view.count, isComplete, isComplete ? 1 : fraction, true)
  }
}

extension RowView.Sorting {
  /// Of no rows.
  fileprivate static let nothing = Self(column: 0, isDescending: false, order: [])
}
