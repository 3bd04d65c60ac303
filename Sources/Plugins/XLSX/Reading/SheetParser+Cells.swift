import ConverterCore
import Markup
import TableModel

extension SheetParser {
  func startCell(_ attributes: ElementAttributes) throws(ConversionError) {
    column = nextColumn
    if let reference = attributes["r"] {
      guard let place = CellReference(reference), place.row == nil || place.row == row else {
        throw outOfPlace(
          "a cell \(String(decoding: reference.prefix(20)).printable) in row \(row)")
      }
      column = place.column
    }
    guard column >= nextColumn, column < CellReference.mostColumns else {
      throw outOfPlace("a cell in row \(row) that stands behind one to its right")
    }
    nextColumn = column + 1
    type = Self.type(attributes["t"])
    style = attributes.number("s") ?? 0
    hasFormula = false
    hasText = false
    text.removeAll()
  }

  private static func type(_ word: Span<UInt8>?) -> CellType {
    guard let word else { return .number }
    if word.equals("s") { return .shared }
    if word.equals("str") { return .text }
    if word.equals("inlineStr") { return .inline }
    if word.equals("b") { return .boolean }
    if word.equals("e") { return .error }
    if word.equals("d") { return .date }
    return .number
  }

  func endCell() throws(ConversionError) {
    isCollecting = false
    if hasFormula {
      let hasResult = text.count > 0 || type == .text && hasText
      notes.formula(row, column, hasResult: hasResult, in: context)
    }
    guard hasText, row >= firstRow else { return }
    let text = text
    switch type {
    case .number: try endNumber()
    case .shared: try endShared()
    case .boolean:
      let isTrue = text.span.equals("1") || text.span.equals("true")
      try append(isTrue ? Array("true".utf8) : Array("false".utf8), .boolean)
    case .error, .date: try append(text.span, .text)
    case .text, .inline:
      if let shorter = text.withMutableSpan({ EscapedText.unescape(&$0) }) { text.count = shorter }
      try append(text.span, .text)
    }
  }

  private func endNumber() throws(ConversionError) {
    let text = text
    let trimmed = text.span.trimmed(where: Self.isSpace)
    guard !trimmed.isEmpty else { return }
    guard NumberText(trimmed) != nil else { return try append(trimmed, .text) }
    if let format = workbook.styles.format(of: style),
      let serial = Double(String(decoding: trimmed)),
      let date = SerialDate.text(serial, format, workbook.calendar)
    {
      notes.dates(in: context)
      return try append(Array(date.utf8), .text)
    }
    if let code = workbook.styles.numberFormat(of: style) {
      notes.numberFormat(code, of: trimmed, row, column, in: context)
    }
    try append(trimmed, .number)
  }

  private func endShared() throws(ConversionError) {
    let text = text
    guard let index = Int(digits: text.span.trimmed(where: Self.isSpace)), index < strings.count
    else {
      throw ConversionError(
        .damagedInput,
        "a cell in row \(row) refers to a text that the workbook does not have")
    }
    try countShared(strings.range(of: index).count)
    if let known = placed[index], let batch {
      try prepare(known.count, in: batch)
      batch.cells.append(known)
      return
    }
    let range = strings.range(of: index)
    defer { if range.count > Self.longText { placed[index] = batch?.cells.last } }
    let bytes = strings.bytes
    try append(bytes.span[range], .text)
  }

  /// - Parameter count: bytes of a shared text to which a cell refers.
  /// - Throws: `limitExceeded` for more than `ratio` of them for each byte of XML, above the first 64 MiB.
  private func countShared(_ count: Int) throws(ConversionError) {
    shared += count
    guard shared > 1 << 26 else { return }
    let allowed = byteCount.multipliedReportingOverflow(by: context.limits.ratio)
    guard !allowed.overflow, shared - (1 << 26) > allowed.partialValue else { return }
    throw ConversionError.exceeding(
      .init(.ratio, needed: shared / max(1, byteCount), of: context.limits),
      "the sheet has \(shared) bytes of texts that cells share up to row \(row), in \(byteCount) bytes; the limit is "
        + "\(context.limits.ratio) a byte; raise it with --limit ratio=\(context.limits.ratio * 10)"
    )
  }

  private func append(_ bytes: [UInt8], _ kind: Cell.Kind) throws(ConversionError) {
    try append(bytes.span, kind)
  }

  private func append(_ bytes: Span<UInt8>, _ kind: Cell.Kind) throws(ConversionError) {
    guard let batch else { return }
    try prepare(bytes.count, in: batch)
    batch.append(bytes, kind)
  }

  /// Gets the batch ready for the text of the cell at hand.
  private func prepare(_ count: Int, in batch: RowBatch) throws(ConversionError) {
    if !hasValue {
      try fillGap(in: batch)
      hasValue = true
      rowStart = batch.cells.count
    }
    try fill(upTo: column, in: batch)
    try batch.checkRoom(for: count, besides: held, within: context.limits)
    held += count
  }

  /// White space of XML.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
