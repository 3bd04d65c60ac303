import ConverterCore
import TableModel

/// Which rows of a sample name the columns.
struct HeaderGuess {
  /// The rows of the header, empty ones between them included; empty where there is none.
  let rows: Range<Int>
  /// 0…1.
  let confidence: Double

  /// - Parameter first: the first row of the table.
  init(_ facts: RowFacts, from first: Int) {
    guard first < facts.count else {
      (rows, confidence) = (first..<first, 0.5)
      return
    }
    let body = ColumnFacts.all(of: facts, from: first + 1)
    var score = Self.score(first, facts, body)
    let last = Self.lastRow(first, facts)
    if last > first { score = max(score, 0.4) }
    rows = score > 0 ? first..<(last + 1) : first..<first
    confidence = min(0.99, 0.55 + abs(score) * 0.6)
  }

  // MARK: Yes or no

  /// How much speaks for names in a row, -1…1: that its cells are of other kinds, lengths and words than those
  /// below them.
  private static func score(_ row: Int, _ facts: RowFacts, _ body: [ColumnFacts]) -> Double {
    let types = facts.types[row]
    let cells = Array(facts.rows.row(row))
    var (sum, weight) = (0.0, 0.0)
    var names: Set<[UInt8]> = []
    var filled = 0
    for (column, type) in types.enumerated() {
      let name = facts.rows.content(cells[column]).array
      if type != .empty {
        filled += 1
        names.insert(name)
      }
      guard column < body.count, body[column].filled > 0 else { continue }
      sum += type == .empty ? -0.1 : body[column].opinion(on: name, type)
      weight += type == .empty ? 0.3 : 1
    }
    guard filled > 0 else { return -1 }
    let habit = 0.1 + (names.count == filled ? 0.1 : -0.2)
    guard weight > 0 else {
      // Nothing below: words are names, values are not.
      return types.contains(where: \.isData) ? -0.3 : habit
    }
    return max(-1, min(1, sum / weight + habit))
  }

  // MARK: Several rows

  /// Further rows that name columns: names below a name that spans several columns, or units.
  private static func lastRow(_ first: Int, _ facts: RowFacts) -> Int {
    guard facts.width > 2 else { return first }
    var last = first
    var above = facts.types[first].map { $0 != .empty }
    var row = first + 1
    while row < facts.count, row <= first + 8 {
      defer { row += 1 }
      if facts.isBlank(row) { continue }
      guard continues(row, above: above, facts) else { break }
      last = row
      for (column, type) in facts.types[row].enumerated() where column < above.count {
        above[column] = above[column] || type != .empty
      }
    }
    return last
  }

  private static func continues(_ row: Int, above: [Bool], _ facts: RowFacts) -> Bool {
    let types = facts.types[row]
    let filled = types.indices.filter { types[$0] != .empty }
    guard !filled.isEmpty, filled.allSatisfy({ !types[$0].isData }) else { return false }
    if isUnits(row, facts) { return true }
    // It must fill a gap to the right of a name, where the rows of the table have values of their own.
    let fillsGap = filled.contains { $0 > 0 && $0 < above.count && !above[$0] }
    guard fillsGap else { return false }
    let body = ColumnFacts.all(of: facts, from: row + 1)
    let differing = filled.count { $0 < body.count && body[$0].isData }
    return differing > 0
  }

  /// Whether all names are in brackets: `[s]`, `(kg)`, `%`.
  private static func isUnits(_ row: Int, _ facts: RowFacts) -> Bool {
    let cells = facts.rows.row(row).filter { !facts.rows.content($0).isEmpty }
    return cells.count * 2 >= facts.width && cells.allSatisfy { isUnit(facts.rows.content($0)) }
  }

  private static func isUnit(_ name: Span<UInt8>) -> Bool {
    guard let first = name.first, let last = name.last, name.count > 1 else {
      return name.equals("%")
    }
    return first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
      || first == UInt8(ascii: "(") && last == UInt8(ascii: ")")
  }

  // MARK: Names

  /// The names in the rows of a header, those of several rows put together with blanks.
  ///
  /// A name goes on to the right above cells that are named in a row below, which a name that spans several
  /// columns looks like.
  static func columns(_ rows: Range<Int>, of sample: SampleRows) -> [Column] {
    let values = rows.map { row in sample.row(row).map { sample.value($0) } }
    guard values.count > 1 else { return (values.first ?? []).map { Column($0) } }
    let width = values.map(\.count).max() ?? 0
    var names = [[UInt8]](repeating: [], count: width)
    for (level, row) in values.enumerated() {
      var spanning: [UInt8] = []
      for column in 0..<width {
        var name = column < row.count ? row[column] : []
        if name.isEmpty {
          let isNamedBelow = values[(level + 1)...].contains {
            column < $0.count && !$0[column].isEmpty
          }
          let isNamedAbove = !names[column].isEmpty
          if isNamedBelow, !isNamedAbove { name = spanning } else { spanning = [] }
        } else {
          spanning = name
        }
        guard !name.isEmpty else { continue }
        if !names[column].isEmpty { names[column].append(0x20) }
        names[column] += name
      }
    }
    return names.map { Column($0) }
  }
}
