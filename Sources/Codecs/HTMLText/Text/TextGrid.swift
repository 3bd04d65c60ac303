internal import ConverterCore

/// A table whose cells are short, in columns.
struct TextGrid {
  private(set) var lines: [String] = []

  /// Wider ones are hard to read as columns: their cells are parted by a bar.
  private static let mostWidth = 100
  /// What is longer is a text rather than a value.
  private static let mostCellBytes = 240
  private static let mostColumns = 64

  private struct Place {
    var column: Int
    var text: String
    var width: Int
    var span: Int
  }

  /// `nil` where the table is none of values: a single row or column, or long texts.
  init?(_ table: TableText) {
    let rows = table.rows.filter { $0.contains { !$0.text.isEmpty } }
    let hasHeader = rows.contains { $0.contains { $0.isHeader } }
    guard rows.count > 1, rows.contains(where: { $0.count { !$0.text.isEmpty } > 1 }) else {
      return nil
    }
    for cell in rows.joined() {
      let text = table.text(of: cell)
      guard text.count <= Self.mostCellBytes * (hasHeader ? 4 : 1),
        hasHeader || !text.contains(0x0A)
      else { return nil }
    }
    guard let places = Self.places(rows, table) else { return nil }
    var widths = Array(repeating: 0, count: Self.mostColumns)
    for place in places.joined() where place.span == 1 {
      widths[place.column] = max(widths[place.column], place.width)
    }
    let used = widths.filter { $0 > 0 }
    if used.reduce(0, { $0 + $1 + 2 }) - 2 <= Self.mostWidth {
      let numbers = Self.numberColumns(places)
      lines = places.map { Self.line($0, widths, numbers) }
    } else if hasHeader || !places.joined().contains(where: { $0.width > 60 }) {
      lines = places.map { row in
        row.filter { $0.width > 0 }.map(\.text).joined(separator: " | ")
      }
    } else {
      return nil
    }
  }

  /// Where the cells stand, those of earlier rows reaching down (HTML, 4.9.12).
  private static func places(_ rows: [[TableText.Cell]], _ table: TableText) -> [[Place]]? {
    var covered = Array(repeating: 0, count: mostColumns)
    var places: [[Place]] = []
    for row in rows {
      var column = 0
      var next = covered.map { max(0, $0 - 1) }
      var line: [Place] = []
      for cell in row {
        while column < mostColumns, covered[column] > 0 { column += 1 }
        guard column + cell.columns <= mostColumns else { return nil }
        let text = String(
          decoding: table.text(of: cell).map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
        line.append(
          Place(column: column, text: text, width: TextWidth.columns(of: text), span: cell.columns))
        for index in column..<(column + cell.columns) {
          next[index] = max(next[index], cell.rows - 1)
        }
        column += cell.columns
      }
      covered = next
      places.append(line)
    }
    return places
  }

  /// Columns that hold nothing but numbers, and perhaps a header.
  private static func numberColumns(_ rows: [[Place]]) -> [Bool] {
    var numbers = Array(repeating: false, count: mostColumns)
    var others = numbers
    for place in rows.dropFirst().joined() where place.width > 0 && place.span == 1 {
      let digits = place.text.utf8.count { $0.isDigit }
      let isNumber = digits * 2 >= place.width && !place.text.utf8.contains { $0.isLetter }
      if isNumber { numbers[place.column] = true } else { others[place.column] = true }
    }
    return zip(numbers, others).map { $0 && !$1 }
  }

  private static func line(_ row: [Place], _ widths: [Int], _ numbers: [Bool]) -> String {
    var line = ""
    var width = 0
    // Columns without anything in them take no room.
    var starts: [Int] = []
    var start = 0
    for width in widths {
      starts.append(start)
      if width > 0 { start += width + 2 }
    }
    for place in row where place.width > 0 {
      let isRight = place.span == 1 && numbers[place.column]
      let wanted = starts[place.column] + (isRight ? widths[place.column] - place.width : 0)
      let gap = max(wanted - width, width > 0 ? 2 : 0)
      line += String(repeating: " ", count: gap) + place.text
      width += gap + place.width
    }
    return line
  }
}
