internal import CVectors
import ConverterCore
import TableModel

extension CellKinds {
  /// Texts that spreadsheets take for formulas.
  static let formula = CellKinds(rawValue: FAIRY_CSV_FORMULAS)
}

extension RowBatch {
  /// Whether spreadsheets take a cell for a formula, as it begins with `=`, `+`, `-` or `@` and is no number.
  private func isFormula(_ cell: Cell) -> Bool {
    unsafe fairy_csv_is_formula(bytes.start + cell.start, cell.count) != 0
  }

  /// The same rows with an apostrophe before each formula.
  var withEscapedFormulas: RowBatch {
    let batch = RowBatch()
    for row in 0..<rowCount {
      for cell in cells[self.row(row)] {
        let text = self.text(of: cell)
        batch.append((isFormula(cell) ? [UInt8(ascii: "'")] : []) + text.array, cell.kind)
      }
      batch.endRow()
    }
    return batch
  }

  /// Says which cell is the first formula.
  ///
  /// - Parameter isHeader: whether the only row is that of the names.
  func refusalOfFormula(isHeader: Bool) -> ConversionError {
    for row in 0..<rowCount {
      let cells = self.row(row)
      guard let index = cells.first(where: { isFormula(self.cells[$0]) }) else { continue }
      let text = String(decoding: self.text(of: self.cells[index]).prefix(40))
      return ConversionError(
        .unsupportedContent,
        (isHeader ? "the header" : "row \(number(ofRow: row))")
          + " has a formula in column \(index - cells.lowerBound + 1), "
          + "\"\(text.printable)\"; --set formulas=escape makes text of it")
    }
    return ConversionError(.internalError, "a formula was seen and is not there")
  }
}
