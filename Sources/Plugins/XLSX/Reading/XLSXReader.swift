import ConverterCore
import Markup
import TableModel

/// Reads the sheets of a workbook; the first one that holds anything is the main one.
struct XLSXReader: Reader {
  let name = "XLSX"
  let takes: Set<ConversionOptions.Name> = [.header, .skipLines, .table]
  let types: [ContentType.ID] = [
    "org.openxmlformats.spreadsheetml.sheet",
    "org.openxmlformats.spreadsheetml.sheet.macroenabled",
    "org.openxmlformats.spreadsheetml.template",
  ]
  let ledgerWords = [
    "charts", "comments", "dates", "formulas", "formulas without results", "hidden sheets", "links",
    "macros", "merged cells", "number formats", "pictures", "pivot tables", "sheets",
  ]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libxml2.required]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Table {
    do throws(ConversionError) {
      let workbook = try Workbook(input, in: context.conversion)
      if !workbook.others.isEmpty {
        let names = workbook.others.prefix(20).map(\.printable).joined(separator: ", ")
        context.note("sheets", .dropped, why: "\(names): no cells, but charts or dialogs")
      }
      if workbook.hasMacros {
        context.note("macros", .dropped, why: "a table has no place for them")
      }
      if let wanted = context.reading.table {
        return try table(
          try workbook.sheet(named: wanted), of: workbook, byteCount: input.byteCount,
          in: context.conversion)
      }
      guard let first = workbook.sheets.first else {
        throw ConversionError(.unsupportedContent, "the workbook has no sheet with cells")
      }
      for (index, sheet) in workbook.sheets.enumerated() {
        var main = try table(
          sheet, of: workbook, byteCount: input.byteCount, in: context.conversion)
        guard !main.columns.isEmpty else { continue }
        main.siblings = siblings(
          of: index, in: workbook, byteCount: input.byteCount, context: context.conversion)
        return main
      }
      return try table(first, of: workbook, byteCount: input.byteCount, in: context.conversion)
    } catch {
      throw error.about(input.path)
    }
  }

  private func siblings(
    of main: Int, in workbook: Workbook, byteCount: Int, context: ConversionContext
  ) -> [Sibling<Table>] {
    var names = SiblingNames()
    return workbook.sheets.enumerated().filter { $0.offset != main }.map { index, sheet in
      Sibling(name: names.word(for: sheet.name, number: index + 1)) { () throws(ConversionError) in
        try table(sheet, of: workbook, byteCount: byteCount, in: context)
      }
    }
  }

  private func table(
    _ sheet: Workbook.Sheet, of workbook: Workbook, byteCount: Int, in context: ConversionContext
  ) throws(ConversionError) -> Table {
    if sheet.isHidden {
      context.note(
        "hidden sheets", .changed,
        why: "\(sheet.name.printable) is hidden in the workbook, and a table is not")
    }
    try SheetParts(of: sheet.part, in: workbook.package, context).note()
    let dialect = context.reading.dialect
    let firstRow = max(0, min(dialect.skippedLines ?? 0, CellReference.mostRows)) + 1
    var content = SheetContent(
      workbook: workbook, part: sheet.part, byteCount: byteCount, firstRow: firstRow)
    // The beginning of the sheet shows how many columns there are; rows further on may have more.
    let sample = RowBatch()
    let rows = try content.rows(in: context)
    while try rows.claim(sample), sample.rowCount == 0 { try context.checkpoint() }
    let headerRows = max(0, min(dialect.headerLines ?? 1, sample.rowCount))
    content.headerRows = headerRows
    content.width = (0..<sample.rowCount).map { sample.row($0).count }.max() ?? 0
    return Table(
      title: sheet.name, columns: Self.columns(of: sample, headerRows, content.width),
      hasHeader: headerRows > 0, content: content,
      findings: [
        Finding(
          "header", headerRows > 0 ? "header" : "no header", json: .bool(headerRows > 0),
          confidence: dialect.headerLines == nil ? 0.8 : 1,
          flag: headerRows > 0 ? "--no-header" : "--header 1")
      ])
  }

  /// The names in the header, those of several rows joined; numbers where there is none.
  private static func columns(of sample: RowBatch, _ headerRows: Int, _ width: Int) -> [Column] {
    guard headerRows > 0 else { return (0..<width).map { Column("\($0 + 1)") } }
    return (0..<width).map { index in
      var name: [UInt8] = []
      for row in 0..<headerRows {
        let cells = sample.row(row)
        guard index < cells.count else { continue }
        let text = sample.text(of: sample.cells[cells.lowerBound + index])
        guard !text.isEmpty else { continue }
        if !name.isEmpty { name.append(0x20) }
        name.append(text)
      }
      return Column(name)
    }
  }
}
