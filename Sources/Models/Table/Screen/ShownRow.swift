import ConverterCore

/// A row as it is drawn: of long cells the beginning.
struct ShownRow {
  /// In the file.
  let number: Int
  let texts: [ArraySlice<UInt8>]
  let kinds: [Cell.Kind]

  /// More is never on a screen.
  private static let preview = 4096

  init(_ index: Int, of batch: RowBatch) {
    number = batch.number(ofRow: index)
    let cells = batch.cells[batch.row(index)]
    var bytes: [UInt8] = []
    let ends = cells.map { cell in
      bytes += batch.text(of: cell).prefix(Self.preview)
      return bytes.count
    }
    let all = bytes
    texts = ends.indices.map { all[($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0]] }
    kinds = cells.map(\.kind)
  }
}

/// The rows near those on the screen, read again from the file when they are wanted.
struct RowCache {
  private let index: TableIndex
  private let batch = RowBatch()
  private var rows: [Int: ShownRow] = [:]
  private var cellCount = 0
  /// Why rows that should be there are not.
  private(set) var failure: ConversionError?

  private static let mostCells = 200_000
  /// How many rows around those wanted are kept, for the next key.
  private static let margin = 100

  init(_ index: TableIndex) {
    self.index = index
  }

  subscript(row: Int) -> ShownRow? { rows[row] }

  /// Makes sure that rows are at hand, as far as the file has them.
  mutating func load(_ wanted: [Int]) {
    let missing = wanted.filter { rows[$0] == nil }
    guard let first = missing.min(), let last = missing.max() else { return }
    if cellCount > Self.mostCells {
      let kept = rows.filter { wanted.contains($0.key) }
      cellCount = kept.values.reduce(0) { $0 + $1.texts.count }
      rows = kept
    }
    // Rows that are near each other are read together, and some around them.
    let range =
      last - first < 4 * Self.margin ? first - Self.margin..<last + Self.margin + 1 : 0..<0
    var seen: Set<Int> = []
    failure = nil
    for row in missing {
      guard let stretch = index.stretch(of: row), seen.insert(stretch).inserted else { continue }
      load(stretch, near: range, missing)
    }
  }

  private mutating func load(_ stretch: Int, near range: Range<Int>, _ missing: [Int]) {
    let wanted = Set(missing)
    let last = max(range.upperBound, missing.max() ?? 0)
    do throws(ConversionError) {
      try index.read(stretch, with: batch) { batch, indices, first throws(ConversionError) in
        for index in indices {
          let row = first + index - indices.lowerBound
          guard range.contains(row) || wanted.contains(row), rows[row] == nil else { continue }
          let shown = ShownRow(index, of: batch)
          rows[row] = shown
          cellCount += shown.texts.count
        }
        return first + indices.count <= last
      }
    } catch {
      failure = error
    }
  }

  /// The whole text of a cell, up to a number of bytes.
  mutating func text(
    row: Int, column: Int, atMost most: Int
  ) throws(ConversionError) -> (text: [UInt8], isWhole: Bool, kind: Cell.Kind)? {
    guard let stretch = index.stretch(of: row) else { return nil }
    var found: (text: [UInt8], isWhole: Bool, kind: Cell.Kind)?
    try index.read(stretch, with: batch) { batch, indices, first throws(ConversionError) in
      guard row < first + indices.count else { return true }
      let cells = batch.row(indices.lowerBound + row - first)
      if column < cells.count {
        let cell = batch.cells[cells.lowerBound + column]
        found = (Array(batch.text(of: cell).prefix(most)), cell.count <= most, cell.kind)
      }
      return false
    }
    return found
  }
}
