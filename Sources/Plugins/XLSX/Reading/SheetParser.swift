import ConverterCore
import Markup
import TableModel

/// Makes rows of the XML of a sheet (ECMA-376 part 1, 18.3.1).
///
/// Sheets name only the cells that hold something. What lies between them is filled with cells of nothing, in
/// proportion to the XML: a few bytes may not become gigabytes.
final class SheetParser: MarkupEvents {
  /// Where rows go.
  var batch: RowBatch?
  /// The cells of a row that a batch ends in.
  private let carried = RowBatch()
  /// Rows that hold something, so far.
  var rowCount = 0
  /// Bytes of XML that were parsed, which decide how much may be filled in.
  var byteCount = 0

  let workbook: Workbook
  let strings: SharedStrings.Texts
  let context: ConversionContext
  /// Rows before this one are left out.
  let firstRow: Int
  /// Each row has as many cells, or more.
  let width: Int
  var notes = SheetNotes()

  private var isInData = false
  var lastRow = 0
  var row = 0
  /// Where the cells of the row begin in the batch.
  var rowStart = 0
  var hasValue = false
  var nextColumn = 0

  var column = 0
  var type = CellType.number
  var style = 0
  var hasFormula = false
  var hasText = false
  private var isInPhonetic = false
  var isCollecting = false
  let text = ByteBuffer(capacity: 4096)
  /// The bytes that the cells of the batch stand for, where some share a text.
  var held = 0
  /// Long shared texts that are in the batch, by their numbers.
  var placed: [Int: Cell] = [:]
  var filled = 0
  /// Bytes of shared texts, each as often as a cell refers to it.
  var shared = 0

  /// What the attribute `t` of a cell says.
  enum CellType {
    case number, boolean, error, shared, text, inline, date
  }

  /// Shorter texts are copied sooner than looked up.
  static let longText = 1024
  /// A gap of more cells than this is left out.
  static let mostCellsInGap = 100_000

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
    let carried = carried
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

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
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

  func end(_ name: ElementName) throws(ConversionError) {
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

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard isCollecting else { return }
    guard text.count + bytes.count <= Cell.mostBytes else {
      throw ConversionError.exceeding(
        .init(fixed: "cell", needed: text.count + bytes.count, allowed: Cell.mostBytes),
        "row \(row) has a cell of more than \(Cell.mostBytes) bytes")
    }
    text.append(bytes)
  }
}
