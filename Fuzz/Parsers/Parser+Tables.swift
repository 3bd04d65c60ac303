import ConverterCore
import TableModel

extension Parser {
  /// All cells of all tables in a file, within limits that keep a run fast.
  static func tables(_ name: String, _ type: ContentType.ID, _ plugins: [any ConverterPlugin.Type])
    -> Parser
  {
    Parser(name: name) { bytes in
      var registry = Registry()
      for plugin in plugins { try? plugin.register(in: &registry) }
      var limits = Limits.standard
      limits.memory = 256 << 20
      limits.entries = 1000
      limits.expanded = 16 << 20
      limits.seconds = 5
      let context = ConversionContext(registry: registry, limits: limits)
      guard let reader = registry.reader(for: type, in: .standard) as? any Reader<Table>,
        let table = try? reader.read(InputFile(bytes: bytes), type: type, in: context)
      else { return }
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
