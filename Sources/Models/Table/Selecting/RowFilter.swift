package import ConverterCore

/// A condition that a cell of each row must meet, as `--filter` has it: `city=~^Ber`, `price>=100`.
package struct RowFilter: Sendable {
  private enum Test: Sendable {
    case equals([UInt8])
    case differs([UInt8])
    case matches(RowPattern)
    case lacks(RowPattern)
    /// Whether a number or text that compares so (-1, 0, 1) is wanted.
    case compares(to: [UInt8], isNumber: Bool, less: Bool, equal: Bool, greater: Bool)
  }

  private let column: Int
  private let test: Test

  /// The operators, the longer ones before those that they begin with.
  private static let operators = ["=~", "!~", "!=", "<=", ">=", "=", "<", ">"]

  /// - Throws: `usage` for words that are no condition, or a column that does not exist.
  package init(_ text: String, of table: Table) throws(ConversionError) {
    guard let (name, operation, value) = Self.parts(of: text) else {
      throw ConversionError(
        .usage,
        "\"\(text.printable)\" is no condition: use name=value, !=, =~ and !~ (regular "
          + "expressions), <, <=, > or >=; a name with one of these in it stands in double quotes")
    }
    if operation == "=", value.first == "=" {
      throw ConversionError(
        .usage,
        "--filter \"\(text.printable)\" has two =, where one compares; "
          + "to look for text that begins with =, use =~^=")
    }
    let (column, isPadded) = try Self.column(name, of: table)
    self.column = column
    let bytes = Array((isPadded && value.first == " " ? value.dropFirst() : value[...]).utf8)
    func comparison(less: Bool, equal: Bool, greater: Bool) -> Test {
      .compares(
        to: bytes, isNumber: Numeral.matches(bytes.span), less: less,
        equal: equal, greater: greater)
    }
    switch operation {
    case "=~": test = .matches(try RowPattern(String(decoding: bytes, as: UTF8.self)))
    case "!~": test = .lacks(try RowPattern(String(decoding: bytes, as: UTF8.self)))
    case "!=": test = .differs(bytes)
    case "<": test = comparison(less: true, equal: false, greater: false)
    case "<=": test = comparison(less: true, equal: true, greater: false)
    case ">": test = comparison(less: false, equal: false, greater: true)
    case ">=": test = comparison(less: false, equal: true, greater: true)
    default: test = .equals(bytes)
    }
  }

  private static func parts(of text: String) -> (name: String, operation: String, value: String)? {
    var name = ""
    var rest = text[...]
    if rest.first == "\"", let (quoted, behind) = TableSelection.unquoted(rest) {
      name = quoted
      rest = behind.drop { $0 == " " }
      guard let operation = operators.first(where: rest.hasPrefix) else { return nil }
      var value = rest.dropFirst(operation.count)
      if behind.first == " ", value.first == " " { value.removeFirst() }
      return (name, operation, String(value))
    }
    while !rest.isEmpty {
      if let operation = operators.first(where: rest.hasPrefix) {
        return name.isEmpty
          ? nil : (name, operation, String(rest.dropFirst(operation.count)))
      }
      name.append(rest.removeFirst())
    }
    return nil
  }

  /// `price > 5` is about the column `price` where there is none called `price `.
  ///
  /// - Returns: the column, and whether blanks before the operator are none of its name.
  private static func column(
    _ name: String, of table: Table
  ) throws(ConversionError) -> (Int, isPadded: Bool) {
    if let index = table.columnIfAny(name) { return (index, false) }
    let isPadded = name.last == " "
    var word = name[...]
    while word.last == " " { word.removeLast() }
    while word.first == " " { word.removeFirst() }
    return (try table.column(String(word)), isPadded)
  }

  /// Notes of each row whether it meets the condition; rows that are out already are not looked at.
  package func apply(to batch: RowBatch, _ keeps: inout [Bool]) throws(ConversionError) {
    switch test {
    case .equals(let value):
      sift(batch, &keeps) { Self.equal($0, value.span) }
    case .differs(let value):
      sift(batch, &keeps) { !Self.equal($0, value.span) }
    case .matches(let pattern):
      try pattern.withMatcher { matches throws(ConversionError) in
        sift(batch, &keeps, matches)
      }
    case .lacks(let pattern):
      try pattern.withMatcher { matches throws(ConversionError) in
        sift(batch, &keeps) { !matches($0) }
      }
    case .compares(let value, let isNumber, let less, let equal, let greater):
      let number = isNumber ? Numeral(value.span) : nil
      sift(batch, &keeps) { cell in
        guard let order = Self.order(cell, value.span, number) else { return false }
        return order < 0 ? less : order == 0 ? equal : greater
      }
    }
  }

  @inline(__always)
  private func sift(
    _ batch: RowBatch, _ keeps: inout [Bool], _ isMet: (Span<UInt8>) -> Bool
  ) {
    for row in 0..<batch.rowCount where keeps[row] {
      let cells = batch.row(row)
      let index = cells.lowerBound + column
      // A cell that a short row lacks is empty.
      keeps[row] = isMet(index < cells.upperBound ? batch.text(of: batch.cells[index]) : Span())
    }
  }

  private static func equal(_ cell: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
    cell.count == value.count && cell.order(to: value) == 0
  }

  /// -1, 0 or 1; `nil` where the two cannot be compared: a number has no place among words, and what is empty
  /// none at all.
  private static func order(
    _ cell: Span<UInt8>, _ value: Span<UInt8>, _ wanted: Numeral?
  ) -> Int? {
    guard !cell.isEmpty else { return nil }
    guard let wanted else { return cell.order(to: value) }
    guard let number = Numeral(cell) else { return nil }
    return number.compare(to: wanted)
  }
}
