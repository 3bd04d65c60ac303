import ConverterCore
import TableModel

extension JSONRows.Tally {
  /// Says in the ledger what reads otherwise than in the file.
  func note(_ keys: ColumnNames?, in context: ConversionContext) {
    if repaired > 0 {
      context.note(
        "text that is not UTF-8", .changed,
        why: "in \(cells(repaired)) U+FFFD stands for bytes that are no character")
    }
    guard let keys else { return }
    if extra > 0 {
      let prefix = String(decoding: keys.prefix, as: UTF8.self)
      context.note(
        "cells without a column", .changed,
        why:
          "\(cells(extra)) at the ends of rows got the key \(prefix)N, N being the column's number")
    }
    if missing > 0 {
      context.note(
        "missing cells", .kept,
        why: "rows lack \(cells(missing)) at their ends, whose keys are left out")
    }
  }

  private func cells(_ number: Int) -> String { number == 1 ? "1 cell" : "\(number) cells" }
}
