internal import ConverterCore
import TableModel

/// What is said below a table: how much there is, and what was found out about the file.
struct TableSummary {
  let table: Table
  let selected: Table
  let selection: TableSelection
  let shownRows: Int
  let tally: RowTally

  var items: [String] {
    // Of messages everybody knows what they have.
    var items = table.rowName == "row" ? [rowsText, columnsText] : [rowsText]
    if let title = table.title, !title.isEmpty {
      items.append("table \(TextWidth.cut(title.printable, to: 60))")
    }
    if !table.siblings.isEmpty {
      items.append("also \(table.siblingNames) (--table)")
    }
    return items + table.findings.map(\.item)
  }

  private var rowsText: String {
    let all = table.rowCount ?? (tally.hasReadAll ? tally.read : nil)
    let shown = Self.count(shownRows, table.rowName)
    if selection.limit != nil, tally.isCut {
      let of = all.flatMap { $0 > shownRows ? Self.count($0, table.rowName) : nil }
      return of.map { "\(shownRows.grouped) of \($0) (--limit)" } ?? "\(shown), and more (--limit)"
    }
    if all == nil, selection.rows != nil { return "\(shown), and more (--rows)" }
    guard let all, all != shownRows, !selection.isEverything else { return shown }
    return "\(shownRows.grouped) of \(Self.count(all, table.rowName))"
  }

  private var columnsText: String {
    let all = Self.count(table.columns.count, "column")
    return selection.columns.isEmpty ? all : "\(selected.columns.count.grouped) of \(all)"
  }

  static func count(_ number: Int, _ unit: String) -> String {
    "\(number.grouped) \(unit)\(number == 1 ? "" : "s")"
  }

  /// The items in lines of at most `width` columns, which break between them.
  static func lines(_ items: [String], width: Int?, separator: String = " · ") -> [String] {
    guard let width else { return [items.joined(separator: separator)] }
    var lines: [String] = []
    for item in items {
      if let last = lines.last {
        let joined = last + separator + item
        if TextWidth.columns(of: joined) <= width {
          lines[lines.count - 1] = joined
          continue
        }
      }
      lines.append(TextWidth.cut(item, to: width))
    }
    return lines
  }

  /// Names the columns that are not shown: as many as have room in some lines.
  static func leftOut(_ names: [String], width: Int) -> [String] {
    let end = "(--columns shows them)"
    var words = names.map { TextWidth.cut($0.printable, to: max(10, width / 2)) }
    var lines: [String] = []
    var line = "not shown:"
    let most = 4
    while !words.isEmpty {
      let word = " " + words[0] + (words.count > 1 ? "," : "")
      if TextWidth.columns(of: line + word) > width {
        guard lines.count + 1 < most else { break }
        lines.append(line)
        line = " "
        // A window too narrow for a name.
        if TextWidth.columns(of: line + word) > width {
          line = TextWidth.cut(line + word, to: width)
          words.removeFirst()
        }
        continue
      }
      line += word
      words.removeFirst()
    }
    let rest = words.isEmpty ? end : "and \(words.count.grouped) more \(end)"
    if TextWidth.columns(of: line) + 1 + rest.utf8.count <= width {
      lines.append(line + " " + rest)
    } else {
      lines += [line, "  " + rest]
    }
    return lines.map { TextWidth.cut($0, to: width) }
  }
}

extension Finding {
  /// `comma (98 %, --delimiter)`, `no header (80 %, --header)`, for a line without labels.
  var item: String { words + doubt }

  /// ` (98 %, --delimiter)`; nothing for what is certain and nothing overrules.
  var doubt: String {
    isGuess ? " (\(percentText)\(flag.map { ", \($0)" } ?? ""))" : ""
  }

  /// Whether it could be wrong, or be overruled.
  var isGuess: Bool { confidence < 1 || flag != nil }

  /// The words; those of a number of lines say of what.
  private var words: String {
    let name = label.lowercased()
    switch json {
    case .integer(0), .bool(false): return "no \(name)"
    case .integer(1) where key == "header": return name
    case .integer: return "\(name) of \(text.printable)"
    default: return text.printable
    }
  }

  /// `Line ends` for `lineEnds`.
  var label: String {
    var label = ""
    for letter in key {
      if letter.isUppercase, !label.isEmpty { label.append(" ") }
      label += label.isEmpty ? letter.uppercased() : letter.lowercased()
    }
    return label
  }

  /// `98 %`; never 100 for what is not certain.
  var percentText: String {
    let percent = min(99, max(0, (confidence * 100).rounded()))
    return "\(confidence >= 1 ? 100 : Int(percent)) %"
  }
}
