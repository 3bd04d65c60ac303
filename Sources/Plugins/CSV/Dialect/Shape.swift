/// How regularly marks divide a sample, and into what.
struct Shape {
  /// The commonest number of cells above 1; 1 where no row has more.
  private(set) var width = 1
  /// Rows that have it.
  private(set) var agreeing = 0
  /// Their share of the rows from the first of them to the last.
  private(set) var share = 0.0
  /// Rows that are not empty.
  private(set) var rows = 0
  /// The share of rows with more than one cell.
  private(set) var presence = 0.0
  /// How clean the cells are, 0…1.
  private(set) var cleanness = 0.0
  /// Cells that are neither empty nor a number.
  private(set) var textCells = 0
  /// Columns of numbers or dates.
  private(set) var dataColumns = 0

  /// Enough to know how clean they are.
  private static let mostCells = 3000

  init(_ sample: SampleRows) {
    var census: [Int: Int] = [:]
    var divided = 0
    for index in 0..<sample.count {
      let width = sample.width(index)
      if width == 1, Self.isEmpty(sample.row(index)) { continue }
      rows += 1
      if width > 1 {
        divided += 1
        census[width, default: 0] += 1
      }
    }
    guard rows > 0 else { return }
    presence = Double(divided) / Double(rows)
    let common = census.max {
      let (left, right) = (Self.weight($0), Self.weight($1))
      return left == right ? $0.key > $1.key : left < right
    }
    guard let common else { return }
    (width, agreeing) = common
    share = shareOfRegion(sample)
    judgeCells(sample)
  }

  /// More columns are harder to have by chance.
  var breadth: Double { width > 1 ? 1 - 1 / Double(2 * width) : 0 }

  private static func weight(_ entry: (key: Int, value: Int)) -> Double {
    Double(entry.value) * (1 - 1 / Double(2 * entry.key))
  }

  private static func isEmpty(_ row: ArraySlice<SampleRows.CellPlace>) -> Bool {
    row.allSatisfy { $0.start == $0.end }
  }

  /// What stands before a table and below it does not count, if that is not most of the text.
  private func shareOfRegion(_ sample: SampleRows) -> Double {
    let whole = Double(agreeing) / Double(rows)
    let fitting = (0..<sample.count).filter { sample.width($0) == width }
    guard let first = fitting.first, let last = fitting.last, agreeing >= 3 || agreeing * 2 >= rows
    else { return whole }
    let region = (first...last).count {
      sample.width($0) > 1 || !Self.isEmpty(sample.row($0))
    }
    // Below a long preamble the table is regular; sentences with semicolons are not.
    let share = Double(agreeing) / Double(region)
    let isAtEnd = sample.count - 1 - last <= max(3, region)
    let isTable = share >= 0.8 && width > 2 && isAtEnd || region * 2 >= rows
    return isTable ? max(whole, (0.67 + 0.3 * presence) * share) : whole
  }

  private mutating func judgeCells(_ sample: SampleRows) {
    var sum = 0.0
    var cells = 0
    let columns = min(width, 64)
    var data = [Int](repeating: 0, count: columns)
    var filled = [Int](repeating: 0, count: columns)
    for index in 0..<sample.count where sample.width(index) == width {
      for (column, cell) in sample.row(index).prefix(columns).enumerated() {
        let type = sample.type(cell)
        if type != .empty { filled[column] += 1 }
        if type.isData { data[column] += 1 }
        if type == .text || type == .code { textCells += 1 }
        sum += Self.cleanness(of: cell, type, in: sample)
        cells += 1
      }
      if cells >= Self.mostCells { break }
    }
    cleanness = sum / Double(max(1, cells))
    // The header is text in any column.
    dataColumns = zip(data, filled).count { $0 > 0 && $0 * 10 >= ($1 - 1) * 9 }
  }

  private static func cleanness(
    of cell: SampleRows.CellPlace, _ type: CellType, in sample: SampleRows
  ) -> Double {
    switch type {
    case .empty: return 0.75
    case .number, .moment: return 1
    case .code, .text: break
    }
    var value = type == .code ? 0.9 : 0.88
    if cell.isQuoted { return value + 0.05 }
    let text = sample.text[cell.start..<cell.end]
    var hasLetters = false
    var others = 0
    for byte in text {
      if byte >= 0x80 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A { hasLetters = true }
      // Other delimiters, which would divide the cell.
      if byte == UInt8(ascii: ";") || byte == 0x09 || byte == UInt8(ascii: "|") || byte == 0x1F {
        others += 1
      }
    }
    if !hasLetters { value *= 0.4 }
    if others > 0 { value *= 0.6 }
    // Half a pair of quotes is a sign of a cell cut in two.
    if let first = text.first, let last = text.last {
      let quote = UInt8(ascii: "\"")
      if (first == quote) != (last == quote) { value *= 0.4 }
      if (first == UInt8(ascii: "'")) != (last == UInt8(ascii: "'")) { value *= 0.7 }
      if first == 0x20, text.count > 1 { value *= 0.93 }
    }
    return value
  }
}
