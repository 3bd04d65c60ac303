import ConverterCore
import TableModel

/// What is known of a column once its cells were gone over.
struct ColumnSummary: Sendable {
  private(set) var rowCount = 0
  private(set) var emptyCount = 0
  private(set) var nullCount = 0
  /// Rows that end before the column.
  private(set) var missingCount = 0
  private(set) var integerCount = 0
  private(set) var numberCount = 0
  private(set) var dateCount = 0
  private(set) var flagCount = 0
  private(set) var jsonCount = 0
  private(set) var smallestNumber: (key: Int64, text: [UInt8])?
  private(set) var largestNumber: (key: Int64, text: [UInt8])?
  private(set) var firstText: [UInt8]?
  private(set) var lastText: [UInt8]?
  private(set) var longest = 0
  private(set) var longestRow = 0
  private var values: [[UInt8]: Int] = [:]
  private var valueBytes = 0
  private var hasManyValues = false

  /// Begins to go over a column of the rows that a view lets through. What is known meanwhile can be seen.
  static func start(of column: Int, _ view: RowView) -> BackgroundWork<ColumnSummary> {
    let (index, isSeen) = (view.index, view.membership)
    let work = BackgroundWork(ColumnSummary())
    work.start { work throws(ConversionError) in
      var summary = ColumnSummary()
      var batches = 0
      var failure: ConversionError?
      do throws(ConversionError) {
        try index.scan(for: work) { batch, rows, first throws(ConversionError) in
          for row in rows where isSeen?(first + row - rows.lowerBound) ?? true {
            summary.add(batch, row: row, column: column)
          }
          batches += 1
          // A copy of many values takes its time.
          if batches.nonzeroBitCount == 1 {
            let copy = summary
            work.with { $0 = copy }
          }
          return true
        }
      } catch {
        failure = error
      }
      // Up to where it failed, too.
      let all = summary
      work.with { $0 = all }
      if let failure { throw failure }
    }
    return work
  }

  /// More values than this are not told apart.
  static let mostValues = 100_000
  private static let mostValueBytes = 32 << 20
  private static let preview = 200

  mutating func add(_ batch: RowBatch, row: Int, column: Int) {
    rowCount += 1
    let cells = batch.row(row)
    guard column < cells.count, batch.cells[cells.lowerBound + column].kind != .missing else {
      missingCount += 1
      return
    }
    let cell = batch.cells[cells.lowerBound + column]
    if cell.kind == .null {
      nullCount += 1
      return
    }
    let text = batch.text(of: cell)
    if text.isEmpty {
      emptyCount += 1
      return
    }
    if text.count > longest { (longest, longestRow) = (text.count, batch.number(ofRow: row)) }
    classify(text, cell.kind)
    compare(text)
    count(text)
  }

  private mutating func classify(_ text: Span<UInt8>, _ kind: Cell.Kind) {
    if kind == .json {
      jsonCount += 1
    } else if let number = Numeral(text) {
      numberCount += 1
      if text.allSatisfy({ Numeral.isDigit($0) || $0 == 0x2d || $0 == 0x2b }) { integerCount += 1 }
      compare(number, text)
    } else if kind == .boolean || Self.isFlag(text) {
      flagCount += 1
    } else if Self.isDate(text) {
      dateCount += 1
    }
  }

  private mutating func compare(_ number: Numeral, _ text: Span<UInt8>) {
    let key = number.key
    func order(_ other: (key: Int64, text: [UInt8])) -> Int {
      if key != other.key { return key < other.key ? -1 : 1 }
      guard let other = Numeral(other.text.span) else { return 0 }
      return number.compare(to: other)
    }
    if smallestNumber.map({ order($0) < 0 }) ?? true { smallestNumber = (key, text.array) }
    if largestNumber.map({ order($0) > 0 }) ?? true { largestNumber = (key, text.array) }
  }

  private mutating func compare(_ text: Span<UInt8>) {
    if firstText.map({ text.order(to: $0.span) < 0 }) ?? true {
      firstText = text.prefix(Self.preview).array
    }
    if lastText.map({ text.order(to: $0.span) > 0 }) ?? true {
      lastText = text.prefix(Self.preview).array
    }
  }

  private mutating func count(_ text: Span<UInt8>) {
    guard !hasManyValues else { return }
    let value = text.array
    if let count = values[value] {
      values[value] = count + 1
      return
    }
    valueBytes += value.count + 64
    guard values.count < Self.mostValues, valueBytes <= Self.mostValueBytes else {
      hasManyValues = true
      return
    }
    values[value] = 1
  }

  private static func isFlag(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 5 else { return false }
    let word = String(decoding: text).lowercased()
    return ["true", "false", "yes", "no"].contains(word)
  }

  /// ISO 8601: 2024-01-31, with a time behind it or not.
  private static func isDate(_ text: Span<UInt8>) -> Bool {
    let pattern = Array("0000-00-00".utf8)
    guard text.count >= pattern.count, text.count <= 40 else { return false }
    for (index, expected) in pattern.enumerated() {
      let isDigit = text[index] &- 0x30 < 10
      if expected == 0x30 ? !isDigit : text[index] != expected { return false }
    }
    return text.count == pattern.count || text[10] == 0x54 || text[10] == 0x20
  }

  /// How many values there are, and whether all of them were told apart.
  var distinctCount: (count: Int, isAll: Bool) { (values.count, !hasManyValues) }
}

extension ColumnSummary {
  /// Cells with a value.
  var filledCount: Int { rowCount - emptyCount - nullCount - missingCount }

  /// The kind of all values, or of most of them.
  var type: String {
    let filled = filledCount
    guard filled > 0 else { return "nothing but empty cells" }
    let kinds = [
      ("whole numbers", integerCount), ("numbers", numberCount), ("dates", dateCount),
      ("yes or no", flagCount), ("JSON", jsonCount),
    ]
    for (name, count) in kinds where count == filled { return name }
    if let (name, count) = kinds.dropFirst().max(by: { $0.1 < $1.1 }), count * 10 > filled * 9 {
      return "mostly \(name); \(Amount.text(filled - count)) are not"
    }
    return "text"
  }

  /// The values that are there most often, the most frequent first; none where not all are told apart, or none is there
  /// twice.
  var frequent: [(value: [UInt8], count: Int)] {
    guard !hasManyValues, !values.isEmpty, values.count < filledCount else { return [] }
    return values.max(count: 8) {
      $0.value != $1.value ? $0.value < $1.value : $1.key.lexicographicallyPrecedes($0.key)
    }.map { ($0.key, $0.value) }
  }
}

extension Dictionary {
  /// The greatest entries, the greatest first.
  fileprivate func max(count: Int, by isLess: (Element, Element) -> Bool) -> [Element] {
    var most: [Element] = []
    for entry in self {
      if most.count == count, let last = most.last, !isLess(last, entry) { continue }
      let place = most.firstIndex { isLess($0, entry) } ?? most.count
      most.insert(entry, at: place)
      if most.count > count { most.removeLast() }
    }
    return most
  }
}
