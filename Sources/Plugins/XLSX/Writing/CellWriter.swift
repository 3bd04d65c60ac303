import ConverterCore
import TableModel

/// Makes the XML of rows.
final class CellWriter {
  /// The most cells of a row so far.
  private(set) var width = 0

  private let infersTypes: Bool
  private let context: ConversionContext
  /// The letters of columns, as many as were needed.
  private var letters: [[UInt8]] = []
  private var invalidTextIsNoted = false
  private var longNumbersAreNoted = false
  private var missingCellsAreNoted = false

  /// What Excel holds in a cell, in the units of UTF-16.
  private static let mostUnits = 32_767

  init(infersTypes: Bool, in context: ConversionContext) {
    self.infersTypes = infersTypes
    self.context = context
  }

  /// - Parameter number: of the row in the sheet, from 1.
  func append(
    _ batch: RowBatch, row: Int, as number: Int, style: Int = 0, to xml: ByteBuffer
  ) throws(ConversionError) {
    let cells = batch.row(row)
    try widen(to: cells.count)
    let digits = Array("\(number)".utf8)
    xml.append("<row r=\"" as StaticString)
    xml.append(digits)
    xml.append("\">" as StaticString)
    for (column, cell) in batch.cells[cells].enumerated() {
      let text = batch.text(of: cell)
      // A cell that is not there is null, which an empty text is not.
      try append(cell.kind, text, at: column, digits, style, to: xml)
    }
    xml.append("</row>" as StaticString)
  }

  private func append(
    _ kind: Cell.Kind, _ text: Span<UInt8>, at column: Int, _ row: [UInt8],
    _ style: Int, to xml: ByteBuffer
  ) throws(ConversionError) {
    switch kind {
    case .null: return
    case .missing:
      if !missingCellsAreNoted {
        context.note(
          "missing cells", .changed, why: "what a row does not have is an empty cell in XLSX")
        missingCellsAreNoted = true
      }
      return
    case .boolean:
      begin(column, row, style, to: xml)
      xml.append(" t=\"b\"><v>" as StaticString)
      xml.append(text.first == UInt8(ascii: "t") ? 0x31 : 0x30)
      xml.append("</v></c>" as StaticString)
      return
    case .number:
      if appendNumber(text, at: column, row, style, to: xml) { return }
      if !longNumbersAreNoted {
        context.note(
          "numbers", .changed,
          why: "those that 64 bits do not hold exactly became text, digit for digit")
        longNumbersAreNoted = true
      }
    case .text:
      if infersTypes, style == 0, appendNumber(text, at: column, row, style, to: xml) { return }
    case .json: context.noteNestedValues()
    }
    let report = appendText(text, at: column, row, style, to: xml)
    guard report.units <= Self.mostUnits else {
      throw ConversionError(
        .unsupportedContent,
        "the cell \(String(decoding: letters[column] + row, as: UTF8.self)) of the sheet would have "
          + "\(report.units) characters, and Excel holds \(Self.mostUnits)")
    }
    if !report.isValidUTF8, !invalidTextIsNoted {
      context.note("text", .changed, why: "bytes that are not UTF-8 became \u{FFFD}")
      invalidTextIsNoted = true
    }
  }

  private func appendNumber(
    _ text: Span<UInt8>, at column: Int, _ row: [UInt8], _ style: Int,
    to xml: ByteBuffer
  ) -> Bool {
    guard NumberText(text)?.double != nil else { return false }
    begin(column, row, style, to: xml)
    xml.append("><v>" as StaticString)
    xml.append(text)
    xml.append("</v></c>" as StaticString)
    return true
  }

  @discardableResult
  private func appendText(
    _ text: Span<UInt8>, at column: Int, _ row: [UInt8], _ style: Int,
    to xml: ByteBuffer
  ) -> CellText.Report {
    begin(column, row, style, to: xml)
    let isSpaced = text.first.map(Self.isSpace) ?? false || text.last.map(Self.isSpace) ?? false
    if isSpaced {
      xml.append(" t=\"inlineStr\"><is><t xml:space=\"preserve\">" as StaticString)
    } else {
      xml.append(" t=\"inlineStr\"><is><t>" as StaticString)
    }
    let report = CellText.append(text, to: xml)
    xml.append("</t></is></c>" as StaticString)
    return report
  }

  private func begin(_ column: Int, _ row: [UInt8], _ style: Int, to xml: ByteBuffer) {
    xml.append("<c r=\"" as StaticString)
    let letters = letters[column]
    xml.append(letters.span)
    xml.append(row.span)
    xml.append(0x22)
    if style > 0 { xml.append(" s=\"\(style)\"".utf8) }
  }

  private func widen(to count: Int) throws(ConversionError) {
    guard count > width else { return }
    guard count <= CellReference.mostColumns else { throw .tooManyColumns }
    for column in letters.count..<count { letters.append(CellReference.letters(of: column)) }
    width = count
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }
}
