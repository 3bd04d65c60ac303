import ArchiveModel
import ConverterCore
import TableModel

/// The XML of a sheet, made of rows while it is read.
///
/// Where a table has more rows than a sheet may have, the rest is for a further one.
final class SheetXML: EntryStream {
  let name: String
  /// Which sheet of its table it is, from 1.
  let part: Int

  private let mostRows: Int
  private let table: Table
  private let source: any RowSource
  private let context: ConversionContext
  private let cells: CellWriter
  private let batch: RowBatch
  /// The row of the batch that comes next.
  private var batchRow: Int
  private var row = 0
  private var step = Step.head
  private let xml = ByteBuffer(capacity: 1 << 18)

  private enum Step {
    case head, rows, foot, over
  }

  convenience init(
    _ table: Table, named name: String, _ options: XLSXWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    guard table.columns.count <= CellReference.mostColumns else { throw .tooManyColumns }
    self.init(
      table, named: name, part: 1, source: try table.content.rows(in: context), RowBatch(), 0,
      CellWriter(infersTypes: options.infersTypes, in: context), options.mostRows, context)
  }

  private init(
    _ table: Table, named name: String, part: Int, source: any RowSource, _ batch: RowBatch,
    _ batchRow: Int, _ cells: CellWriter, _ mostRows: Int, _ context: ConversionContext
  ) {
    (self.table, self.name, self.part, self.source) = (table, name, part, source)
    (self.batch, self.batchRow, self.cells, self.context) = (batch, batchRow, cells, context)
    self.mostRows = mostRows
  }

  /// Whether rows are left, once it has been read to its end.
  var hasMore: Bool { batchRow < batch.rowCount }

  /// The sheet that goes on with the rows that are left.
  func continued() -> SheetXML {
    SheetXML(
      table, named: name, part: part + 1, source: source, batch, batchRow, cells, mostRows,
      context)
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let xml = xml
    xml.removeAll()
    while xml.count < 1 << 16, step != .over {
      switch step {
      case .head:
        _ = try fill()
        appendHead()
        if table.hasHeader { try appendHeader() }
        step = .rows
      case .rows:
        if try fill(), row < mostRows {
          try appendRows()
        } else {
          step = .foot
        }
      case .foot:
        appendFoot()
        step = .over
      case .over: break
      }
    }
    guard xml.count > 0 else { return nil }
    // The sheet holds its text for as long as it lives.
    return unsafe _overrideLifetime(xml.span, borrowing: self)
  }

  /// Sees to it that the batch has a row.
  ///
  /// - Returns: whether there is one.
  private func fill() throws(ConversionError) -> Bool {
    while !hasMore {
      try context.checkpoint()
      guard try source.claim(batch) else {
        batch.removeAll()
        batchRow = 0
        return false
      }
      try source.split(batch)
      batchRow = 0
    }
    return true
  }

  private func appendRows() throws(ConversionError) {
    while hasMore, row < mostRows, xml.count < 1 << 16 {
      row += 1
      try cells.append(batch, row: batchRow, as: row, to: xml)
      batchRow += 1
    }
  }

  private func appendHead() {
    xml.append(
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<worksheet xmlns=\""
        as StaticString)
    xml.append(WorkbookXML.main.utf8)
    xml.append("\"><sheetViews><sheetView workbookViewId=\"0\"" as StaticString)
    if table.hasHeader {
      xml.append(
        "><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView>"
          as StaticString)
    } else {
      xml.append("/>" as StaticString)
    }
    xml.append("</sheetViews>" as StaticString)
    let widths = ColumnWidths(table, batch, from: batchRow).widths
    if !widths.isEmpty {
      xml.append("<cols>" as StaticString)
      for (index, width) in widths.enumerated() {
        xml.append(
          "<col min=\"\(index + 1)\" max=\"\(index + 1)\" width=\"\(width)\" customWidth=\"1\"/>"
            .utf8)
      }
      xml.append("</cols>" as StaticString)
    }
    xml.append("<sheetData>" as StaticString)
  }

  private func appendHeader() throws(ConversionError) {
    row += 1
    let header = RowBatch()
    for column in table.columns { header.append(column.name) }
    header.endRow()
    try cells.append(header, row: 0, as: row, style: 1, to: xml)
  }

  private func appendFoot() {
    xml.append("</sheetData>" as StaticString)
    if row > 0, cells.width > 0 {
      // Or every number that is a text would get a mark of warning.
      let last = CellReference.letters(of: cells.width - 1)
      xml.append("<ignoredErrors><ignoredError sqref=\"A1:" as StaticString)
      xml.append(last)
      xml.append("\(row)\" numberStoredAsText=\"1\"/></ignoredErrors>".utf8)
    }
    xml.append("</worksheet>" as StaticString)
  }
}

extension ConversionError {
  static var tooManyColumns: ConversionError {
    ConversionError(
      .unsupportedContent,
      "has more than the \(CellReference.mostColumns) columns that a sheet can have; --columns chooses some"
    )
  }
}
