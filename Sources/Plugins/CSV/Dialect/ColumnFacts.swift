import ConverterCore

/// What the cells of a column look like, without its name.
struct ColumnFacts {
  /// Cells that hold something.
  private(set) var filled = 0
  private var data = 0
  private var codes = 0
  /// Numbers that could be years.
  private var years = 0
  private var values: Set<[UInt8]> = []
  private var shortest = Int.max
  private var longest = 0
  private var lengths = 0

  /// Rows past these say nothing new.
  private static let mostRows = 200

  static func all(of facts: RowFacts, from first: Int) -> [ColumnFacts] {
    var columns = [ColumnFacts](repeating: ColumnFacts(), count: min(facts.width, 256))
    var rows = 0
    for index in first..<max(first, facts.count) where rows < mostRows {
      if facts.isBlank(index) || facts.rows.width(index) * 2 < facts.width { continue }
      rows += 1
      for (column, cell) in facts.rows.row(index).prefix(columns.count).enumerated() {
        columns[column].add(facts.rows.content(cell).array, facts.types[index][column])
      }
    }
    return columns
  }

  private mutating func add(_ value: [UInt8], _ type: CellType) {
    guard type != .empty else { return }
    filled += 1
    switch type {
    case .number, .moment: data += 1
    case .code: codes += 1
    case .text, .empty: break
    }
    if Self.isYear(value) { years += 1 }
    values.insert(value)
    shortest = min(shortest, value.count)
    longest = max(longest, value.count)
    lengths += value.count
  }

  /// Whether it holds numbers or dates.
  var isData: Bool { filled > 0 && data * 5 >= filled * 4 }
  private var isCodes: Bool { filled > 0 && (codes + data) * 5 >= filled * 4 }

  /// Whether a cell above these is their name, -1…1.
  func opinion(on name: [UInt8], _ type: CellType) -> Double {
    if isData {
      if !type.isData { return 1 }
      return Self.isYear(name) ? (years * 2 < filled ? 0.4 : -0.5) : -1
    }
    if type.isData { return Self.isYear(name) ? 0 : -0.5 }
    if isCodes { return type == .code ? -0.4 : 0.6 }
    if values.contains(name) { return -0.8 }
    return wording(name)
  }

  /// Among texts: names are not of the set that is repeated, nor of its length.
  private func wording(_ name: [UInt8]) -> Double {
    var opinion = 0.0
    if filled >= 4, values.count * 2 <= filled { opinion += 0.4 }
    if filled >= 3, shortest == longest {
      opinion += name.count == longest ? -0.1 : 0.4
    } else if filled >= 3, name.count < shortest || name.count > 2 * longest {
      opinion += 0.2
    }
    let isIdentifier = name.contains(UInt8(ascii: "_")) && !name.contains(0x20)
    if isIdentifier { opinion += 0.2 }
    return opinion
  }

  private static func isYear(_ text: [UInt8]) -> Bool {
    text.count == 4 && text.allSatisfy { (0x30...0x39).contains($0) }
      && (text.starts(with: [0x31, 0x39]) || text.starts(with: [0x31, 0x38]) || text[0] == 0x32)
  }
}
