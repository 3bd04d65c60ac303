import ConverterCore
import TableModel

/// The rows of a sheet below its header.
struct SheetContent: TableContent {
  let workbook: Workbook
  let part: String
  let byteCount: Int
  /// The number of the first row in the sheet that is not passed over.
  let firstRow: Int
  var headerRows = 0
  /// Rows with fewer cells are filled up.
  var width = 0

  let isPacked = true
  let isSeekable = false

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    try SheetRows(self, headerRows: headerRows, width: width, in: context)
  }
}
