import BuiltinPlugins
import ConverterCore
import TableModel

extension Parser {
  /// All cells of all tables in a file.
  static func tables(_ name: String, _ type: ContentType.ID) -> Parser {
    let limits = Limits.quick(seconds: 5, memory: 256 << 20) {
      $0.entries = 1000
      $0.expanded = 16 << 20
    }
    return model(name, type, by: builtinPlugins, within: limits) { (table: Table, context) in
      visit(table, in: context)
      for sibling in table.siblings.prefix(10) {
        if let table = try? sibling.open() { visit(table, in: context) }
      }
    }
  }

  private static func visit(_ table: Table, in context: ConversionContext) {
    var budget = 16 << 20
    try? table.forEachBatch(in: context) { batch in
      precondition(batch.rowEnds.last ?? 0 == batch.cells.count, "cells outside of rows")
      for cell in batch.cells {
        let text = batch.text(of: cell)
        precondition(cell.start + cell.count <= batch.bytes.count, "a cell outside of its batch")
        precondition(cell.kind != .null || text.isEmpty, "a null with a text")
        budget -= 1 + text.count
      }
      return budget > 0
    }
  }
}
