import ConverterCore
import TableModel

/// Makes rows of the XML of a sheet (ECMA-376 part 1, 18.3.1).
///
/// Sheets name only the cells that hold something. What lies between them is filled with cells of nothing, in
/// proportion to the XML: a few bytes may not become gigabytes.
final class SheetParser: XMLEvents {
  /// Where rows go.
  private var batch: RowBatch?
  /// The cells of a row that a batch ends in.
  private let carried = RowBatch()
  /// Rows that hold something, so far.
  private(set) var rowCount = 0
  /// Bytes of XML that were parsed, which decide how much may be filled in.
  var byteCount = 0

  private let workbook: Workbook
  private let strings: SharedStrings.Texts
  private let context: ConversionContext
  /// Rows before this one are left out.
  private let firstRow: Int
  /// Each row has as many cells, or more.
  private let width: Int
  private var notes = SheetNotes()

  private var isInData = false
  private var lastRow = 0
  private var row = 0
  /// Where the cells of the row begin in the batch.
  private var rowStart = 0
  private var hasValue = false
  private var nextColumn = 0

  private var column = 0
  private var type = CellType.number
  private var style = 0
  private var hasFormula = false
  private var hasText = false
  private var isInPhonetic = false
  private var isCollecting = false
  private let text = ByteBuffer(capacity: 4096)
  /// The bytes that the cells of the batch stand for, where some share a text.
  private(set) var held = 0
  /// Long shared texts that are in the batch, by their numbers.
  private var placed: [Int: Cell] = [:]
  private var filled = 0

  /// What the attribute `t` of a cell says.
  private enum CellType {
    case number, boolean, error, shared, text, inline, date
  }

  /// Shorter texts are copied sooner than looked up.
  private static let longText = 1024
  /// A gap of more cells than this is left out.
  private static let mostCellsInGap = 100_000

  init(
    _ workbook: Workbook, from firstRow: Int, width: Int, in context: ConversionContext
  ) throws(ConversionError) {
    self.workbook = workbook
    self.firstRow = firstRow
    self.width = width
    self.context = context
    strings = try workbook.strings.texts(in: context)
  }

  /// Lets rows go to `batch`, with the one that is under way.
  func begin(_ batch: RowBatch) {
    self.batch = batch
    rowStart = 0
    placed.removeAll(keepingCapacity: true)
    held = carried.bytes.count
    for cell in carried.cells { batch.append(carried.text(of: cell), cell.kind) }
    carried.removeAll()
  }

  /// Takes the row that is under way out of the batch again.
  func leave() {
    if hasValue, let batch {
      for cell in batch.cells[rowStart...] { carried.append(batch.text(of: cell), cell.kind) }
      batch.cells.removeLast(batch.cells.count - rowStart)
    }
    batch = nil
  }

  func start(_ name: XMLName, _ attributes: XMLAttributes) throws(ConversionError) {
    guard isInData else {
      if name == "sheetData" {
        isInData = true
      } else if name == "mergeCell" {
        notes.mergedCells(in: context)
      }
      return
    }
    if name == "c" {
      try startCell(attributes)
    } else if name == "v" {
      isCollecting = true
      hasText = true
    } else if name == "row" {
      try startRow(attributes)
    } else if name == "f" {
      hasFormula = true
    } else if name == "t" {
      isCollecting = !isInPhonetic
      hasText = true
    } else if name == "rPh" {
      isInPhonetic = true
    }
  }

  func end(_ name: XMLName) throws(ConversionError) {
    guard isInData else { return }
    if name == "v" || name == "t" {
      isCollecting = false
    } else if name == "c" {
      try endCell()
    } else if name == "row" {
      try endRow()
    } else if name == "rPh" {
      isInPhonetic = false
    } else if name == "sheetData" {
      isInData = false
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    guard isCollecting else { return }
    guard text.count + bytes.count <= Cell.mostBytes else {
      throw ConversionError(
        .limitExceeded, "row \(row) has a cell of more than \(Cell.mostBytes) bytes")
    }
    text.append(bytes)
  }
}

extension SheetParser {
  private func startRow(_ attributes: XMLAttributes) throws(ConversionError) {
    if let number = attributes["r"] {
      guard let value = Int(digits: number) else { throw outOfPlace("a row without a number") }
      row = value
    } else {
      row = lastRow + 1
    }
    guard row > lastRow, row <= CellReference.mostRows else {
      throw outOfPlace("row \(row) after row \(lastRow)")
    }
    rowStart = batch?.cells.count ?? 0
    nextColumn = 0
    hasValue = false
  }

  private func startCell(_ attributes: XMLAttributes) throws(ConversionError) {
    column = nextColumn
    if let reference = attributes["r"] {
      guard let place = CellReference(reference), place.row == nil || place.row == row else {
        throw outOfPlace(
          "a cell \(String(decoding: reference.prefix(20), as: UTF8.self).printable) in row \(row)")
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

  private static func type(_ word: UnsafeRawBufferPointer?) -> CellType {
    guard let word else { return .number }
    if word.equals("s") { return .shared }
    if word.equals("str") { return .text }
    if word.equals("inlineStr") { return .inline }
    if word.equals("b") { return .boolean }
    if word.equals("e") { return .error }
    if word.equals("d") { return .date }
    return .number
  }

  private func endCell() throws(ConversionError) {
    isCollecting = false
    if hasFormula {
      let hasResult = text.count > 0 || type == .text && hasText
      notes.formula(row, column, hasResult: hasResult, in: context)
    }
    guard hasText, row >= firstRow else { return }
    switch type {
    case .number: try endNumber()
    case .shared: try endShared()
    case .boolean:
      let isTrue = text.bytes.equals("1") || text.bytes.equals("true")
      try append(isTrue ? Array("true".utf8) : Array("false".utf8), .boolean)
    case .error, .date: try append(text.bytes, .text)
    case .text, .inline:
      let room = UnsafeMutableRawBufferPointer(start: text.start, count: text.count)
      if let shorter = EscapedText.unescape(room) { text.count = shorter }
      try append(text.bytes, .text)
    }
  }

  private func endNumber() throws(ConversionError) {
    let trimmed = text.bytes.trimmed
    guard !trimmed.isEmpty else { return }
    guard NumberText(trimmed) != nil else { return try append(trimmed, .text) }
    if let format = workbook.styles.format(of: style),
      let serial = Double(String(decoding: trimmed, as: UTF8.self)),
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
    guard let index = Int(digits: text.bytes.trimmed), index < strings.count else {
      throw ConversionError(
        .damagedInput,
        "a cell in row \(row) refers to a text that the workbook does not have")
    }
    if let known = placed[index], let batch {
      try prepare(known.count, in: batch)
      batch.cells.append(known)
      return
    }
    let range = strings.range(of: index)
    defer { if range.count > Self.longText { placed[index] = batch?.cells.last } }
    try strings.bytes.withUnsafeBufferPointer { (all) throws(ConversionError) in
      try append(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[range])), .text)
    }
  }

  private func append(_ bytes: [UInt8], _ kind: Cell.Kind) throws(ConversionError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ConversionError) in
      try append(UnsafeRawBufferPointer(bytes), kind)
    }
  }

  private func append(
    _ bytes: UnsafeRawBufferPointer, _ kind: Cell.Kind
  ) throws(ConversionError) {
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

  private func endRow() throws(ConversionError) {
    guard hasValue, let batch else { return }
    try fill(upTo: width, in: batch)
    batch.endRow()
    rowCount += 1
    lastRow = row
    hasValue = false
  }

  /// Adds cells of nothing until the row has `count` cells.
  private func fill(upTo count: Int, in batch: RowBatch) throws(ConversionError) {
    let missing = count - (batch.cells.count - rowStart)
    guard missing > 0 else { return }
    filled += missing
    let allowed = byteCount.multipliedReportingOverflow(by: context.limits.ratio)
    guard allowed.overflow || filled <= (1 << 20) + allowed.partialValue else {
      throw ConversionError(
        .limitExceeded,
        "the sheet has \(filled) empty cells in row \(row) and before, in \(byteCount) bytes; the limit is "
          + "\(context.limits.ratio) a byte; raise it with --limit ratio=\(context.limits.ratio * 10)"
      )
    }
    let nothing = Cell(start: batch.bytes.count, count: 0, .null)
    batch.cells.append(contentsOf: repeatElement(nothing, count: missing))
  }

  /// Adds the empty rows between the last one and this.
  private func fillGap(in batch: RowBatch) throws(ConversionError) {
    let gap = row - lastRow - 1
    guard rowCount > 0, gap > 0 else { return }
    guard gap * max(1, width) <= Self.mostCellsInGap else {
      context.note(
        "rows \(lastRow + 1) to \(row - 1)", .dropped, why: "they are empty, and more rows follow")
      return
    }
    for _ in 0..<gap {
      rowStart = batch.cells.count
      try fill(upTo: width, in: batch)
      batch.endRow()
    }
  }

  private func outOfPlace(_ what: String) -> ConversionError {
    ConversionError(.damagedInput, "a sheet of the workbook has \(what)")
  }
}

extension UnsafeRawBufferPointer {
  /// Without white space of XML around it.
  fileprivate var trimmed: UnsafeRawBufferPointer {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: self[first...last])
  }
}
