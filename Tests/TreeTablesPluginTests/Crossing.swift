import ConverterCore
import TableModel
import TreeModel
import TreeTablesPlugin
import TreeTestSupport

/// A table as lines to compare: the names, then each row; each cell with a letter for its kind.
struct Shown: Equatable {
  var columns: [String]
  var rows: [[String]]
  var hasHeader: Bool
  var rowCount: Int?
}

func context(isViewing: Bool = false, threads: Int = 1) -> ConversionContext {
  ConversionContext(registry: Registry(), threads: threads, isViewing: isViewing)
}

func table(
  _ json: String, isSequence: Bool = false, batch: Int = 3,
  in context: ConversionContext = context()
) throws -> Table {
  try TreeToTable().cross(
    TreeJSON.tree(json, isSequence: isSequence, batch: batch), in: context)
}

func show(_ table: Table, in context: ConversionContext = context()) throws -> Shown {
  var rows: [[String]] = []
  var next = 1
  try table.forEachBatch(in: context) { (batch) throws(ConversionError) in
    for row in 0..<batch.rowCount {
      if batch.number(ofRow: row) != next { rows.append(["row \(batch.number(ofRow: row))"]) }
      next += 1
      rows.append(
        batch.row(row).map { index in
          let cell = batch.cells[index]
          let text = String(decoding: batch.text(of: cell))
          switch cell.kind {
          case .text: return text
          case .number: return "#" + text
          case .boolean: return "?" + text
          case .null: return "-" + text
          case .missing: return "." + text
          case .json: return "j" + text
          }
        })
    }
    return true
  }
  return Shown(
    columns: table.columns.map { String(decoding: $0.name, as: UTF8.self) }, rows: rows,
    hasHeader: table.hasHeader, rowCount: table.rowCount)
}

func show(_ json: String, isSequence: Bool = false, batch: Int = 3) throws -> Shown {
  try show(try table(json, isSequence: isSequence, batch: batch))
}

func ledger(_ json: String) throws -> [String] {
  let context = context()
  _ = try show(try table(json, in: context), in: context)
  return context.ledger.map(\.what)
}
