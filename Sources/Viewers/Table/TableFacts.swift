internal import ConverterCore
import TableModel

/// What `fairy info` says of a table.
struct TableFacts {
  let table: Table
  let rows: Int

  var all: [Fact] {
    var facts: [Fact] = []
    if let title = table.title {
      facts.append(Fact("title", "Table", title.printable, json: .string(title)))
    }
    if !table.siblings.isEmpty {
      let names = table.siblings.map(\.name)
      facts.append(
        Fact(
          "furtherTables", "Further tables", names.map(\.printable).joined(separator: ", "),
          json: .array(names.map { .string($0) })))
    }
    facts += [
      Fact("rows", "Rows", rows.grouped, json: .integer(rows)),
      Fact("columns", "Columns", columnsText, json: .integer(table.columns.count)),
      Fact("columnNames", nil, "", json: .array(table.columns.map { .string($0.text) })),
    ]
    // What the dialect has found of the header says more.
    if !table.findings.contains(where: { $0.key == "header" }) {
      facts.append(Fact("header", nil, "", json: .bool(table.hasHeader)))
    }
    for finding in table.findings {
      facts.append(
        Fact(
          finding.key, finding.label, finding.text.printable + finding.doubt, json: finding.json))
    }
    if !table.findings.isEmpty {
      let sure = table.findings.map {
        JSONValue.Member($0.key, .number(($0.confidence * 1000).rounded() / 1000))
      }
      facts.append(Fact("confidence", nil, "", json: .object(sure)))
    }
    return facts
  }

  /// `23: name, city, zip …`.
  private var columnsText: String {
    let count = table.columns.count.grouped
    guard table.hasHeader, !table.columns.isEmpty else { return count }
    let names = table.columns.prefix(12).map { TextWidth.cut($0.text.printable, to: 30) }
    return "\(count): " + names.joined(separator: ", ") + (table.columns.count > 12 ? " …" : "")
  }
}
